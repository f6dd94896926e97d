import { z } from 'zod';
import type { Repost, SendPart, Sent, Session } from '../adapter.ts';
import { searchPages, type Wanted } from '../search.ts';
import { comparable } from '../text.ts';
import { isPage, type LinkedInApi, Urn } from './client.ts';
import { littleText } from './little-text.ts';

/** The posts and comments of an account of LinkedIn, read and compared with a part. */

/** For so long a repetition is refused for certain. */
export const REPEATED_MS = 60 * 60_000;
/** Clocks differ. */
const SKEW_MS = 60_000;
const PAGE = 100;
/** The last instant that a date can have. */
const MAX_TIME = 8.64e15;

const Post = z.object({
  id: Urn,
  commentary: z.string().catch(''),
  createdAt: z.number().min(0).max(MAX_TIME).catch(0),
  reshareContext: z.object({ parent: z.string() }).optional().catch(undefined),
});
export const Comment = z.object({
  id: z.coerce.string().optional(),
  actor: z.string().optional(),
  commentUrn: z.string().optional(),
  message: z.object({ text: z.string().catch('') }),
});

export type Thread = NonNullable<SendPart['thread']>;

export const commentsPath = (thread: Thread) =>
  `/rest/socialActions/${encodeURIComponent(thread.root.id)}/comments`;

export const sentOf = (id: string): Sent => ({
  id,
  url: `https://www.linkedin.com/feed/update/${encodeURIComponent(id)}/`,
});

export const commentOf = (id: string, { root }: Thread): Sent => ({
  id: id.startsWith('urn:') ? id : `urn:li:comment:(${root.id},${id})`,
  url: root.url,
});

const postsOf = ({ account }: Session) => ({
  q: 'author',
  author: account.remoteId,
  sortBy: 'CREATED',
});

/** Those of a person cannot be read. */
export async function find(
  { content, thread, since, isTaken }: SendPart,
  session: Session,
  api: LinkedInApi,
) {
  const isLate = api.clock.now() - since.getTime() > REPEATED_MS;
  if (!isPage(session)) return thread || isLate ? 'unknowable' : 'repeatable';
  if (thread) {
    const idOf = ({ commentUrn, id }: z.output<typeof Comment>) =>
      commentOf(commentUrn ?? id ?? '', thread).id;
    const found = await search(api, commentsPath(thread), {}, Comment, {
      ...{ idOf, isTaken },
      matches: ({ actor, message }) =>
        actor === session.account.remoteId && comparable(message.text) === comparable(content),
    });
    if (typeof found === 'string') return found;
    return commentOf(idOf(found), thread);
  }
  const wanted = comparable(littleText(content));
  const isNew = ({ createdAt }: z.output<typeof Post>) => createdAt >= since.getTime() - SKEW_MS;
  const found = await search(api, '/rest/posts', postsOf(session), Post, {
    ...{ idOf: ({ id }) => id, isTaken },
    // An older one with the same text is another one.
    matches: (post) => isNew(post) && comparable(post.commentary) === wanted,
    isPast: (post) => !isNew(post),
  });
  return typeof found === 'string' ? found : sentOf(found.id);
}

/** A post of a page that shows another one; what a person shows cannot be read. */
export async function findReshare(
  { of, since, isTaken }: Repost,
  session: Session,
  api: LinkedInApi,
) {
  if (!isPage(session)) return 'unknowable';
  const isNew = ({ createdAt }: z.output<typeof Post>) => createdAt >= since.getTime() - SKEW_MS;
  const found = await search(api, '/rest/posts', postsOf(session), Post, {
    matches: (post) => isNew(post) && post.reshareContext?.parent === of.id,
    ...{ idOf: ({ id }) => id, isTaken },
    isPast: (post) => !isNew(post),
  });
  return typeof found === 'string' ? found : sentOf(found.id);
}

/** Looks for an entry of a list, which ends with a page that is shorter than asked for. */
function search<Schema extends z.ZodType>(
  api: LinkedInApi,
  path: string,
  query: Record<string, string>,
  schema: Schema,
  wanted: Wanted<z.output<Schema>>,
) {
  const Page = z.object({ elements: z.array(schema) });
  return searchPages(async (start: number | undefined) => {
    const params = { ...query, count: String(PAGE), ...(start && { start: String(start) }) };
    const { elements } = api.parse(Page, await api.call(path, { params }));
    const next = elements.length < PAGE ? undefined : (start ?? 0) + PAGE;
    return { entries: elements, next };
  }, wanted);
}

export async function latest(session: Session, api: LinkedInApi, count: number) {
  if (!isPage(session)) return [];
  const params = { ...postsOf(session), count: String(count) };
  const response = await api.call('/rest/posts', { params });
  const { elements } = api.parse(z.object({ elements: z.array(Post) }), response);
  return elements.map(({ id, commentary, createdAt }) => ({
    ...sentOf(id),
    content: plain(commentary),
    created_at: new Date(createdAt).toISOString(),
  }));
}

/** A text of LinkedIn as a person reads it. */
const plain = (commentary: string) =>
  commentary
    .replaceAll(/\{hashtag\|\\#\|((?:\\.|[^\\{}|]){1,300})\}/g, '#$1')
    .replaceAll(/\\(.)/gs, '$1');

import { z } from 'zod';
import { withoutManyMarks } from '#contract/http/marks.ts';
import { replaceEntities } from '#contract/networks/counting.ts';
import { linksIn, networks } from '#contract/networks/networks.ts';
import type { SendPart, Sent, Session } from '../adapter.ts';
import { searchPages } from '../search.ts';
import { storedOf, type XClient } from './client.ts';

/** The posts of an account of X, read and compared with a part. X bills each post that is read. */

/** Clocks differ. */
const SKEW_MS = 60_000;
/** So many are read at a time. */
const READ = 10;

const Post = z.object({
  id: z.string(),
  text: z.string().catch(''),
  created_at: z.string().catch(''),
  note_tweet: z.object({ text: z.string() }).optional().catch(undefined),
  entities: z
    .object({ urls: z.array(z.object({ expanded_url: z.string().catch('') })).catch([]) })
    .optional()
    .catch(undefined),
  referenced_tweets: z
    .array(z.object({ type: z.string(), id: z.string() }))
    .optional()
    .catch(undefined),
});
type Post = z.output<typeof Post>;
const Timeline = z.object({
  data: z.array(Post).default([]),
  meta: z.object({ next_token: z.string().optional() }).optional().catch(undefined),
});

export const sentOf = (id: string): Sent => ({ id, url: `https://x.com/i/status/${id}` });

export function createXPosts(x: XClient) {
  /** The latest posts of an account, the latest first. */
  async function read(session: Session, limit: number, signal: AbortSignal, next?: string) {
    const api = x.as(storedOf(session).token, signal);
    const fields = 'created_at,entities,note_tweet,referenced_tweets';
    const readAs = (name: string) =>
      api.call(`/2/users/${encodeURIComponent(session.account.remoteId)}/tweets`, {
        params: {
          max_results: String(limit),
          exclude: 'retweets',
          pagination_token: next,
          [name]: fields,
        },
      });
    const response = await x.withFields(readAs);
    const { data, meta } = api.parse(Timeline, response);
    return { entries: data, next: meta?.next_token };
  }

  return {
    latest: async (session: Session, signal: AbortSignal, count: number) =>
      (await read(session, count, signal)).entries.map(({ id, text, note_tweet, created_at }) => ({
        ...sentOf(id),
        content: unescaped(note_tweet?.text ?? text),
        created_at,
      })),

    find: async (part: SendPart, session: Session, signal: AbortSignal) =>
      (await search(part, session, signal)).found,

    search,
  };

  /**
   * Looks for a part. `alike`: a post of its words whose links X names otherwise. `isKnown`: whether
   * another post has its words, so that X may refuse them because of that one.
   */
  async function search(part: SendPart, session: Session, signal: AbortSignal) {
    const from = part.since.getTime() - SKEW_MS;
    const isPast = ({ created_at }: Post) => Date.parse(created_at) < from;
    const seen: { alike: Sent | undefined; isKnown: boolean } = {
      alike: undefined,
      isKnown: false,
    };
    const found = await searchPages(
      (place: string | undefined) => read(session, READ, signal, place),
      {
        matches: (post) => {
          const likeness = likenessOf(part, post);
          if (!isPast(post)) return likeness;
          seen.isKnown ||= likeness !== false;
          return false;
        },
        idOf: ({ id }) => id,
        isTaken: async (id) => {
          const isTaken = await part.isTaken(id);
          if (isTaken) seen.isKnown = true;
          else seen.alike ??= sentOf(id);
          return isTaken;
        },
        isPast,
      },
    );
    return { ...seen, found: typeof found === 'string' ? found : sentOf(found.id) };
  }
}

/** Undefined: it has the words of the part, and other links. They are told apart by nobody but X. */
function likenessOf({ content, thread }: SendPart, post: Post): boolean | undefined {
  const { text, note_tweet, entities, referenced_tweets = [] } = post;
  const parent = referenced_tweets.find(({ type }) => type === 'replied_to')?.id;
  if (parent !== thread?.parent.id) return false;
  const shown = note_tweet?.text ?? text;
  if (comparable(shown) === comparable(content) && hasSameLinks(content, entities?.urls))
    return true;
  const [own, theirs] = [withoutDots(content), withoutDots(shown)];
  return own.hasDots && theirs.hasDots && own.rest === theirs.rest ? undefined : false;
}

/** Words that may be links in anybody's opinion, such as 'example.com', are left out. */
function withoutDots(text: string) {
  const words = unescaped(text).normalize('NFC').split(/\s+/);
  const rest = words.filter((word) => !/\.\S/.test(word));
  return { hasDots: rest.length < words.length, rest: rest.join('') };
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const unescaped = (text: string) =>
  text.replaceAll(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

/** A link without what X changes of it. */
const bare = (link: string) =>
  link
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase();
const OF_FILE = /^(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\//;

/** Whether a post has the links of a text: undefined where X does not say which it has. */
function hasSameLinks(
  text: string,
  urls: readonly { expanded_url: string }[] | undefined,
): boolean {
  const own = linksIn(text, 'x').map(bare);
  if (urls === undefined) return own.length === 0 || comparable(text) !== '';
  const theirs = urls.map((url) => bare(url.expanded_url)).filter((url) => !OF_FILE.test(url));
  return own.length === theirs.length && own.every((link) => theirs.includes(link));
}

/** X shortens links, adds those of files, and escapes some signs. */
function comparable(text: string): string {
  const composed = withoutManyMarks(unescaped(text)).normalize('NFC');
  const rest = replaceEntities(composed, networks.x.syntax, (kind) =>
    kind === 'link' ? '' : undefined,
  );
  return rest.replaceAll(/\s+/g, '');
}

import { z } from 'zod';
import { readHtml } from '../../../http/outgoing/html.ts';
import { type SendPart, type Sent, type Session, WebAddress } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { searchPages } from '../search.ts';
import { comparable } from '../text.ts';
import type { MastodonApi } from './client.ts';

/** The posts of an account of Mastodon, read and compared with a part. */

/** To find one post, so many are read at a time, and so often: more than the budget of a day. */
const SEEN = 40;
const MAX_PAGES = 60;

export const Status = z.object({
  id: z.string(),
  url: WebAddress,
  in_reply_to_id: z.string().nullable().catch(null),
  content: z.string().catch(''),
  /** Of others: not found by their text. */
  reblog: z.unknown().optional(),
  created_at: z.string().catch(''),
});
type Status = z.output<typeof Status>;
const Source = z.object({ text: z.string() });

export const sentOf = ({ id, url }: Status): Sent => ({ id, url });

/** The latest first. */
export async function listStatuses(
  { account }: Session,
  params: Record<string, string>,
  api: MastodonApi,
): Promise<Status[]> {
  const path = `/api/v1/accounts/${encodeURIComponent(account.remoteId)}/statuses`;
  return api.parse(z.array(Status), await api.call(path, { params }));
}

/** Of the many reads of a search some fail: each is tried so often before the search fails. */
const TRIES = 3;

async function withRetries<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++)
    try {
      return await read();
    } catch (error) {
      const passes = error instanceof NetworkError && error.kind === 'transient';
      if (!passes || tried === TRIES) throw error;
    }
}

export async function latest(session: Session, api: MastodonApi, count: number) {
  const query = { limit: String(count), exclude_reblogs: 'true' };
  const statuses = await listStatuses(session, query, api);
  return Promise.all(
    statuses.map(async ({ id, url, content, created_at }) => {
      return { id, url, content: await textOf(content), created_at };
    }),
  );
}

/** @param since the latest post before it; null for an account that had none */
export async function find(
  { content, thread, isTaken }: SendPart,
  since: string | null,
  session: Session,
  api: MastodonApi,
): Promise<Sent | 'absent' | 'unknowable'> {
  // From the latest post before it on; an account that had none is read from its end back.
  const next = since === null ? 'max_id' : 'min_id';
  const found = await searchPages(
    async (place: string | undefined) => {
      const at = place ?? since;
      const params = { limit: String(SEEN), ...(at !== null && { [next]: at }) };
      const statuses = await withRetries(() => listStatuses(session, params, api));
      // Some servers filter a page after it was cut: only an empty one is the last.
      const reached = since === null ? statuses.at(-1) : statuses[0];
      return { entries: statuses, next: reached?.id };
    },
    {
      matches: (status) =>
        !status.reblog &&
        status.in_reply_to_id === (thread?.parent.id ?? null) &&
        hasText(status, content, api),
      ...{ idOf: ({ id }) => id, isTaken, maxPages: MAX_PAGES },
    },
  );
  return typeof found === 'string' ? found : sentOf(found);
}

/**
 * Whether a post has this text: undefined where the server gives only the rendered one, which
 * spells mentions and links in its own way.
 */
async function hasText(
  { id, content }: Status,
  text: string,
  api: MastodonApi,
): Promise<boolean | undefined> {
  const path = `/api/v1/statuses/${encodeURIComponent(id)}/source`;
  const response = await withRetries(() => api.call(path)).catch((error: unknown) => {
    if (error instanceof NetworkError && error.kind === 'rejected') return undefined;
    throw error;
  });
  // Only a refusal says that there is no source. A page of a proxy says nothing: it is asked again.
  if (response) return comparable(api.parse(Source, response).text) === comparable(text);
  return comparable(await textOf(content)) === comparable(text) || undefined;
}

/** The text of a rendered post. */
async function textOf(html: string): Promise<string> {
  let text = '';
  await readHtml(html, {
    ontext: (run) => {
      text += run;
    },
    onopentag: (name) => {
      if (name === 'br' || (name === 'p' && text !== '')) text += '\n';
      return true;
    },
  });
  return text;
}

import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import type { Figures } from '../adapter.ts';
import { Count, plus, readEach } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import { type MastodonApi, type MastodonClient, storedOf, VERIFY } from './client.ts';

/**
 * Figures of Mastodon: favourites, replies, boosts, and quotes where the server counts them. The
 * server of the account is asked: it hears of all that happens to its posts.
 */

/** Of one `GET /api/v1/statuses`, which servers have from 4.3 on. */
const BATCH = 20;

const Status = z.object({
  id: z.string(),
  favourites_count: Count,
  replies_count: Count,
  reblogs_count: Count,
  quotes_count: Count,
});
type Status = z.output<typeof Status>;

export const createMastodonFigures = (mastodon: MastodonClient): Figures => ({
  batch: BATCH,

  readParts: async (parts, session, signal) => {
    const api = mastodon.as(storedOf(session), signal);
    const ids = parts.map(({ id }) => id);
    const counted = (await readTogether(ids, api)) ?? (await readSingly(ids, api));
    const byId = new Map(counted.map((status) => [status.id, status]));
    return ids.map((id) => metricsOf(byId.get(id)));
  },

  readAccount: async (session, signal) => {
    const api = mastodon.as(storedOf(session), signal);
    const Account = z.object({ followers_count: Count, statuses_count: Count });
    const account = api.parse(Account, await api.call(VERIFY));
    return { followers: account.followers_count ?? null, posts: account.statuses_count ?? null };
  },
});

/** Undefined where the server is older, or another one, and has no such call. */
async function readTogether(ids: readonly string[], api: MastodonApi) {
  const query = new URLSearchParams(ids.map((id) => ['id[]', id]));
  const response = await api.call(`/api/v1/statuses?${query}`).catch((error: unknown) => {
    const isOlder = error instanceof NetworkError && ['404', '405'].includes(error.code);
    if (isOlder) return undefined;
    throw error;
  });
  return response && api.parse(z.array(Status), response);
}

async function readSingly(ids: readonly string[], api: MastodonApi): Promise<Status[]> {
  const read = async (id: string) => {
    const path = `/api/v1/statuses/${encodeURIComponent(id)}`;
    const response = await api.call(path).catch((error: unknown) => {
      if (error instanceof NetworkError && error.code === '404') return undefined;
      throw error;
    });
    return response ? [api.parse(Status, response)] : [];
  };
  return (await readEach(ids, read)).flat();
}

function metricsOf(status: Status | undefined): Metrics | 'gone' {
  if (!status) return 'gone';
  const { favourites_count, replies_count, reblogs_count, quotes_count } = status;
  return {
    reactions: favourites_count,
    comments: replies_count,
    shares: plus(reblogs_count, quotes_count),
  };
}

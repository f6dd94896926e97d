import type { Metrics } from '#contract/networks/metrics.ts';
import type { AppContext } from '../../../context.ts';
import { type Figures, PERMISSION, type Sent } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { requireAccount } from './connect.ts';
import { failures } from './faults.ts';
import * as sql from './practice.sql.ts';

/** Figures of the practice network: they grow with the age of a post, as badly as it is told to. */

const BATCH = 20;
/** Most of what a post gets, it gets in so many hours. */
const HOURS = 24;
const REPLIES_SHOWN = 0.002;

export const createPracticeFigures = ({
  clock,
  database,
}: Pick<AppContext, 'clock' | 'database'>): Figures => ({
  batch: BATCH,

  readParts: async (parts, session) => {
    const { behaviour } = await requireAccount(database, session);
    const { figures } = behaviour;
    if (figures === 'permission')
      throw new NetworkError('reauthorize', PERMISSION, 'The permission for figures is missing');
    if (figures === 'rate_limit') throw failures.rate_limit(clock);
    if (figures === 'unavailable') throw failures.unavailable();
    const ids = parts.map(({ id }) => Number(id));
    const found = await sql.listFigures(database, { account: session.account.remoteId, ids });
    const byId = new Map(found.map((post) => [String(post.id), post]));
    return parts.map((part) => metricsOf(part, byId.get(part.id), figures === 'fewer'));
  },

  readAccount: async (session) => {
    await requireAccount(database, session);
    const [row] = await sql.countPosts(database, { account: session.account.remoteId });
    const posts = row?.posts ?? 0;
    return { followers: 100 + 7 * posts, posts };
  },
});

/** The same for the same post at the same age. `isFewer`: without what a network may leave out. */
export function metricsOf(
  { id }: Pick<Sent, 'id'>,
  post: { hours: number; replies: number } | undefined,
  isFewer = false,
): Metrics | 'gone' {
  if (!post) return 'gone';
  const share = 1 - Math.exp(-Math.max(post.hours, 0) / HOURS);
  // A number of its own from 0 to 1, spread by the golden ratio.
  const luck = (Number(id) * 0.618_033_988_75) % 1;
  const views = Math.floor((200 + 1800 * luck) * share);
  const reactions = Math.floor(views * (0.02 + 0.03 * luck));
  const comments = Math.floor(views * REPLIES_SHOWN) + post.replies;
  if (isFewer) return { reactions, comments };
  const [shares, saves] = [Math.floor(reactions / 5), Math.floor(reactions / 8)];
  return { views, reactions, comments, shares, saves };
}

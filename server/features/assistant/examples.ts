import { addDays } from '#contract/analytics/ranges.ts';
import { MAX_EXAMPLE, MAX_EXAMPLES } from '#contract/assistant/limits.ts';
import { localOf } from '#contract/times.ts';
import type { Member } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import { listPosts } from '../analytics/overview/overview.service.ts';
import { findItems } from '../content/posts/posts.service.ts';
import type { Adapters } from '../networks/networks.service.ts';
import { zoneOf } from '../publishing/schedule/schedule.service.ts';

type Context = Pick<AppContext, 'clock'> & { database: Executor; adapters: Adapters };

const BEST_DAYS = 90;

/** The posts of the last 90 days that did best, with how many times as well as usual. */
export async function listBest(
  context: Context,
  person: Member,
  { count, folder }: { count: number; folder: number | null },
) {
  const { clock, database } = context;
  const today = localOf(new Date(clock.now()), await zoneOf(database, person)).slice(0, 10);
  const { rows } = await listPosts(context, person, {
    from: addDays(today, -BEST_DAYS),
    to: today,
    ...(folder !== null && { folder: [folder] }),
    age: 'latest',
    by: 'post',
    sort: 'engagements',
    order: 'desc',
    page: 1,
    page_size: count,
  });
  return rows.flatMap(({ item, excerpt, usual, published_at }) =>
    item === null ? [] : [{ item, excerpt, times: usual.factor, published_at }],
  );
}

/** Their whole texts, as examples of a voice. */
export async function listExamples(context: Context, person: Member) {
  const best = await listBest(context, person, { count: MAX_EXAMPLES, folder: null });
  const items = await findItems(
    context.database,
    person,
    best.map(({ item }) => item),
  );
  return best.flatMap(({ item, times, published_at }) => {
    const text = items.get(item)?.content.trim().slice(0, MAX_EXAMPLE);
    return text ? [{ item, text, times, published_at }] : [];
  });
}

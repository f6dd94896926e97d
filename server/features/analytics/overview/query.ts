import type { getOverview } from '#contract/analytics/overview.ts';
import { addDays, type DayRange, rangeBefore } from '#contract/analytics/ranges.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { localOf } from '#contract/times.ts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { zoneOf } from '../../publishing/schedule/schedule.service.ts';
import { dayStarts } from './days.ts';
import type { Filters } from './published.sql.ts';

/** What a request asks for, as instants and filters. */

export type Query = Parsed<typeof getOverview>['query'];
/** Whose figures: whoever reads a report by its link is no member. */
export type InWorkspace = Pick<Actor, 'workspaceId'>;
export type Context = Pick<AppContext, 'clock'> & { database: Executor };

const DEFAULT_DAYS = 30;

export type Asked = {
  workspaceId: number;
  /** In the zone of the workspace. */
  today: string;
  range: DayRange;
  before: DayRange;
  /** Of both ranges together: the beginnings of the days, and the end of the last one. */
  starts: number[];
  filters: Filters;
};

/** The filters are those of publications in the range. */
export async function askedBy(
  { clock, database }: Context,
  { workspaceId }: InWorkspace,
  { from, to, channel, network, folder, tag, author }: Query,
): Promise<Asked> {
  const zone = await zoneOf(database, { workspaceId });
  const today = localOf(new Date(clock.now()), zone).slice(0, 10);
  const range =
    from !== undefined && to !== undefined
      ? { from, to }
      : { from: addDays(today, -DEFAULT_DAYS), to: addDays(today, -1) };
  const before = rangeBefore(range);
  const starts = dayStarts({ from: before.from, to: range.to }, zone);
  const filters = {
    workspaceId,
    first: isoOf(starts[(starts.length - 1) / 2] as number),
    end: isoOf(starts.at(-1) as number),
    channels: channel ?? null,
    networks: network ?? null,
    folders: folder ?? null,
    tags: tag ?? null,
    authors: author ?? null,
  };
  return { workspaceId, today, range, before, starts, filters };
}

export const isoOf = (ms: number): string => new Date(ms).toISOString();

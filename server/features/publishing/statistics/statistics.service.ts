import { STATUSES, type Status } from '#contract/content/workflow.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { contentVolume } from '#contract/publishing/statistics.ts';
import { daysOf } from '#contract/times.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { recentItems } from '../../content/listing/listing.service.ts';
import { countPending } from '../workflow/workflow.service.ts';
import * as sql from './statistics.sql.ts';

const RECENT = 10;

/** The items that were updated last (docs/domain/content.md, 'Statistics'). */
export async function dashboardStats(executor: Executor, actor: Actor) {
  const { workspaceId } = actor;
  const [rows, waiting_for_review, recent] = await Promise.all([
    sql.countByStatus(executor, { workspaceId }),
    countPending(executor, actor),
    recentItems(executor, actor, RECENT),
  ]);
  const by_status = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<
    Status,
    number
  >;
  for (const { status, count } of rows) by_status[status] = count;
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    total: sum(rows.map(({ count }) => count)),
    by_status,
    threads: sum(rows.map(({ threads }) => threads)),
    waiting_for_review,
    recent,
  };
}

export async function volume(
  executor: Executor,
  { workspaceId }: Actor,
  { days, include_deleted: deleted, tz }: Parsed<typeof contentVolume>['query'],
  now: number,
) {
  const found = await sql.countByDay(executor, {
    workspaceId,
    days: JSON.stringify(daysOf(new Date(now), tz, { after: 1 - days, count: days })),
    deleted,
  });
  return { days, total: found.reduce((sum, { created }) => sum + created, 0), volume: found };
}

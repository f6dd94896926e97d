import type { BestTimes, BestTimesGrid } from '#contract/analytics/best-times.ts';
import { engagementsOf } from '#contract/networks/metrics.ts';
import { localOf } from '#contract/times.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFound } from '../../../errors.ts';
import { slices } from '../../../lib/time-slices.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { zoneOf } from '../../publishing/schedule/schedule.service.ts';
import { figuresFor } from '../figures/figures.service.ts';
import {
  bestOf,
  type Cell,
  cellsOf,
  countOf,
  isEnough,
  MIN_POSTS,
  type TimedPost,
  timesToTry,
} from './effects.ts';
import * as sql from './times.sql.ts';

/** The best times of channels (docs/domain/analytics.md, 'Best times'). */

const MAX_CHANNELS = 100;
const MAX_POSTS = 500;
const DAYS = 183;
const DAY_MS = 24 * 3600_000;
/** Zones change their offset at such times. */
const QUARTER_MS = 15 * 60_000;

type Context = Pick<AppContext, 'clock' | 'database'> & { adapters: Adapters };
type Rated = { row: sql.ChannelRow; cells: Cell[] };

/** The channels of a workspace with what is known of their hours. */
async function* rate(
  { adapters, clock, database }: Context,
  { workspaceId }: Member,
  channel: number | null,
): AsyncGenerator<Rated & { summary: BestTimes }> {
  const breathe = slices();
  const rows = await sql.listChannels(database, { workspaceId, channel, limit: MAX_CHANNELS });
  const read = await sql.listPosts(database, {
    channels: rows.map((row) => row.channel.id),
    since: new Date(clock.now() - DAYS * DAY_MS).toISOString(),
    limit: MAX_POSTS,
  });
  const posts = Map.groupBy(read, (post) => post.channel);
  const timed = await timing(database, workspaceId);
  for (const row of rows) {
    await breathe();
    const cells = cellsOf(
      (posts.get(row.channel.id) ?? []).flatMap(({ at, metrics }) => {
        const engagements = engagementsOf(metrics);
        return engagements === undefined ? [] : [timed({ at, engagements })];
      }),
    );
    yield { row, cells, summary: summaryOf(row, cells, adapters) };
  }
}

/** Adds day and time in the zone of a workspace; posts of the same quarter share the arithmetic. */
async function timing(database: Executor, workspaceId: number) {
  const zone = await zoneOf(database, { workspaceId });
  const known = new Map<number, { weekday: number; minute: number }>();
  return ({ at, engagements }: { at: string; engagements: number }): TimedPost => {
    const instant = Date.parse(at);
    const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
    const start = known.get(quarter) ?? wallOf(quarter, zone);
    known.set(quarter, start);
    const passed = Math.floor((instant - quarter) / 60_000);
    return { at: instant, weekday: start.weekday, minute: start.minute + passed, engagements };
  };
}

function wallOf(instant: number, zone: string) {
  const local = localOf(new Date(instant), zone);
  const weekday = new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay() || 7;
  return { weekday, minute: 60 * Number(local.slice(11, 13)) + Number(local.slice(14, 16)) };
}

function summaryOf(row: sql.ChannelRow, cells: readonly Cell[], adapters: Adapters): BestTimes {
  const { channel, remote_id, server, lacks_permission } = row;
  const account = { network: channel.network, remote_id, server };
  const state = lacks_permission ? 'permission' : 'read';
  return {
    channel,
    state: figuresFor(adapters, account) ? state : 'not_offered',
    posts: countOf(cells),
    needed: MIN_POSTS,
    best: bestOf(cells),
  };
}

export async function listBestTimes(context: Context, person: Member): Promise<BestTimes[]> {
  const found: BestTimes[] = [];
  for await (const { summary } of rate(context, person, null)) found.push(summary);
  return found;
}

/** @throws AppError 404 */
export async function getBestTimes(
  context: Context,
  person: Member,
  channel: number,
): Promise<BestTimesGrid> {
  for await (const { cells, summary } of rate(context, person, channel))
    return {
      ...summary,
      is_enough: isEnough(cells),
      cells: cells.map(({ minute, ...cell }) => ({ ...cell, time: timeOf(minute) })),
      to_try: timesToTry(cells).map(({ weekday, minute }) => ({ weekday, time: timeOf(minute) })),
    };
  throw notFound('channel', channel);
}

const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

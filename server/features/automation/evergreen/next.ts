import { MAX_EVERGREEN_POSTS } from '#contract/automation/evergreen.ts';
import { isInSeason, nextTurn, type Place } from '#contract/automation/evergreen-turns.ts';
import { localOf } from '#contract/times.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError, notFoundIn } from '../../../errors.ts';
import { listChannels } from '../../publishing/channels/channels.service.ts';
import {
  freeTimes,
  slotsOf,
  takenTimes,
  zoneOf,
} from '../../publishing/schedule/schedule.service.ts';
import * as sql from './evergreen.sql.ts';

/** What comes next of an evergreen folder. It changes nothing. */

type InWorkspace = Pick<Member, 'workspaceId'>;
export type Folder = { workspaceId: number; folder: number };

/** A rule that asks for a post gets a slot of the next weeks; the folder itself fills three days. */
const RULE_AHEAD_MS = 30 * 24 * 60 * 60_000;

/** The connected channels of a set. @throws AppError 404 */
export async function placesOf(
  executor: Executor,
  person: InWorkspace,
  id: number,
): Promise<(Place & { isPaused: boolean })[]> {
  const { workspaceId } = person;
  const [set] = await sql.findSet(executor, { workspaceId, id });
  if (!set) throw notFoundIn('channel_set', 'channel set', id);
  return (await listChannels(executor, { workspaceId }))
    .filter((channel) => channel.state === 'connected' && set.channels.includes(channel.id))
    .map(({ id: channel, network, queue_paused_at }) => ({
      id: channel,
      network,
      isPaused: queue_paused_at !== null,
    }));
}

/** The free times of the slots of channels, of each the next one first. */
export async function freeSlots(
  executor: Executor,
  person: InWorkspace,
  channels: readonly Place[],
  { now, until }: { now: number; until: number },
): Promise<Map<number, string[]>> {
  const ids = channels.map(({ id }) => id);
  const zone = await zoneOf(executor, person);
  const isTaken = await takenTimes(executor, ids);
  const free = new Map<number, string[]>();
  for (const [channel, slots] of await slotsOf(executor, person, ids)) {
    const times: string[] = [];
    for (const { at } of freeTimes(slots, zone, (time) => isTaken(channel, time), now)) {
      if (Date.parse(at) > until) break;
      times.push(at);
    }
    free.set(channel, times);
  }
  return free;
}

export const sourcesOf = (executor: Executor, { workspaceId }: InWorkspace, folder: number) =>
  sql.listSources(executor, { workspaceId, folder, limit: MAX_EVERGREEN_POSTS });

type Settings = Pick<
  sql.Locked,
  'channel_set' | 'gap_days' | 'max_uses' | 'season_from' | 'season_to' | 'ends_on'
>;

/** Whether a folder is filled on the day of an instant, in the zone of its workspace. */
export async function isOpenAt(
  executor: Executor,
  folder: InWorkspace,
  { ends_on: end, season_from: from, season_to: to }: Settings,
  now: number,
): Promise<boolean> {
  const today = localOf(new Date(now), await zoneOf(executor, folder)).slice(0, 10);
  return (end === null || today <= end) && isInSeason(Number(today.slice(5, 7)), from, to);
}

/**
 * The post, text and channels that come next, for a free slot of the time that is given; undefined
 * where none can come.
 */
export async function findNext(
  executor: Executor,
  folder: Folder,
  { channel_set: set, ...settings }: Settings,
  { now, ahead }: { now: number; ahead: number },
) {
  const places = (await placesOf(executor, folder, set ?? 0)).filter(({ isPaused }) => !isPaused);
  const free = await freeSlots(executor, folder, places, { now, until: now + ahead });
  const open = places.filter(({ id }) => free.get(id)?.length);
  if (!open.length) return undefined;
  const at = Math.min(...open.flatMap(({ id }) => Date.parse(free.get(id)?.[0] ?? '')));
  const sources = await sourcesOf(executor, folder, folder.folder);
  const next = nextTurn(sources, open, settings, { now, at });
  return next && { ...next, at, places: open.filter(({ id }) => next.channels.includes(id)) };
}

/** @throws AppError where nothing can be taken of a folder at all */
export function requireEvergreen<Row extends { channel_set: number | null }>(
  row: Row | undefined,
): asserts row is Row {
  if (!row) throw new AppError('not_found', 404, 'The folder is not evergreen any more.');
  if (row.channel_set === null)
    throw new AppError('not_found', 404, 'The channel set of the folder was deleted.');
}

/**
 * What a rule would take of a folder; undefined where nothing can come.
 * @throws AppError where the folder is not evergreen
 */
export async function nextOf(executor: Executor, folder: Folder, now: number) {
  const [row] = await sql.findEvergreen(executor, folder);
  requireEvergreen(row);
  if (!(await isOpenAt(executor, folder, row, now))) return undefined;
  return findNext(executor, folder, row, { now, ahead: RULE_AHEAD_MS });
}

export { RULE_AHEAD_MS };

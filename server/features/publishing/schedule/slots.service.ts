import { type Slot, type SlotTime, slotTimes } from '#contract/publishing/slots.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './slots.sql.ts';

/**
 * The weekly times of channels, and which of them are free (docs/domain/calendar.md, 'The queue').
 */

type InWorkspace = Pick<Actor, 'workspaceId'>;

const MINUTE_MS = 60_000;
/** A queue is not filled further ahead. */
const MAX_AHEAD_MS = 2 * 366 * 24 * 60 * MINUTE_MS;

/** The zone of a workspace, in which times without another zone are. */
export const zoneOf = async (executor: Executor, { workspaceId }: InWorkspace): Promise<string> =>
  (await sql.findZone(executor, { workspaceId }))[0]?.time_zone ?? 'UTC';

/** The slots of channels, in the order of the week; a channel without slots has an empty list. */
export async function slotsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  channels: readonly number[],
): Promise<Map<number, Slot[]>> {
  const found = new Map<number, Slot[]>(channels.map((id) => [id, []]));
  for (const { channel, ...slot } of await sql.listSlots(executor, {
    workspaceId,
    channels: [...channels],
  }))
    found.get(channel)?.push(slot);
  return found;
}

export const replaceSlots = (
  executor: Executor,
  { workspaceId }: InWorkspace,
  channel: number,
  slots: readonly Slot[],
) => sql.replaceSlots(executor, { workspaceId, channel, slots: JSON.stringify(slots) });

/**
 * Keeps others from taking slots of these channels until the transaction ends. Called before the
 * content is locked, as the publisher does.
 */
export const lockChannels = (
  tx: Executor,
  { workspaceId }: InWorkspace,
  channels: readonly number[],
) => sql.lockChannels(tx, { workspaceId, channels: [...channels] });

const minuteOf = (at: string) => Math.floor(Date.parse(at) / MINUTE_MS);

/** Says of each of these channels whether it has something at an instant, to the minute. */
export async function takenTimes(executor: Executor, channels: readonly number[]) {
  const taken = new Set(
    (await sql.listTaken(executor, { channels: [...channels] })).map(
      ({ channel, minute }) => `${channel} ${minute}`,
    ),
  );
  return (channel: number, at: string) => taken.has(`${channel} ${minuteOf(at)}`);
}

/** The free times of slots after `now`, the next one first, as far ahead as a queue is filled. */
export function* freeTimes(
  slots: readonly Slot[],
  zone: string,
  isTaken: (at: string) => boolean,
  now: number,
): Generator<SlotTime, void> {
  const end = now + MAX_AHEAD_MS;
  for (const slot of slotTimes(slots, zone, new Date(now))) {
    if (Date.parse(slot.at) > end) return;
    if (!isTaken(slot.at)) yield slot;
  }
}

/** The next free slot of each of these channels; none where it has no slots, or all are taken. */
export async function nextFree(
  executor: Executor,
  actor: InWorkspace,
  channels: readonly number[],
  now: number,
): Promise<{ zone: string; slots: Map<number, Slot[]>; next: Map<number, SlotTime> }> {
  const zone = await zoneOf(executor, actor);
  const slots = await slotsOf(executor, actor, channels);
  const isTaken = await takenTimes(executor, channels);
  const next = new Map<number, SlotTime>();
  for (const [channel, own] of slots) {
    const [first] = freeTimes(own, zone, (at) => isTaken(channel, at), now);
    if (first) next.set(channel, first);
  }
  return { zone, slots, next };
}

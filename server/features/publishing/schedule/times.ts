import type { Parsed } from '#contract/http/endpoint.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type * as contract from '#contract/publishing/publications.ts';
import { type SlotTime, slotTimes } from '#contract/publishing/slots.ts';
import { addMinutes, resolveLocal } from '#contract/times.ts';
import { canonicalZone } from '#contract/zones.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError, invalid } from '../../../errors.ts';
import { renameZones } from '../../people/members/members.service.ts';
import { getChannel } from '../channels/channels.service.ts';
import type { ResolveMove, When } from '../publications/publications.service.ts';
import * as sql from './schedule.sql.ts';
import { nextFree, slotsOf, takenTimes, zoneOf } from './slots.service.ts';

/** The instants of chosen times (docs/domain/calendar.md, 'Times'). */

export type Time = Parsed<typeof contract.publishItem>['body']['at'];

type OtherTime = Parsed<typeof contract.movePublication>['body']['at'];

export const MINUTE_MS = 60_000;
const MAX_AHEAD_MS = 5 * 366 * 24 * 60 * MINUTE_MS;

export const NOW: When = { at: null, local: null, zone: null, queued: false };

/**
 * The instant of a chosen time, in the zone of the workspace where none is named. A slot is taken by
 * who holds the lock of its channel.
 * @throws AppError 400 where it has passed, the clock of the caller may be a minute slow; where the
 * channel has no free slot; 409 where the slot is none, or taken
 */
export async function resolveTime(
  executor: Executor,
  person: Pick<Member, 'workspaceId'>,
  time: Time | OtherTime,
  {
    channel,
    post,
    now,
  }: { channel: Pick<Channel, 'id' | 'handle'>; post: number | null; now: number },
): Promise<When> {
  if (time == null) return NOW;
  if (time === 'queue') {
    const { next, zone } = await nextFree(executor, person, [channel.id], now);
    const free = next.get(channel.id);
    if (!free) throw invalid({ at: [`${noSlot(channel)}.`] });
    return { ...free, zone, queued: true };
  }
  if (time === 'draft') {
    const { workspaceId } = person;
    const [own] = post === null ? [] : await sql.findDraftTime(executor, { workspaceId, post });
    if (!own) throw invalid({ at: ['This draft has no time.'] });
    return inTime({ at: resolveLocal(own.local, own.zone).instant, ...own, queued: false }, now);
  }
  if (typeof time === 'string')
    return inTime({ at: time, local: null, zone: null, queued: false }, now);
  const { local } = time;
  const queued = 'slot' in time && time.slot === true;
  const own = time.zone && !queued ? undefined : await zoneOf(executor, person);
  const zone = time.zone ?? (own as string);
  const { instant: at } = resolveLocal(local, zone);
  if (queued) await requireFreeSlot(executor, person, channel.id, { local, at });
  return inTime({ at, local, zone, queued }, now);
}

export const noSlot = ({ handle }: Pick<Channel, 'handle'>) =>
  `${handle} has no free slot: add slots to its queue`;

/** @throws AppError 400 */
function inTime(when: When & { at: string }, now: number): When {
  const at = Date.parse(when.at);
  if (at < now - MINUTE_MS) throw invalid({ at: ['This time has passed.'] });
  if (!(at < now + MAX_AHEAD_MS))
    throw invalid({ at: ['Expected a time within the next five years.'] });
  return when;
}

/** @throws AppError 409 */
async function requireFreeSlot(
  executor: Executor,
  person: Pick<Member, 'workspaceId'>,
  channel: number,
  { local, at }: SlotTime,
): Promise<void> {
  const slots = (await slotsOf(executor, person, [channel])).get(channel) ?? [];
  const before = new Date(Date.parse(at) - 1);
  const [first] = slotTimes(slots, await zoneOf(executor, person), before);
  const isTaken = await takenTimes(executor, [channel]);
  if (first?.local === local && Date.parse(first.at) === Date.parse(at) && !isTaken(channel, at))
    return;
  throw new AppError('stale', 409, 'This slot is no longer available.');
}

/** A time so many minutes later. */
export const later = (
  time: Exclude<NonNullable<Time>, 'queue' | 'draft'>,
  minutes: number,
): Time =>
  typeof time === 'string'
    ? new Date(Date.parse(time) + minutes * MINUTE_MS).toISOString()
    : { ...time, local: addMinutes(time.local, minutes) };

/**
 * Corrects the instants of wall times whose zone has other rules now, or is stored by a former name,
 * and the names of the zones of workspaces; returns their number. The rules come with Node.
 */
export async function correctInstants(executor: Executor): Promise<number> {
  const workspaces = await renameZones(executor);
  const publications = await correctAll(executor, sql.listWallTimes, sql.correctInstant);
  return (
    workspaces +
    publications +
    (await correctAll(executor, sql.listDraftTimes, sql.correctDraftTime))
  );
}

const AT_ONCE = 500;

async function correctAll(
  executor: Executor,
  list: typeof sql.listWallTimes,
  correct: typeof sql.correctInstant,
): Promise<number> {
  let [after, corrected] = [0, 0];
  // Many times have few zones.
  const names = new Map<string, string | undefined>();
  const nameOf = (zone: string) => {
    if (!names.has(zone)) names.set(zone, canonicalZone(zone));
    return names.get(zone);
  };
  for (;;) {
    const rows = await list(executor, { after, limit: AT_ONCE });
    if (!rows.length) return corrected;
    for (const { id, local, zone: named, due_at: former } of rows) {
      after = id;
      const zone = nameOf(named);
      // A zone that this Node does not know: the time stays as it is.
      if (zone === undefined) continue;
      const { instant: at } = resolveLocal(local, zone);
      if (Date.parse(at) === Date.parse(former) && zone === named) continue;
      corrected += (await correct(executor, { id, former, at, zone })).length;
    }
  }
}

/** The time of a publication that is moved, under the locks of its channel and the content. */
export const timesFor =
  ({ clock }: Pick<AppContext, 'clock'>, person: Member): ResolveMove =>
  async (tx, { channel, post }, at) =>
    resolveTime(tx, person, at, {
      channel: await getChannel(tx, person, channel),
      post,
      now: clock.now(),
    });

import { randomInt } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { orderQueue, Queue, QueueSummary } from '#contract/publishing/queue.ts';
import { type Slot, type SlotTime, slotTimes } from '#contract/publishing/slots.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { announceOfPost, lockContent } from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import { announceChannels, getChannel, listChannels } from '../channels/channels.service.ts';
import { publicationsOf, recordChange, requireSeen } from '../publications/publications.service.ts';
import * as sql from './queue.sql.ts';
import {
  freeTimes,
  lockChannels,
  nextFree,
  replaceSlots,
  slotsOf,
  takenTimes,
  zoneOf,
} from './slots.service.ts';

/** The queue of a channel: the posts that have its slots (docs/domain/calendar.md, 'The queue'). */

type Context = Transactional & Pick<AppContext, 'clock'>;
type InWorkspace = Pick<Actor, 'workspaceId'>;

/** The maximum number of posts of a queue that are listed. */
const MAX_LISTED = 200;
/** The number of hours of the week that its history shows. */
const MAX_HOURS = 5;

/** @throws AppError 404 */
export async function getQueue(
  executor: Executor,
  person: InWorkspace,
  id: number,
  now: number,
): Promise<Queue> {
  const { workspaceId } = person;
  const channel = await getChannel(executor, person, id);
  const { zone, slots, next } = await nextFree(executor, person, [id], now);
  const isTaken = await takenTimes(executor, [id]);
  const queued = await sql.listQueued(executor, { workspaceId, channel: id, limit: MAX_LISTED });
  const [counted] = await sql.countQueued(executor, { workspaceId, channels: [id] });
  const [paused] = await sql.findPaused(executor, { workspaceId, channel: id });
  const hours = hoursOf(await sql.countQuarters(executor, { workspaceId, channel: id }), zone);
  return {
    channel,
    slots: (slots.get(id) ?? []).flatMap((slot) => {
      const [first] = slotTimes([slot], zone, new Date(now));
      return first ? [{ ...slot, next: first, taken: isTaken(id, first.at) }] : [];
    }),
    queued: await publicationsOf(
      executor,
      person,
      queued.map((publication) => publication.id),
    ),
    count: counted?.count ?? 0,
    next_free: next.get(id) ?? null,
    paused: paused ?? null,
    history: {
      posts: hours.reduce((sum, { posts }) => sum + posts, 0),
      times: hours.slice(0, MAX_HOURS),
    },
  };
}

/**
 * Follows the zone of a workspace, which changes: slots keep their times of day, and so does what
 * is queued. What would have passed there keeps its instant.
 */
export async function followZone(
  tx: Transaction,
  person: Member,
  zone: string,
  now: number,
): Promise<void> {
  const { workspaceId, userId } = person;
  const channels = await listChannels(tx, { workspaceId });
  await lockChannels(
    tx,
    person,
    channels.map(({ id }) => id),
  );
  const times = (await sql.lockAllQueued(tx, { workspaceId })).flatMap(({ id, local }) => {
    const { instant: at } = resolveLocal(local, zone);
    return Date.parse(at) > now ? [{ id, at, local, zone }] : [];
  });
  if (!times.length) return;
  await sql.setTimes(tx, { workspaceId, userId, times: JSON.stringify(times) });
  tx.announce({ workspaceId, topic: 'publications', tab: person.tab });
}

/** What was published in each hour of the week of a zone, the most first. */
function hoursOf(quarters: readonly { at: string; posts: number }[], zone: string) {
  const hours = new Map<string, { weekday: number; hour: number; posts: number }>();
  for (const { at, posts } of quarters) {
    const { dayOfWeek: weekday, hour } = Temporal.PlainDateTime.from(localOf(at, zone));
    const key = `${weekday} ${hour}`;
    hours.set(key, { weekday, hour, posts: (hours.get(key)?.posts ?? 0) + posts });
  }
  return [...hours.values()].sort(
    (a, b) => b.posts - a.posts || a.weekday - b.weekday || a.hour - b.hour,
  );
}

/** The queues of these channels, or of all that are connected. */
export async function listQueues(
  executor: Executor,
  person: InWorkspace,
  now: number,
  ids?: readonly number[],
): Promise<QueueSummary[]> {
  const { workspaceId } = person;
  const known = (await listChannels(executor, { workspaceId })).filter(({ id, state }) =>
    ids ? ids.includes(id) : state !== 'disconnected',
  );
  const channels = known.map(({ id }) => id);
  const { slots, next } = await nextFree(executor, person, channels, now);
  const counts = new Map(
    (await sql.countQueued(executor, { workspaceId, channels })).map((publication) => [
      publication.channel,
      publication.count,
    ]),
  );
  return known.map(({ id, queue_paused_at: paused }) => ({
    channel: id,
    slots: slots.get(id) ?? [],
    next_free: next.get(id) ?? null,
    count: counts.get(id) ?? 0,
    paused: paused !== null,
  }));
}

/** Changes a queue under the lock of its channel, and records it. @throws AppError 404 */
function change(
  context: Context,
  person: Member,
  id: number,
  action: string,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Queue> {
  return transaction(context, async (tx) => {
    await lockChannels(tx, person, [id]);
    await getChannel(tx, person, id);
    await lockContent(tx, person);
    await work(tx);
    await record(tx, person, { action, objectType: 'channel', objectId: id });
    announceChannels(tx, person);
    return getQueue(tx, person, id, context.clock.now());
  });
}

/** Replaces the slots; what has one that is removed keeps its time. @throws AppError 404 */
export const setSlots = (context: Context, person: Member, id: number, slots: readonly Slot[]) =>
  change(context, person, id, 'set_slots', (tx) => replaceSlots(tx, person, id, slots));

/**
 * Holds the posts of the queue, or lets them go: those whose time has passed get the next free slots.
 * @throws AppError 404; 400 where there is no slot for them
 */
export const pause = (context: Context, person: Member, id: number, paused: boolean) =>
  change(context, person, id, paused ? 'pause_queue' : 'resume_queue', async (tx) => {
    const { workspaceId, userId } = person;
    const { queue_paused_at: since, handle } = await getChannel(tx, person, id);
    if ((since !== null) === paused) return;
    await sql.pause(tx, { workspaceId, userId, channel: id, paused });
    if (paused) return;
    const all = await sql.lockQueued(tx, { workspaceId, channel: id });
    const passed = all.filter(({ has_passed: hasPassed }) => hasPassed);
    const zone = await zoneOf(tx, person);
    const slots = (await slotsOf(tx, person, [id])).get(id) ?? [];
    const isTaken = await takenTimes(tx, [id]);
    const times = freeTimes(slots, zone, (at) => isTaken(id, at), context.clock.now());
    const given = passed.map((publication) => {
      const { value } = times.next();
      if (value) return { ...publication, time: { ...value, zone } };
      const detail = `There are no slots for ${passed.length} of the posts that ${handle} held: add slots, or move them.`;
      throw invalid({ non_field_errors: [detail] });
    });
    await giveTimes(tx, person, given);
  });

type Given = sql.Queued & { time: SlotTime & { zone: string } };

async function giveTimes(tx: Transaction, person: Member, given: readonly Given[]): Promise<void> {
  const { workspaceId, userId } = person;
  const times = given.map(({ id, time }) => ({ id, ...time }));
  await sql.setTimes(tx, { workspaceId, userId, times: JSON.stringify(times) });
  for (const { id, post, root } of given) {
    await recordChange(tx, person, 'move', id, root ?? undefined);
    if (post !== null) await announceOfPost(tx, person, 'publications', post);
  }
}

/** The posts of a queue whose slots are to come: a slot that has passed is given to nobody. */
const comingOf = async (tx: Transaction, { workspaceId }: Member, channel: number) =>
  (await sql.lockQueued(tx, { workspaceId, channel })).filter(
    ({ has_passed: hasPassed }) => !hasPassed,
  );

/** These posts take each other's slots, in this order. */
const exchange = (tx: Transaction, person: Member, posts: readonly sql.Queued[]) => {
  const slots = posts.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at));
  return giveTimes(
    tx,
    person,
    posts.flatMap((post, at) => {
      const slot = slots[at];
      if (!slot || slot.id === post.id) return [];
      return [{ ...post, time: { local: slot.local, at: slot.due_at, zone: slot.zone } }];
    }),
  );
};

/**
 * Posts of a queue take each other's slots, in the given order.
 * @throws AppError 404; 409 where one has left the queue, or has another slot than was seen
 */
export const order = (
  context: Context,
  person: Member,
  id: number,
  given: Parsed<typeof orderQueue>['body']['order'],
) =>
  change(context, person, id, 'order_queue', async (tx) => {
    const all = await comingOf(tx, person, id);
    const posts = given.map(({ publication, due_at: seen }) => {
      const found = all.find((entry) => entry.id === publication);
      if (!found)
        throw new AppError('stale', 409, `Publication ${publication} is no longer in this queue.`);
      requireSeen(found, seen);
      return found;
    });
    await exchange(tx, person, posts);
  });

/** Shuffles the slots of the posts of a queue. @throws AppError 404 */
export const shuffle = (context: Context, person: Member, id: number) =>
  change(context, person, id, 'shuffle_queue', async (tx) => {
    // Those that the page lists: nobody else waits for long.
    const posts = (await comingOf(tx, person, id)).slice(0, MAX_LISTED);
    for (let last = posts.length - 1; last > 0; last--) {
      const at = randomInt(last + 1);
      [posts[last], posts[at]] = [posts[at] as sql.Queued, posts[last] as sql.Queued];
    }
    await exchange(tx, person, posts);
  });

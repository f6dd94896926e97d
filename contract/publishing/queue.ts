import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, IdText, Instant, InstantText, repeated, UserRef } from '../http/fields.ts';
import { Channel } from './channels.ts';
import { Publication } from './publications.ts';

/**
 * The queue of a channel: weekly slots, and the posts that have them (docs/domain/calendar.md, 'The
 * queue').
 */

/** The maximum number of slots of a channel in a week. */
const MAX_SLOTS = 200;
/** The maximum number of posts of a queue that are listed, and ordered by hand. */
const MAX_QUEUED = 200;

const EXPECTED_TIME = 'Expected a time, such as 09:00.';

const Slot = z.object({
  /** ISO 8601: 1 is Monday. */
  weekday: z
    .int('Expected a day of the week.')
    .min(1, 'Expected a day of the week, from 1 for Monday.')
    .max(7, 'Expected a day of the week, up to 7 for Sunday.'),
  time: z.string(EXPECTED_TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, EXPECTED_TIME),
});

const Slots = z
  .array(Slot, 'Expected a list of slots.')
  .max(MAX_SLOTS, `Expected at most ${MAX_SLOTS} slots.`)
  .refine(
    (slots) =>
      new Set(slots.map(({ weekday, time }) => `${weekday} ${time}`)).size === slots.length,
    'Each slot can be listed only once.',
  );

/** A time of a slot: the wall time in the zone of the workspace, and the instant. */
const SlotTime = z.object({ local: z.string(), at: Instant });

const Queue = z.object({
  channel: Channel,
  /** In the order of the week, each with its next time, and whether that is taken. */
  slots: z.array(Slot.extend({ next: SlotTime, taken: z.boolean() })),
  /** The posts that have a slot, the first one first; 200 at most. */
  queued: z.array(Publication),
  /** The number of all of them. */
  count: z.int(),
  next_free: SlotTime.nullable(),
  /** Who has paused it, and when; null where it runs. */
  paused: z.object({ by: UserRef, at: Instant }).nullable(),
  /** When this channel has published in the last 90 days: the most frequent hours of the week. */
  history: z.object({
    posts: z.int(),
    times: z.array(z.object({ weekday: z.int(), hour: z.int(), posts: z.int() })),
  }),
});
export type Queue = z.output<typeof Queue>;

export const getQueue = endpoint({
  method: 'GET',
  path: '/api/channels/:id/queue/',
  access: 'read',
  summary: 'The slots of a channel, and the posts that have them',
  params: IdParams,
  response: Queue,
});

/** What has a slot that is removed keeps its time. */
export const setSlots = endpoint({
  method: 'PUT',
  path: '/api/channels/:id/slots/',
  access: 'decide',
  summary: 'Replace the weekly slots of a channel',
  params: IdParams,
  body: z.object({ slots: Slots }),
  response: Queue,
});

/** Posts of the queue that is paused are held; those whose time has passed get a slot anew then. */
export const pauseQueue = endpoint({
  method: 'POST',
  path: '/api/channels/:id/queue/pause/',
  access: 'decide',
  summary: 'Pause or resume the queue of a channel',
  params: IdParams,
  body: z.object({ paused: z.boolean('Expected true or false.') }),
  response: Queue,
});

/** The times stay as they are: the posts take them in the given order. */
export const orderQueue = endpoint({
  method: 'POST',
  path: '/api/channels/:id/queue/order/',
  access: 'decide',
  summary: 'Reorder the posts of a queue by exchanging their slots',
  params: IdParams,
  body: z.object({
    order: z
      .array(
        z.object({ publication: Id, due_at: InstantText }),
        'Expected publications, each with the time that was seen.',
      )
      .min(2, 'Expected at least two publications.')
      .max(MAX_QUEUED, `Expected at most ${MAX_QUEUED} publications.`)
      .refine(
        (order) => new Set(order.map(({ publication }) => publication)).size === order.length,
        'Each publication can be listed only once.',
      ),
  }),
  response: Queue,
});

export const shuffleQueue = endpoint({
  method: 'POST',
  path: '/api/channels/:id/queue/shuffle/',
  access: 'decide',
  summary: 'Shuffle the slots of the posts of a queue',
  params: IdParams,
  response: Queue,
});

/** Everything that a page needs of the queues of all channels. */
const QueueSummary = z.object({
  channel: z.int(),
  slots: z.array(Slot),
  next_free: SlotTime.nullable(),
  /** The number of posts that have a slot. */
  count: z.int(),
  paused: z.boolean(),
});
export type QueueSummary = z.output<typeof QueueSummary>;

export const listQueues = endpoint({
  method: 'GET',
  path: '/api/queues/',
  access: 'read',
  summary: 'The slots of all channels, and the next free one of each',
  query: z.object({ channel: repeated(IdText).optional() }),
  response: z.array(QueueSummary),
});

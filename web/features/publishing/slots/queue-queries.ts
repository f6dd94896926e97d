import { useQuery } from '@tanstack/react-query';
import * as queue from '#contract/publishing/queue.ts';
import type { Slot } from '#contract/publishing/slots.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const CHANGED = [keys.publications, keys.channels, keys.items];

const idOf = (id: number) => ({ params: { id: String(id) } });

/** The slots of all channels, and the next free one of each. */
export const useQueues = () =>
  useQuery({
    queryKey: keys.queues,
    queryFn: ({ signal }) => call(queue.listQueues, { query: {}, signal }),
  });

/** The queue of a channel. */
export const useQueue = (channel: number) =>
  useQuery({
    queryKey: keys.queue(channel),
    queryFn: ({ signal }) => call(queue.getQueue, { ...idOf(channel), signal }),
  });

export const useSetSlots = () =>
  useInvalidatingMutation({
    run: ({ channel, slots }: { channel: number; slots: Slot[] }) =>
      call(queue.setSlots, { ...idOf(channel), body: { slots } }),
    invalidates: CHANGED,
    success: 'Slots saved',
    failure: 'Failed to save the slots',
  });

/** The same slots for several channels. */
export const useSetSlotsOf = () =>
  useInvalidatingMutation({
    run: async ({ channels, slots }: { channels: readonly number[]; slots: Slot[] }) => {
      for (const channel of channels)
        await call(queue.setSlots, { ...idOf(channel), body: { slots } });
    },
    invalidates: CHANGED,
    success: 'Slots saved',
    failure: 'Failed to save the slots',
  });

export const usePauseQueue = () =>
  useInvalidatingMutation({
    run: ({ channel, paused }: { channel: number; paused: boolean }) =>
      call(queue.pauseQueue, { ...idOf(channel), body: { paused } }),
    invalidates: CHANGED,
    success: (_, { paused }) => (paused ? 'Queue paused' : 'Queue resumed'),
    failure: 'Failed to change the queue',
  });

type Order = { publication: number; due_at: string }[];

export const useOrderQueue = () =>
  useInvalidatingMutation({
    run: ({ channel, order }: { channel: number; order: Order }) =>
      call(queue.orderQueue, { ...idOf(channel), body: { order } }),
    invalidates: CHANGED,
    failure: 'Failed to move the post',
  });

export const useShuffleQueue = () =>
  useInvalidatingMutation({
    run: (channel: number) => call(queue.shuffleQueue, idOf(channel)),
    invalidates: CHANGED,
    success: 'Shuffled',
    failure: 'Failed to shuffle the queue',
  });

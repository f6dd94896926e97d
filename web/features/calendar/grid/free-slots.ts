import type { QueueSummary } from '#contract/publishing/queue.ts';
import { slotTimesBetween } from '#contract/publishing/slots.ts';
import { localOf } from '#contract/times.ts';
import { minutesOf, timeOf } from '#web/features/calendar/entries/days.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';

/** The slots of a week that are drawn. */
const MAX_SLOTS = 400;

/** `local`: in the zone of the calendar. */
export type FreeSlot = { local: string; at: string; channels: number[] };

type Period = {
  /** Instants. */
  from: string;
  to: string;
  /** That of the slots, and that of the calendar. */
  slotZone: string;
  zone: string;
};

/** Free slots of a period: of several channels at one time they are one. */
export function freeSlots(
  queues: readonly QueueSummary[],
  entries: readonly Entry[],
  { from, to, slotZone, zone }: Period,
): FreeSlot[] {
  const taken = new Set(
    entries.flatMap(({ channels, due, state }) =>
      state === 'cancelled' || state === 'draft'
        ? []
        : channels.map((channel) => `${channel} ${Math.floor(due / 60_000)}`),
    ),
  );
  const slots = new Map<string, FreeSlot>();
  const now = new Date();
  for (const { channel, slots: own } of queues) {
    const begin = Date.parse(from) > now.getTime() ? new Date(Date.parse(from) - 1) : now;
    for (const { at } of slotTimesBetween(own, slotZone, { from: begin, to, limit: MAX_SLOTS })) {
      if (taken.has(`${channel} ${Math.floor(Date.parse(at) / 60_000)}`)) continue;
      const known = slots.get(at);
      if (known) known.channels.push(channel);
      else slots.set(at, { local: localOf(at, zone), at, channels: [channel] });
    }
  }
  return [...slots.values()];
}

/** Where an arrow leads an entry: to the next free slot, or by an hour where its channels have none. */
export function nextPlace(
  entry: Entry,
  direction: -1 | 1,
  { slots, queues }: { slots: readonly FreeSlot[]; queues: readonly QueueSummary[] },
) {
  const [free] = slots
    .filter(({ channels }) => entry.channels.every((id) => channels.includes(id)))
    .filter(({ at }) => Math.sign(Date.parse(at) - entry.due) === direction)
    .toSorted((a, b) => direction * (Date.parse(a.at) - Date.parse(b.at)));
  if (free) return { local: free.local, slot: entry.state !== 'draft' };
  const hasSlots = queues.some(
    ({ channel, slots: all }) => entry.channels.includes(channel) && all.length > 0,
  );
  if (hasSlots) return undefined;
  const minutes = minutesOf(entry.local) + 60 * direction;
  if (minutes < 0 || minutes >= 24 * 60) return undefined;
  return { local: `${entry.day}T${timeOf(minutes)}` };
}

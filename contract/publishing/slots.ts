import { Temporal } from 'temporal-polyfill';
import { localOf, resolveLocal } from '../times.ts';

/** The arithmetic of weekly slots (docs/domain/calendar.md, 'The queue'). */

export type Slot = {
  /** ISO 8601: 1 is Monday. */
  weekday: number;
  /** A wall time: 09:00. */
  time: string;
};

/** One time of a slot: its wall time, and the instant. */
export type SlotTime = { local: string; at: string };

const dayOf = (at: string | Date, zone: string) => localOf(at, zone).slice(0, 10);

/**
 * The times of slots after an instant, in order and without end, where there are any. A wall time
 * that does not exist moves forward by the gap; of one that comes twice, it is the first. Slots that
 * fall on the same instant are one.
 */
export function* slotTimes(
  slots: readonly Slot[],
  zone: string,
  after: string | Date,
): Generator<SlotTime, void> {
  if (slots.length === 0) return;
  let last = new Date(after).getTime();
  // From the day before: a gap may carry a time over midnight, which then waits for its day.
  let day = Temporal.PlainDate.from(dayOf(new Date(last), zone)).subtract({ days: 1 });
  let pending: SlotTime[] = [];
  for (; ; day = day.add({ days: 1 })) {
    for (const { weekday, time } of slots) {
      if (weekday !== day.dayOfWeek) continue;
      const local = `${day}T${time}`;
      pending.push({ local, at: new Date(resolveLocal(local, zone).instant).toISOString() });
    }
    pending.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const reached = day.toString();
    const due = pending.filter(({ at }) => dayOf(at, zone) <= reached);
    pending = pending.slice(due.length);
    for (const slot of due) {
      if (Date.parse(slot.at) <= last) continue;
      last = Date.parse(slot.at);
      yield slot;
    }
  }
}

/** The times of slots from one instant to another, at most `limit`. */
export function slotTimesBetween(
  slots: readonly Slot[],
  zone: string,
  { from, to, limit }: { from: string | Date; to: string | Date; limit: number },
): SlotTime[] {
  const end = new Date(to).getTime();
  const found: SlotTime[] = [];
  for (const slot of slotTimes(slots, zone, from)) {
    if (Date.parse(slot.at) >= end || found.length === limit) break;
    found.push(slot);
  }
  return found;
}

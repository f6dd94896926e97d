import { localOf, resolveLocal } from '#contract/times.ts';
import { timeOf } from '#web/features/calendar/entries/days.ts';

/** The time of a draft that is dropped on a day, where that is not past. */
const MORNING = 9 * 60;
const LAST = 23 * 60 + 45;

export const isPassed = (local: string, zone: string) =>
  Date.parse(resolveLocal(local, zone).instant) < Date.now();

/** A time on a day that has not passed: the morning, or the next full hour. */
export function firstTime(day: string, zone: string): string {
  const morning = `${day}T${timeOf(MORNING)}`;
  if (!isPassed(morning, zone)) return morning;
  const hour = localOf(new Date(Date.now() + 60 * 60_000), zone).slice(11, 13);
  const next = `${day}T${hour}:00`;
  return isPassed(next, zone) ? `${day}T${timeOf(LAST)}` : next;
}

/** A time rounded to a quarter of an hour, within its day. */
export const quarterOf = (minutes: number): string =>
  timeOf(Math.min(LAST, Math.max(0, Math.round(minutes / 15) * 15)));

import { Temporal } from 'temporal-polyfill';
import { localOf, resolveLocal } from '#contract/times.ts';
import { formatDay } from '#web/lib/time/time.ts';

/** The days of a calendar, as text: 2026-11-24. */

const DAYS = 7;

const plain = (day: string) => Temporal.PlainDate.from(day);

export const addDays = (day: string, days: number): string => plain(day).add({ days }).toString();

export const addMonths = (day: string, months: number): string =>
  plain(day).add({ months }).toString();

/** ISO 8601: 1 is Monday. */
const weekdayOf = (day: string): number => plain(day).dayOfWeek;

/** The day in a zone now. */
export const todayIn = (zone: string): string => localOf(new Date(), zone).slice(0, 10);

export const isDay = (text: string | null): text is string => {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    plain(text);
    return true;
  } catch {
    return false;
  }
};

export const startOfWeek = (day: string, first: number): string =>
  addDays(day, -((weekdayOf(day) - first + DAYS) % DAYS));

export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(day, n));

/** The weeks that have days of the month of this day. */
export function weeksOfMonth(day: string, first: number): string[][] {
  const month = day.slice(0, 7);
  const weeks: string[][] = [];
  for (let start = startOfWeek(`${month}-01`, first); ; start = addDays(start, DAYS)) {
    if (weeks.length > 0 && start.slice(0, 7) !== month) return weeks;
    weeks.push(daysFrom(start, DAYS));
  }
}

export type View = 'month' | 'week' | 'list';

/** The first day that a view shows, and the one after the last. */
export function rangeOf(view: View, day: string, first: number): { from: string; to: string } {
  if (view !== 'month') {
    const from = startOfWeek(day, first);
    return { from, to: addDays(from, DAYS) };
  }
  const weeks = weeksOfMonth(day, first);
  const from = (weeks[0] as string[])[0] as string;
  return { from, to: addDays(from, weeks.length * DAYS) };
}

/** The instant at which a day begins in a zone. */
export const startOf = (day: string, zone: string): string =>
  new Date(resolveLocal(`${day}T00:00`, zone).instant).toISOString();

/** Whether the reader writes '24 Nov', and not 'Nov 24'. */
const isDayFirst = /^2/.test(formatDay('2026-11-24', { day: 'numeric', month: 'short' }));

/** '23 to 29 Nov 2026', '30 Nov to 6 Dec 2026'. */
export function weekName(from: string): string {
  const to = addDays(from, DAYS - 1);
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  const start = formatDay(from, {
    day: 'numeric',
    ...((!sameMonth || !isDayFirst) && { month: 'short' }),
    ...(!sameYear && { year: 'numeric' }),
  });
  return `${start} to ${formatDay(to, { day: 'numeric', month: 'short', year: 'numeric' })}`;
}

/** The minutes of a wall time since midnight. */
export const minutesOf = (local: string): number =>
  Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

/** '09:05' of so many minutes since midnight. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

import { formatDay } from './time.ts';

/** Days, such as 2026-11-24, as a reader knows them. */

/** 'Mon', 'Monday'. */
export const weekdayName = (day: string, length: 'short' | 'long' = 'short') =>
  formatDay(day, { weekday: length });

/** 'Tue 24 Nov', with the year where it is another one than this. */
export function dayName(day: string): string {
  const isThisYear = day.slice(0, 4) === String(new Date().getFullYear());
  return formatDay(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** 'Tuesday 24 November 2026'. */
export const longDayName = (day: string) =>
  formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** In a month: '24', and '1 Dec' at the beginning of another one. */
export const shortDayName = (day: string, isFirst: boolean) =>
  isFirst || day.endsWith('-01')
    ? formatDay(day, { day: 'numeric', month: 'short' })
    : String(Number(day.slice(8)));

export const monthName = (day: string) => formatDay(day, { month: 'long', year: 'numeric' });

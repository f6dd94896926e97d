/** Days, such as 2026-11-24, as a reader knows them. */

const formats = new Map<string, Intl.DateTimeFormat>();

export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  formats.set(key, known);
  return known.format(new Date(`${day}T00:00:00Z`));
}

/** 'Mon', 'Monday'. */
export const weekdayName = (day: string, length: 'short' | 'long' = 'short') =>
  formatDay(day, { weekday: length });

/** 'Tue 24 Nov', with the year where it is another one than this. */
export function dayName(day: string): string {
  const isThisYear = day.slice(0, 4) === String(new Date().getFullYear());
  const text = formatDay(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return text.replace(',', '');
}

/** 'Tuesday 24 November 2026'. */
export const longDayName = (day: string) =>
  formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(
    ',',
    '',
  );

/** In a month: '24', and '1 Dec' at the beginning of another one. */
export const shortDayName = (day: string, isFirst: boolean) =>
  isFirst || day.endsWith('-01')
    ? formatDay(day, { day: 'numeric', month: 'short' })
    : String(Number(day.slice(8)));

export const monthName = (day: string) => formatDay(day, { month: 'long', year: 'numeric' });

import { READER } from './locale.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** The relative time (docs/domain/pages.md, 'Relative time'). */
export function relativeTime(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1000));
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  if (seconds < MONTH) return `${Math.floor(seconds / DAY)}d ago`;
  const months = Math.floor(seconds / MONTH);
  // Twelve times thirty days are less than a year: it stays at eleven months until then.
  return months < 12 ? `${months}mo ago` : `${Math.max(1, Math.floor(seconds / (365 * DAY)))}y ago`;
}

/** The periods of the 'Updated' filter; undefined for all time. */
export type Period = 'today' | 'week' | 'month';
const PERIOD_DAYS: Record<Period, number> = { today: 0, week: 7, month: 30 };

/** The start of a period, today's in this zone (docs/domain/content.md, 'List filters'). */
export function periodStart(period: Period, zone: string, now = new Date()): string {
  if (period === 'today') return midnight(now, zone).toISOString();
  // Rounded to the minute, so that repeated queries share a cache entry.
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  return new Date(minute - PERIOD_DAYS[period] * DAY * 1000).toISOString();
}

/** The beginning of the day of an instant in a zone. */
function midnight(now: Date, zone: string): Date {
  // Sweden writes 2026-11-24 09:00:00.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const wall = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
  const instant = Math.floor(now.getTime() / 1000) * 1000;
  const wanted = wall(instant) - (wall(instant) % (DAY * 1000));
  const about = instant - (wall(instant) - wanted);
  // Where clocks have changed since, an hour is left.
  return new Date(about - (wall(about) - wanted));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format in the reader's language and clock; making one is slow, so that each is kept. */
export function formatIn(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const hours = READER.hour12 ? { hour12: true } : { hourCycle: 'h23' as const };
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(READER.language, {
      ...options,
      ...(options.hour && hours),
      timeZone: zone,
    });
  formats.set(key, known);
  return known;
}

export const CLOCK = {
  hour: READER.hour12 ? 'numeric' : '2-digit',
  minute: '2-digit',
} as const satisfies Intl.DateTimeFormatOptions;
const DAY_AND_TIME = { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK } as const;

/**
 * Day and time in a zone: 'Tue 24 Nov, 09:00', with the year where it is another one, in the
 * reader's format. The zone is that of the workspace (`useZone`): a page has one clock.
 */
export function zonedTime(instant: string | Date, zone: string): string {
  const date = new Date(instant);
  const year = formatIn(zone, { year: 'numeric' });
  const isThisYear = year.format(date) === year.format(Date.now());
  const format = formatIn(zone, { ...DAY_AND_TIME, ...(!isThisYear && { year: 'numeric' }) });
  return withoutComma(format.format(date));
}

/** The day of an instant, with its year. */
export const zonedDay = (instant: string, zone: string): string =>
  formatIn(zone, { dateStyle: 'medium' }).format(new Date(instant));

/** Without the comma after the weekday, which some versions of a browser have, and others not. */
const withoutComma = (text: string) => text.replace(/^([^\s,]+),/, '$1');

/** The time of day of an instant: '09:00'. */
export const timeOfDay = (instant: string, zone: string): string =>
  formatIn(zone, CLOCK).format(new Date(instant));

/** A wall time, 09:00, as the reader's clock shows it. */
export const clockTime = (time: string): string =>
  READER.hour12 ? formatIn('UTC', CLOCK).format(new Date(`1970-01-01T${time}Z`)) : time;

/** A day, such as 2026-11-24, in the reader's language. */
export const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  withoutComma(formatIn('UTC', options).format(new Date(`${day}T00:00Z`)));

/** A duration from now in words: '1 day 19 hours', '5 minutes'. */
export function timeUntil(instant: string | Date, now = Date.now()): string {
  const date = typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
  const minutes = Math.max(0, Math.round((date - now) / 60_000));
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return hours > 0 ? `${of(days, 'day')} ${of(hours, 'hour')}` : of(days, 'day');
  const rest = minutes % 60;
  if (hours > 0) return rest > 0 ? `${of(hours, 'hour')} ${of(rest, 'minute')}` : of(hours, 'hour');
  return of(minutes, 'minute');
}

/** Of these, one has a name for most zones: 'CET' is British, 'EST' American. */
const NAMING = ['en-GB', 'en-US', 'en-AU'];

/** The name of a zone for a reader, with its abbreviation at an instant: 'Berlin (CET)'. */
export function zoneName(zone: string, at: Date = new Date()): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const names = NAMING.map(
    (language) =>
      new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' })
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  );
  const short = names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0];
  return !short || short === city ? city : `${city} (${short})`;
}

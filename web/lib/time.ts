const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** The relative time (docs/domain.md, 'Relative time'). */
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

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time in the local time zone. */
export const fullTime = (instant: string) => full.format(new Date(instant));

/** The periods of the 'Updated' filter; undefined for all time. */
export type Period = 'today' | 'week' | 'month';
const PERIOD_DAYS: Record<Period, number> = { today: 0, week: 7, month: 30 };

/** The start of a period (docs/domain.md, 'List filters'). */
export function periodStart(period: Period, now = new Date()): string {
  if (period === 'today')
    return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  // Rounded to the minute, so that repeated queries share a cache entry.
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  return new Date(minute - PERIOD_DAYS[period] * DAY * 1000).toISOString();
}

const zoned = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string) {
  const known =
    zoned.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
  zoned.set(zone, known);
  return known;
}

/** Day and time in a zone: 'Tue 24 Nov, 09:00', with the year where it is another one. */
export function zonedTime(instant: string | Date, zone: string): string {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  const { year, weekday, day, month, hour, minute } = Object.fromEntries(
    formatter(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const thisYear = new Date().getFullYear();
  const dayText = `${weekday} ${day} ${month}${Number(year) === thisYear ? '' : ` ${year}`}`;
  return `${dayText}, ${hour}:${minute}`;
}

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

/** The name of a zone for a reader, with its abbreviation at an instant: 'Berlin (CET)'. */
export function zoneName(zone: string, at: Date = new Date()): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    timeZoneName: 'short',
  }).formatToParts(at);
  const short = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return short === '' || short === city ? city : `${city} (${short})`;
}

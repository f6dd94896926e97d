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

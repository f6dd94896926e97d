const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** How long ago that was, in the words of section 9. */
export function relativeTime(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1000));
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  if (seconds < MONTH) return `${Math.floor(seconds / DAY)}d ago`;
  const months = Math.floor(seconds / MONTH);
  // Twelve times thirty days are no year yet: 'under 12 months' it stays at eleven until there is one.
  return months < 12 ? `${months}mo ago` : `${Math.max(1, Math.floor(seconds / (365 * DAY)))}y ago`;
}

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time in the reader's own zone. */
export const fullTime = (instant: string) => full.format(new Date(instant));

/** The periods of the 'Updated' filter; none for all time. */
export type Period = 'today' | 'week' | 'month';
const PERIOD_DAYS: Record<Period, number> = { today: 0, week: 7, month: 30 };

/** When a period began (section 9): today at local midnight, the others so many days before this minute. */
export function periodStart(period: Period, now = new Date()): string {
  if (period === 'today') return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  // To the minute, so that the same question asked twice in a moment is the same question.
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  return new Date(minute - PERIOD_DAYS[period] * DAY * 1000).toISOString();
}

import { READER } from './locale.ts';
import { CLOCK, formatIn } from './time.ts';

/** Times of day that few pages show. */

/** The time of day of an instant, to the second. */
export const secondOf = (instant: string, zone: string): string =>
  formatIn(zone, { ...CLOCK, second: '2-digit' }).format(new Date(instant));

const walls = new Map<string, Intl.DateTimeFormat>();

/**
 * The wall time of an instant, 2026-11-24T09:00, as `localOf` of the contract; a calendar has
 * thousands, and this is many times as fast.
 */
export function wallTime(instant: number, zone: string): string {
  const wall =
    walls.get(zone) ??
    // Sweden writes 2026-11-24 09:00.
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  walls.set(zone, wall);
  return wall.format(instant).replace(' ', 'T');
}

/** A full hour: '09:00', and '9 AM' where the clock has twelve. */
export const hourName = (hour: number): string => {
  const time = `${String(hour).padStart(2, '0')}:00`;
  if (!READER.hour12) return time;
  return formatIn('UTC', { hour: 'numeric' }).format(new Date(`1970-01-01T${time}Z`));
};

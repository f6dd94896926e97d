import { Temporal } from 'temporal-polyfill';

/** The arithmetic of wall times in a zone (docs/domain/calendar.md, 'Times'). */

type Resolved = {
  /** ISO 8601, UTC. */
  instant: string;
  /**
   * - `skipped`: clocks are put forward over it; the instant is later by the gap.
   * - `repeated`: it comes twice; the instant is that of the first time.
   */
  kind: 'exact' | 'skipped' | 'repeated';
  /** The wall time of the instant. */
  local: string;
};

/** The instant of a wall time. */
export function resolveLocal(local: string, zone: string): Resolved {
  const plain = Temporal.PlainDateTime.from(local);
  const resolved = plain.toZonedDateTime(zone, { disambiguation: 'compatible' });
  const wall = resolved.toPlainDateTime();
  const kind = !wall.equals(plain)
    ? 'skipped'
    : plain.toZonedDateTime(zone, { disambiguation: 'later' }).equals(resolved)
      ? 'exact'
      : 'repeated';
  return {
    instant: resolved.toInstant().toString(),
    kind,
    local: wall.toString({ smallestUnit: 'minute' }),
  };
}

/** The wall time of an instant, to the minute. */
export const localOf = (instant: string | Date, zone: string): string =>
  Temporal.Instant.from(typeof instant === 'string' ? instant : instant.toISOString())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute', roundingMode: 'floor' });

/** A day of a zone: its first instant, and the first one after it. */
type Day = { day: string; from: string; to: string };

/** Days of a zone one after another; the first is so many after the day of an instant. */
export function daysOf(
  instant: string | Date,
  zone: string,
  { after, count }: { after: number; count: number },
): Day[] {
  const today = Temporal.PlainDate.from(localOf(instant, zone).slice(0, 10));
  const dayAt = (n: number) => today.add({ days: after + n });
  const startOf = (n: number) => dayAt(n).toZonedDateTime(zone).toInstant().toString();
  return Array.from({ length: count }, (_, n) => ({
    day: dayAt(n).toString(),
    from: startOf(n),
    to: startOf(n + 1),
  }));
}

/** The first day of the month of an instant in a zone, as `2026-01-01`. */
export const monthDayOf = (instant: string | Date, zone: string): string =>
  `${localOf(instant, zone).slice(0, 7)}-01`;

/** The beginning of the month of an instant in a zone. */
export const monthOf = (instant: string | Date, zone: string): string =>
  Temporal.PlainDate.from(monthDayOf(instant, zone)).toZonedDateTime(zone).toInstant().toString();

/** Moves a wall time by minutes. */
export const addMinutes = (local: string, minutes: number): string =>
  Temporal.PlainDateTime.from(local).add({ minutes }).toString({ smallestUnit: 'minute' });

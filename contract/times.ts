import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Wall times in a zone (docs/domain.md, 'Times'). */

/** Whether this is an IANA zone that the arithmetic knows. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(zone);
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}

export const Zone = z
  .string('Expected a time zone, such as Europe/Berlin.')
  .max(100, 'Expected a time zone, such as Europe/Berlin.')
  .refine(isZone, 'Expected a time zone, such as Europe/Berlin.');

const LOCAL = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** A wall time to the minute: 2026-11-24T09:00. */
export const LocalTime = z
  .string('Expected a date and a time, such as 2026-11-24T09:00.')
  .refine((text) => {
    try {
      return LOCAL.test(text) && Temporal.PlainDateTime.from(text).toString().startsWith(text);
    } catch {
      return false;
    }
  }, 'This time does not exist. Expected a date and a time, such as 2026-11-24T09:00.');

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

/** Moves a wall time by minutes. */
export const addMinutes = (local: string, minutes: number): string =>
  Temporal.PlainDateTime.from(local).add({ minutes }).toString({ smallestUnit: 'minute' });

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

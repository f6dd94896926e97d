import { Temporal } from 'temporal-polyfill';

/** The arithmetic of wall times in a zone (docs/domain.md, 'Times'). */

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

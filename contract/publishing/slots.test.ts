import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { localOf } from '../times.ts';
import { type Slot, slotTimes, slotTimesBetween } from './slots.ts';

/** Ten years, from the beginning of 2020: the zones that have changed their rules since are there. */
const [BEGIN, END] = [Date.UTC(2020, 0, 1), Date.UTC(2030, 0, 1)];

const zoned = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

/** The changes of the clocks of a zone in these years, in milliseconds since 1970. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  for (let at = zoned(BEGIN, zone); ; ) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds > END) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}

const STEP_MS = 30 * 60_000;
const AROUND_MS = 6 * 60 * 60_000;

/** Every half hour of the wall clock, each day. */
const everyHalfHour: Slot[] = Array.from({ length: 7 * 48 }, (_, n) => {
  const half = Math.floor(n / 7);
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return { weekday: (n % 7) + 1, time: `${hour}:${half % 2 ? '30' : '00'}` };
});

/** A zone for each history of the clocks in these years, with its changes: many zones share theirs. */
const zones = new Map<string, [zone: string, changes: number[]]>();
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const changes = changesOf(zone);
  const history = changes.map((at) => [at, zoned(at - 1, zone).offset, zoned(at, zone).offset]);
  zones.set(history.join(), [zone, changes]);
}

describe('the times of slots, at each change of the clocks of every zone in ten years', () => {
  test.each([...zones.values()])('%s', (zone, changes) => {
    for (const change of changes) {
      const [from, to] = [change - AROUND_MS, change + AROUND_MS];
      const [before, after] = [zoned(change - 1, zone), zoned(change, zone)];
      const gap = (after.offsetNanoseconds - before.offsetNanoseconds) / 1e6;
      const wall = (ms: number) => ms + (ms < change ? before : after).offsetNanoseconds / 1e6;
      // The wall clock jumps from here.
      const jump = change + before.offsetNanoseconds / 1e6;
      const times = slotTimesBetween(everyHalfHour, zone, {
        from: new Date(from),
        to: new Date(to),
        limit: 1000,
      });
      const seen = times.map(({ at }) => Date.parse(at));
      // In order, and each instant once.
      expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
      const chosen = times.map(({ local }) => Date.parse(`${local}Z`));
      const isMissing = (time: number) => gap > 0 && time >= jump && time < jump + gap;
      // The wall time is kept; a missing one moves forward by the gap.
      expect(seen.map(wall)).toEqual(chosen.map((time) => (isMissing(time) ? time + gap : time)));
      // One that comes twice is the first.
      const isDouble = (time: number) => gap < 0 && time >= jump + gap && time < jump;
      expect(seen.filter((at, n) => isDouble(chosen[n] as number) && at >= change)).toEqual([]);
      // None is left out but what comes a second time.
      const walls = new Set(seen.map(wall));
      const missed: number[] = [];
      for (let ms = Math.ceil((from + 1) / STEP_MS) * STEP_MS; ms < to; ms += STEP_MS) {
        const isSecond = ms >= change && isDouble(wall(ms));
        if (wall(ms) % STEP_MS === 0 && !isSecond && !walls.has(wall(ms))) missed.push(ms);
      }
      expect(missed).toEqual([]);
    }
  });
});

test('follow each other without end, from the first after an instant', () => {
  const times = slotTimes(
    [
      { weekday: 2, time: '09:00' },
      { weekday: 1, time: '17:45' },
    ],
    'Europe/Berlin',
    '2026-11-23T16:45:00Z',
  );
  expect([times.next().value, times.next().value, times.next().value]).toEqual([
    { local: '2026-11-24T09:00', at: '2026-11-24T08:00:00.000Z' },
    { local: '2026-11-30T17:45', at: '2026-11-30T16:45:00.000Z' },
    { local: '2026-12-01T09:00', at: '2026-12-01T08:00:00.000Z' },
  ]);
  expect(localOf('2026-11-30T16:45:00Z', 'Europe/Berlin')).toBe('2026-11-30T17:45');
});

test('are none where there are no slots', () => {
  expect([...slotTimes([], 'UTC', '2026-11-23T00:00:00Z')]).toEqual([]);
});

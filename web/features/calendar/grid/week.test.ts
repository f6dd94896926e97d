import { describe, expect, test } from 'vitest';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { entriesOf, mostUrgent } from '#web/features/calendar/entries/entries.ts';
import { entryOf } from '#web/testing/samples.ts';
import { nextPlace } from './free-slots.ts';
import { placed } from './week-layout.ts';

const DAY = '2026-11-24';
const entryAt = (time: string, fields: Parameters<typeof entryOf>[0] = {}) => {
  const due_at = `${DAY}T${time}:00.000Z`;
  const [entry] = entriesOf([entryOf({ due_at, ...fields })], 'UTC');
  if (!entry) throw new Error('no entry');
  return entry;
};

describe('the entries of a day', () => {
  const shownOf = (...times: string[]) =>
    placed(times.map((time) => entryAt(time))).map(({ entry, hidden }) => [entry.time, hidden]);
  test('are all drawn where none covers another', () =>
    expect(shownOf('09:00', '12:00')).toEqual([
      ['09:00', 0],
      ['12:00', 0],
    ]));
  test('are counted by the first one of those that would cover each other', () =>
    expect(shownOf('09:00', '09:10', '09:20', '10:10', '10:15', '15:00')).toEqual([
      ['09:00', 2],
      ['10:10', 1],
      ['15:00', 0],
    ]));
  test('at one time show what most needs attention', () => {
    const entries = (['published', 'stopped', 'scheduled'] as const).map((state, n) =>
      entryAt('09:00', { state, item: n + 1, publication: n + 1 }),
    );
    expect(placed(entries)).toMatchObject([{ entry: { state: 'stopped' }, hidden: 2 }]);
    expect(mostUrgent(entries, 2).map(({ state }) => state)).toEqual(['stopped', 'scheduled']);
    expect(mostUrgent(entries, 3)).toBe(entries);
  });
  test('stay within the day', () => {
    const [late] = placed([entryAt('23:59')]);
    expect(late?.top).toBe(24 * 52 - 60);
  });
});

describe('an arrow leads an entry', () => {
  const slots = ['08:00', '11:00', '14:00'].map((time) => ({
    local: `${DAY}T${time}`,
    at: `${DAY}T${time}:00.000Z`,
    channels: [1],
  }));
  const queues = [{ channel: 1, slots: [{ weekday: 2, time: '08:00' }] }] as QueueSummary[];
  const entry = entryAt('12:00', { channels: [1] });
  test('to the next free slot of its channels, before or after it', () => {
    const next = nextPlace(entry, 1, { slots, queues });
    expect(next).toEqual({ local: `${DAY}T14:00`, slot: true });
    const previous = nextPlace(entry, -1, { slots, queues });
    expect(previous).toEqual({ local: `${DAY}T11:00`, slot: true });
  });
  test('nowhere, where no slot is free', () =>
    expect(nextPlace(entry, 1, { slots: slots.slice(0, 2), queues })).toBeUndefined());
  test('by an hour within the day, where its channels have no slots', () => {
    const none = { slots: [], queues: [] };
    expect(nextPlace(entry, 1, none)).toEqual({ local: `${DAY}T13:00` });
    expect(nextPlace(entryAt('23:30'), 1, none)).toBeUndefined();
  });
});

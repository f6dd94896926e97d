import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENTRY_STATES } from '#contract/publishing/calendar.ts';
import { localOf } from '#contract/times.ts';
import { entryOf } from '#web/testing/samples.ts';
import { byDay, entriesOf, isEntryMovable } from './entries.ts';

const LATER = '2026-11-24T12:00:00.000Z';
const one = (given: Parameters<typeof entryOf>[0]) => {
  const [entry] = entriesOf([entryOf(given)], 'UTC');
  if (!entry) throw new Error('no entry');
  return entry;
};

describe('publications are put together', () => {
  test('of one post at one time', () => {
    const given = [
      entryOf({ publication: 1, channels: [1] }),
      entryOf({ publication: 2, channels: [2] }),
    ];
    const entries = entriesOf(given, 'UTC');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ channels: [1, 2], members: given, key: 'publication-1' });
  });
  test.each([
    ['at another time', { publication: 2, due_at: LATER }],
    ['of another post', { publication: 2, item: 2 }],
    ['that was cancelled', { publication: 2, state: 'cancelled' }],
    ['of a post that was deleted', { publication: 2, item: null }],
    ['that is a draft', { publication: null, state: 'draft' }],
  ] as [string, Parameters<typeof entryOf>[0]][])('not with one %s', (_, other) => {
    expect(entriesOf([entryOf(), entryOf(other)], 'UTC')).toHaveLength(2);
  });
  test('not with each other where their posts were deleted', () => {
    const given = [
      entryOf({ publication: 1, item: null }),
      entryOf({ publication: 2, item: null }),
    ];
    expect(entriesOf(given, 'UTC').map(({ key }) => key)).toEqual([
      'publication-1',
      'publication-2',
    ]);
  });
});

describe('an entry', () => {
  test.each([
    [['published', 'stopped'], 'stopped'],
    [['scheduled', 'publishing'], 'publishing'],
    [['published', 'scheduled'], 'scheduled'],
    [['scheduled', 'proposed'], 'proposed'],
  ] as const)('of %j shows %s', (states, shown) => {
    const given = states.map((state, n) => entryOf({ publication: n + 1, state }));
    expect(entriesOf(given, 'UTC')[0]?.state).toBe(shown);
  });
  test('has its text in one line', () => {
    expect(one({ excerpt: ' One\n\n two ' }).excerpt).toBe('One two');
  });
  test('is held where one of its publications is', () => {
    const given = [entryOf(), entryOf({ publication: 2, held: true })];
    expect(entriesOf(given, 'UTC')[0]?.isHeld).toBe(true);
  });
  test('has a day and a time in the zone in which it is looked at', () => {
    const at = (zone: string) => {
      const [entry] = entriesOf([entryOf({ due_at: '2026-11-24T23:30:00.000Z' })], zone);
      return [entry?.day, entry?.time];
    };
    expect(at('UTC')).toEqual(['2026-11-24', '23:30']);
    expect(at('Europe/Berlin')).toEqual(['2026-11-25', '00:30']);
    expect(at('America/Los_Angeles')).toEqual(['2026-11-24', '15:30']);
  });
  test('of a draft is named after its item', () => {
    expect(one({ publication: null, item: 7, state: 'draft' }).key).toBe('draft-7');
  });
});

test('a wall time is that of the contract, in every zone', () => {
  const instant = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2060-01-01'),
    noInvalidDate: true,
  });
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Pacific/Apia',
    'Asia/Kathmandu',
  );
  fc.assert(
    fc.property(instant, zone, (date, name) => {
      const due = date.toISOString();
      expect(entriesOf([entryOf({ due_at: due })], name)[0]?.local).toBe(localOf(due, name));
    }),
  );
});

describe('an entry is moved', () => {
  const movable = (given: Parameters<typeof entryOf>[0]) => isEntryMovable(one(given));
  test.each(ENTRY_STATES)('or not, when it is %s', (state) => {
    const expected = ['draft', 'scheduled', 'proposed'].includes(state);
    expect(movable({ state })).toBe(expected);
  });
  test.each([
    ['late', true],
    ['changed', true],
    ['unknown', false],
    ['rejected', false],
  ] as const)('or not, when it stopped as %s', (reason, expected) =>
    expect(movable({ state: 'stopped', reason })).toBe(expected),
  );
  test('not when one of its publications is out', () => {
    const given = [entryOf(), entryOf({ publication: 2, state: 'published' })];
    expect(entriesOf(given, 'UTC').map(isEntryMovable)).toEqual([false]);
  });
});

describe('the entries of days', () => {
  test('are in the order of their times', () => {
    const given = [
      entryOf({ publication: 1, item: 1, due_at: LATER }),
      entryOf({ publication: 2, item: 2 }),
    ];
    const days = byDay(entriesOf(given, 'UTC'));
    expect([...days.keys()]).toEqual(['2026-11-24']);
    expect(days.get('2026-11-24')?.map(({ key }) => key)).toEqual([
      'publication-2',
      'publication-1',
    ]);
  });
  test('have each publication once, on the day that it has', () => {
    const given = fc.array(
      fc.record({ hours: fc.nat(100), item: fc.nat(5), state: fc.constantFrom(...ENTRY_STATES) }),
    );
    fc.assert(
      fc.property(given, (rows) => {
        const all = rows.map(({ hours, item, state }, n) =>
          entryOf({
            publication: n,
            item,
            state,
            due_at: new Date(Date.UTC(2026, 10, 24, hours)).toISOString(),
          }),
        );
        const days = byDay(entriesOf(all, 'UTC'));
        const found = [...days].flatMap(([day, entries]) =>
          entries.flatMap(({ members }) => members.map((member) => [member.publication, day])),
        );
        expect(found.sort(([a], [b]) => Number(a) - Number(b))).toEqual(
          all.map(({ publication, due_at: due }) => [publication, due.slice(0, 10)]),
        );
      }),
    );
  });
});

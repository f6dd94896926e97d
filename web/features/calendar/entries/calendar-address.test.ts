import { describe, expect, test } from 'vitest';
import { NETWORKS } from '#contract/networks/names.ts';
import { entryOf } from '#web/testing/samples.ts';
import { nameOfEntry } from './actions.ts';
import { readCalendar } from './calendar-address.ts';
import { entriesOf } from './entries.ts';

const TODAY = '2026-11-27';
const read = (query: string) => readCalendar(new URLSearchParams(query), TODAY);
const USUAL = { view: 'month', day: TODAY, filters: {}, isOwnZone: false };

describe('the address of the calendar', () => {
  test('without anything is this month', () => expect(read('')).toEqual(USUAL));
  test('has a view, a day, filters and a zone', () => {
    expect(
      read('view=week&day=2026-12-24&channel=3&folder=4&state=stopped&author=5&zone=own'),
    ).toEqual({
      view: 'week',
      day: '2026-12-24',
      filters: { channel: '3', folder: '4', state: 'stopped', author: '5' },
      isOwnZone: true,
    });
  });
  test.each([
    'view=year',
    'day=2026-02-30',
    'day=tomorrow',
    'channel=x',
    'channel=0',
    'folder=-1',
    'state=nonsense',
    'author=1e3',
    'zone=theirs',
  ])('is as usual where it says nothing valid: %s', (query) => expect(read(query)).toEqual(USUAL));
});

describe('an entry is called', () => {
  const channels = new Map(NETWORKS.map((network, id) => [id, { network } as never]));
  const name = (given: Parameters<typeof entryOf>[0]) =>
    entriesOf([entryOf({ excerpt: 'A latte heart', ...given })], 'UTC').map((entry) =>
      nameOfEntry(entry, channels),
    )[0];
  test('by day, time, state, networks and text', () => {
    expect(name({ channels: [0] })).toMatch(
      /^Tue 24 Nov( 2026)? 09:00, Scheduled, X: A latte heart$/,
    );
    expect(name({ channels: [0, 1, 2] })).toMatch(/Scheduled, X, LinkedIn and Instagram: /);
  });
  test('without a network where it has none, or an unknown one', () => {
    expect(name({ channels: [99], state: 'draft', publication: null })).toMatch(
      /09:00, Draft: A latte heart$/,
    );
  });
  test('held where its queue is paused', () =>
    expect(name({ held: true, channels: [] })).toMatch(/, Held: /));
  test('by each network once', () => {
    const twice = new Map([
      [1, { network: 'x' } as never],
      [2, { network: 'x' } as never],
    ]);
    const [entry] = entriesOf([entryOf({ channels: [1, 2] })], 'UTC');
    expect(entry && nameOfEntry(entry, twice)).toMatch(/Scheduled, X: /);
  });
});

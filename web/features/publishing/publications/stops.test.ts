import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { STOPS, type Stop } from '#contract/publishing/stops.ts';
import { publicationOf } from '#web/testing/samples.ts';
import { explain, offersOf } from './publication-words.ts';

/** What 'Needs attention' says and offers of each failure that `stops.test.ts` of the server brings about. */

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-27T08:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test.each(Object.entries(STOPS) as [string, Stop][])('%s', (_, stop) => {
  const { network: which, title, text, offers, tried, ...facts } = stop;
  const network = which === 'practice' ? which : ('mastodon' as const);
  const named = (words: string) => words.replaceAll('{network}', NETWORK_NAMES[network]);
  const channel = { id: 1, network, handle: '@ada', name: 'Ada', url: null };
  const stopped = publicationOf({
    ...{
      ...facts,
      detail: named(facts.detail),
      state: 'stopped',
      channel,
      due_at: '2026-11-27T05:00:00Z',
    },
  });
  const counted = { count: 1, part: facts.sent, attempts: tried ? 2 : 0 };
  const said = explain(stopped, counted, { lateMinutes: 30, zone: 'UTC' });
  expect(said).toEqual({ title: named(title), text: named(text) });
  expect(offersOf(stopped)).toEqual(offers);
});

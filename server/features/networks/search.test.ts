import { expect, test } from 'vitest';
import { searchPages } from './search.ts';

/** Reads pages in order; the place of each is its number. */
const reader =
  <Entry>(...pages: Entry[][]) =>
  async (place = 0) => ({
    entries: pages[place] ?? [],
    next: place + 1 < pages.length ? place + 1 : undefined,
  });

test('an entry that may be the one makes the rest unknowable, unless another one is it', async () => {
  const matches = (text: string) => (text === 'rendered' ? undefined : text === 'it');
  expect(await searchPages(reader(['rendered'], ['other']), { matches })).toBe('unknowable');
  expect(await searchPages(reader(['rendered'], ['it']), { matches })).toBe('it');
  expect(await searchPages(reader(['other'], ['other']), { matches })).toBe('absent');
});

test('a server that does not read on is not asked over and over', async () => {
  let calls = 0;
  const read = async () => {
    calls++;
    return { entries: ['other'], next: 'the same place' };
  };
  expect(await searchPages(read, { matches: () => false })).toBe('unknowable');
  expect(calls).toBe(2);
});

test('no more pages are read than wanted', async () => {
  const wanted = { matches: (text: string) => text === 'it', maxPages: 2 };
  expect(await searchPages(reader(['other'], ['it']), wanted)).toBe('it');
  expect(await searchPages(reader(['other'], ['other'], ['it']), wanted)).toBe('unknowable');
});

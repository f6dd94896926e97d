import { expect, test } from 'vitest';
import { searchPages } from './search.ts';

const free = { idOf: (text: string) => text, isTaken: async () => false };

/** Reads pages in order; the place of each is its number. */
const reader =
  <Entry>(...pages: Entry[][]) =>
  async (place = 0) => ({
    entries: pages[place] ?? [],
    next: place + 1 < pages.length ? place + 1 : undefined,
  });

test('an entry that may be the one makes the rest unknowable, unless another one is it', async () => {
  const matches = (text: string) => (text === 'rendered' ? undefined : text === 'it');
  expect(await searchPages(reader(['rendered'], ['other']), { matches, ...free })).toBe(
    'unknowable',
  );
  expect(await searchPages(reader(['rendered'], ['it']), { matches, ...free })).toBe('it');
  expect(await searchPages(reader(['other'], ['other']), { matches, ...free })).toBe('absent');
});

test('a server that does not read on is not asked over and over', async () => {
  let calls = 0;
  const read = async () => {
    calls++;
    return { entries: ['other'], next: 'the same place' };
  };
  expect(await searchPages(read, { matches: () => false, ...free })).toBe('unknowable');
  expect(calls).toBe(2);
});

test('no more pages are read than wanted', async () => {
  const wanted = { matches: (text: string) => text === 'it', maxPages: 2, ...free };
  expect(await searchPages(reader(['other'], ['it']), wanted)).toBe('it');
  expect(await searchPages(reader(['other'], ['other'], ['it']), wanted)).toBe('unknowable');
});

test('an entry that is known as something else is not it, whether it is alike or may be', async () => {
  const isTaken = async (text: string) => text.startsWith('known');
  const wanted = {
    matches: (text: string) => (text.endsWith('rendered') ? undefined : text.endsWith('it')),
    ...{ idOf: (text: string) => text, isTaken },
  };
  expect(await searchPages(reader(['known it'], ['it']), wanted)).toBe('it');
  expect(await searchPages(reader(['known it', 'known rendered']), wanted)).toBe('absent');
  expect(await searchPages(reader(['known it', 'rendered']), wanted)).toBe('unknowable');
});

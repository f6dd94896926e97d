import { expect, test } from 'vitest';
import { narrowed, offeredFor, offeredForPost } from './chips.ts';

const about = {
  network: 'x' as const,
  isTooLong: false,
  lastUsed: undefined,
  own: [
    { id: 1, name: 'In Jo’s words' },
    { id: 2, name: 'As a question' },
  ],
  languages: ['de', 'fr'],
};
const labels = (offered: readonly { label: string }[]) => offered.map(({ label }) => label);

test('the actions are offered in the order of the contract, own ones at the end', () => {
  expect(labels(offeredFor(about))).toEqual([
    'Shorten to fit X',
    'Improve',
    'Fix spelling',
    'Tone',
    'Translate to…',
    'Another beginning',
    'Another ending',
    'Make it longer',
    'In Jo’s words',
    'More',
  ]);
});

test('the first one is what was used last, or what shortens a text that is too long', () => {
  const used = { ...about, lastUsed: 'tone plainer' };
  expect(labels(offeredFor(used)).slice(0, 3)).toEqual(['Plainer', 'Shorten to fit X', 'Improve']);
  expect(labels(offeredFor({ ...used, isTooLong: true }))[0]).toBe('Shorten to fit X');
});

test('typing narrows them, those of menus as well', () => {
  const offered = offeredFor(about);
  expect(labels(narrowed(offered, 'more f'))).toEqual(['More formal']);
  expect(labels(narrowed(offered, ' GERMAN'))).toEqual(['Translate to German']);
  expect(labels(narrowed(offered, 'a question'))).toEqual(['As a question']);
  expect(narrowed(offered, 'say it as a pirate')).toEqual([]);
  expect(narrowed(offered, ' ')).toEqual(offered);
});

test('a whole post is cut or joined, and a thread alone has a title', () => {
  const labels = (isThread: boolean, canCut: boolean) =>
    offeredForPost({ isThread, canCut, hasDescription: isThread, isSaved: canCut }).map((entry) =>
      'chips' in entry ? entry.chips.map(({ label }) => label) : entry.label,
    );
  expect(labels(false, true)).toEqual([
    'Every network',
    'Make a thread',
    ['Hashtags', 'Read as an editor'],
  ]);
  expect(labels(false, false)).toEqual(['Every network', ['Hashtags']]);
  expect(labels(true, false)).toEqual(['Every network', 'Join into one', ['Hashtags', 'Title']]);
});

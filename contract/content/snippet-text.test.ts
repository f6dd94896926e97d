import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snippetText, takenHashtags } from './snippet-text.ts';

const tag = fc.stringMatching(/^[a-z]{1,12}$/);
const hashtags = fc
  .uniqueArray(tag, { minLength: 1, maxLength: 30 })
  .chain((tags) =>
    fc
      .array(fc.boolean(), { minLength: tags.length, maxLength: tags.length })
      .map((pins) => tags.map((name, at) => ({ tag: name, is_pinned: pins[at] ?? false }))),
  );
const group = hashtags.chain((all) =>
  fc.record({
    hashtags: fc.constant(all),
    take: fc.option(fc.integer({ min: 1, max: all.length })),
  }),
);

test('a post gets as many hashtags as are taken, with all that are pinned, in the order of the group', () => {
  fc.assert(
    fc.property(group, fc.string(), ({ hashtags: all, take }, seed) => {
      const taken = takenHashtags({ hashtags: all, take }, seed);
      const pinned = all.filter(({ is_pinned }) => is_pinned).map((entry) => entry.tag);
      expect(taken).toHaveLength(Math.max(take ?? all.length, pinned.length));
      expect(taken).toEqual(expect.arrayContaining(pinned));
      const order = all.map((entry) => entry.tag);
      expect(taken).toEqual(order.filter((name) => taken.includes(name)));
    }),
  );
});

test('a post keeps its hashtags: another order changes none, and a new one at most one', () => {
  fc.assert(
    fc.property(group, fc.string(), tag, ({ hashtags: all, take }, seed, added) => {
      fc.pre(!all.some((entry) => entry.tag === added));
      const count = take ?? all.length;
      const taken = takenHashtags({ hashtags: all, take: count }, seed);
      const turned = takenHashtags({ hashtags: all.toReversed(), take: count }, seed);
      expect(turned.toSorted()).toEqual(taken.toSorted());
      const more = [...all, { tag: added, is_pinned: false }];
      const then = takenHashtags({ hashtags: more, take: count }, seed);
      expect(taken.filter((name) => !then.includes(name)).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('posts get different hashtags, each of a group about as often', () => {
  const all = Array.from({ length: 9 }, (_, at) => ({ tag: `coffee${at}`, is_pinned: at === 8 }));
  const counts = new Map<string, number>();
  for (let post = 1; post <= 2000; post += 1)
    for (const name of takenHashtags({ hashtags: all, take: 4 }, String(post)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(counts.get('coffee8')).toBe(2000);
  // Each of the others in 3 of 8.
  for (let at = 0; at < 8; at += 1) {
    expect(counts.get(`coffee${at}`)).toBeGreaterThan(650);
    expect(counts.get(`coffee${at}`)).toBeLessThan(850);
  }
});

test('a text is put in as it is, and hashtags on one line', () => {
  const none = { hashtags: [], take: null };
  expect(snippetText({ kind: 'text', text: '— Jo\nBehind the bar', ...none }, '1')).toBe(
    '— Jo\nBehind the bar',
  );
  const both = [
    { tag: 'v60', is_pinned: false },
    { tag: 'Kaffee', is_pinned: true },
  ];
  const snippet = { kind: 'hashtags' as const, text: '', hashtags: both };
  expect(snippetText({ ...snippet, take: null }, '1')).toBe('#v60 #Kaffee');
  expect(snippetText({ ...snippet, take: 1 }, '1')).toBe('#Kaffee');
});

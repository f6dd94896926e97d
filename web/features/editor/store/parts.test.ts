import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ATTACHMENTS } from '#contract/attachments.ts';
import {
  allCustomised,
  asOneText,
  changed,
  customised,
  cutUp,
  insertedAfter,
  joined,
  moved,
  newPart,
  type Part,
  replacedIn,
  sameFirst,
  textOfField,
  without,
} from './parts.ts';

const part = (key: string, fields: Partial<Part> = {}): Part => ({
  key,
  content: key.toUpperCase(),
  network_texts: {},
  media: [],
  ...fields,
});
const three = () => [part('a'), part('b'), part('c')];
const keysOf = (parts: readonly Part[]) => parts.map(({ key }) => key).join('');
const textsOf = (parts: readonly Part[]) => parts.map(({ content }) => content);
const file = (id: number) => ({ file: id }) as Part['media'][number];

describe('one part', () => {
  test('is new with an own key and no id', () => {
    const [first, second] = [
      newPart('One'),
      newPart({ content: 'Two', network_texts: {}, media: [] }),
    ];
    expect(first).toMatchObject({ content: 'One', network_texts: {}, media: [] });
    expect(second.content).toBe('Two');
    expect(first.key).not.toBe(second.key);
    expect('id' in first).toBe(false);
  });

  test('is changed, and the others stay the same objects', () => {
    const parts = three();
    const next = changed(parts, 'b', 'New');
    expect(textsOf(next)).toEqual(['A', 'New', 'C']);
    expect([next[0], next[2]]).toEqual([parts[0], parts[2]]);
    expect(textsOf(parts)).toEqual(['A', 'B', 'C']);
  });

  test('is changed nowhere where no part has that key', () => {
    expect(changed(three(), 'x', 'New')).toEqual(three());
  });

  test('is removed', () => expect(keysOf(without(three(), 'b'))).toBe('ac'));

  test('gets a text for a network, and loses it again', () => {
    const own = customised(part('a', { network_texts: { x: 'On X' } }), 'mastodon', 'On Mastodon');
    expect(own.network_texts).toEqual({ x: 'On X', mastodon: 'On Mastodon' });
    expect(customised(own, 'x', undefined).network_texts).toEqual({ mastodon: 'On Mastodon' });
  });

  test('keeps an empty text for a network: it is not the same as none', () => {
    expect(customised(part('a'), 'x', '').network_texts).toEqual({ x: '' });
  });
});

test('every part is customised with its text for the network, or else its content', () => {
  const parts = [part('a', { network_texts: { x: 'On X' } }), part('b')];
  expect(allCustomised(parts, 'x').map(({ network_texts: own }) => own.x)).toEqual(['On X', 'B']);
});

describe('new parts are inserted', () => {
  test('after one', () =>
    expect(keysOf(insertedAfter(three(), 'a', part('x'), part('y')))).toBe('axybc'));
  test('at the end without one', () =>
    expect(keysOf(insertedAfter(three(), null, part('x')))).toBe('abcx'));
});

describe('a part is moved', () => {
  test.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 2, 'acb'],
  ])('%s to %i', (key, to, order) => expect(keysOf(moved(three(), key, to))).toBe(order));

  test.each([
    ['a', -1],
    ['a', 3],
    ['b', 1],
    ['x', 0],
  ])('not from %s to %i: the list stays the same', (key, to) => {
    const parts = three();
    expect(moved(parts, key, to)).toBe(parts);
  });

  test('and back: the list is as it was', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 10 }), (from, to, count) => {
        const parts = Array.from({ length: count }, (_, n) => part(`k${n}`));
        const key = `k${from % count}`;
        const there = moved(parts, key, to % count);
        expect(there.findIndex((found) => found.key === key)).toBe(to % count);
        expect(moved(there, key, from % count)).toEqual(parts);
      }),
    );
  });
});

describe('two parts are joined', () => {
  test('with the seam where the first ended', () => {
    const result = joined(three(), 'c');
    expect(keysOf(result?.parts ?? [])).toBe('ab');
    expect(result?.into).toMatchObject({ key: 'b', content: 'BC' });
    expect(result?.at).toBe(1);
  });

  test('not where there is none before', () => expect(joined(three(), 'a')).toBeNull());
  test('not where there is no such part', () => expect(joined(three(), 'x')).toBeNull());

  test('keep the id of the first', () => {
    const parts = [part('a', { id: 7 }), part('b', { id: 8 })];
    expect(joined(parts, 'b')?.into.id).toBe(7);
  });

  test('have the texts of both for each network that either has', () => {
    const parts = [
      part('a', { network_texts: { x: 'a on X' } }),
      part('b', { network_texts: { mastodon: 'b on M' } }),
    ];
    expect(joined(parts, 'b')?.into.network_texts).toEqual({ x: 'a on XB', mastodon: 'Ab on M' });
  });

  test('have each file once, and no more than fit', () => {
    const many = Array.from({ length: MAX_ATTACHMENTS }, (_, n) => file(n));
    const parts = [part('a', { media: [file(0), file(1)] }), part('b', { media: many })];
    const files = joined(parts, 'b')?.into.media.map((entry) => entry.file) ?? [];
    expect(files).toHaveLength(MAX_ATTACHMENTS);
    expect(new Set(files).size).toBe(MAX_ATTACHMENTS);
  });
});

describe('a part is cut up', () => {
  test('keeps the first text and its id, and the others follow as new parts', () => {
    const { parts, added } = cutUp([part('a', { id: 5 }), part('b')], 'a', ['One', 'Two', 'Three']);
    expect(textsOf(parts)).toEqual(['One', 'Two', 'Three', 'B']);
    expect(parts[0]).toMatchObject({ key: 'a', id: 5 });
    expect(textsOf(added)).toEqual(['Two', 'Three']);
    expect(added.every(({ id }) => id === undefined)).toBe(true);
  });

  test('and joined again: the text is as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), (texts) => {
        let { parts } = cutUp([part('a')], 'a', texts);
        while (parts.length > 1) parts = joined(parts, parts[1]?.key ?? '')?.parts ?? [];
        expect(parts[0]?.content).toBe(texts.join(''));
      }),
    );
  });

  test('into no text at all: it stays as an empty part', () => {
    expect(textsOf(cutUp([part('a')], 'a', []).parts)).toEqual(['']);
  });
});

test('characters of a part are replaced, and those of its text for a network', () => {
  const parts = [part('a', { content: 'See /co now', network_texts: { x: 'X /' } }), part('b')];
  const inPart = replacedIn(parts, 'a', 4, 7, '#v60');
  expect(textsOf(inPart)).toEqual(['See #v60 now', 'B']);
  expect(inPart[0]?.network_texts).toEqual({ x: 'X /' });
  const ofNetwork = replacedIn(parts, 'a/x', 2, 3, '#v60');
  expect(textsOf(ofNetwork)).toEqual(['See /co now', 'B']);
  expect(textOfField(ofNetwork, 'a/x')).toBe('X #v60');
  expect(textOfField(ofNetwork, 'gone')).toBe('');
  expect(replacedIn(parts, 'gone', 0, 0, 'text')).toEqual(parts);
});

test('all parts are one text, with paragraphs between them', () => {
  expect(asOneText(three()).content).toBe('A\n\nB\n\nC');
});

describe('the first part is the saved item', () => {
  test('with its id', () => {
    expect(sameFirst(three(), part('z', { id: 9 }))).toMatchObject([{ key: 'a', id: 9 }, {}, {}]);
  });
  test('without one where nothing was saved', () => {
    expect(sameFirst(three(), undefined)).toEqual(three());
  });
  test('not where there is none', () => expect(sameFirst([], part('z', { id: 9 }))).toEqual([]));
});

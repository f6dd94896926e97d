import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/content/items.ts';
import { isSamePart } from '#web/features/content/items/same-part.ts';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { type EditorFields, isSameField, METADATA_FIELDS, saySame } from './editor-fields.ts';
import { type Action, reduced } from './editor-reducer.ts';
import { isDirty, stateFrom } from './editor-state.ts';
import { fieldsOf } from './initial-fields.ts';
import { merge } from './merge.ts';
import { insertedAfter, moved, newPart, type Part, without } from './parts.ts';

const base = fieldsOf(
  threadOf([1, 2, 3]).map((item) => ({ ...item, content: `Part ${item.id}`, tags: ['old'] })),
);
const written = (fields: EditorFields, at: number, content: string): EditorFields => ({
  ...fields,
  parts: fields.parts.map((part, place) => (place === at ? { ...part, content } : part)),
});

describe('what two people have changed is merged', () => {
  const mine = written(base, 0, 'Mine');
  test.each<[string, EditorFields, string[]]>([
    ['another part', written(base, 1, 'Theirs'), ['part 2']],
    ['the tags', { ...base, tags: ['new'] }, ['the tags']],
    ['the parts', { ...base, parts: base.parts.slice(0, 2) }, ['the parts']],
    [
      'several of these',
      { ...written(written(base, 1, 'b'), 2, 'c'), folder: 7, language: 'de' },
      ['part 2', 'part 3', 'the folder', 'the language'],
    ],
    ['the same', mine, ['part 1']],
  ])('%s', (_, theirs, taken) => {
    const merged = merge(base, mine, theirs);
    expect(merged?.taken).toEqual(taken);
    expect(merged?.fields).toEqual({
      ...theirs,
      parts: theirs.parts.map((part, at) => (at === 0 ? mine.parts[0] : part)),
    });
  });

  test('a post of one part and its tags', () => {
    const one = fieldsOf([itemOf({ id: 1 })]);
    const merged = merge(one, { ...one, tags: ['mine'] }, written(one, 0, 'Theirs'));
    expect(merged).toMatchObject({
      taken: ['the text'],
      fields: { tags: ['mine'], parts: [{ content: 'Theirs' }] },
    });
  });
});

test.each<[string, EditorFields, EditorFields]>([
  ['one part', written(base, 0, 'Mine'), written(base, 0, 'Theirs')],
  ['one field', { ...base, tags: ['mine'] }, { ...base, tags: ['theirs'] }],
  [
    'a part that one has removed',
    { ...base, parts: without(base.parts, '2') },
    written(base, 1, 'Theirs'),
  ],
  [
    'the order of the parts',
    { ...base, parts: moved(base.parts, '1', 2) },
    { ...base, parts: moved(base.parts, '3', 0) },
  ],
  ['a text, and its status', written(base, 0, 'Mine'), { ...base, status: 'review' }],
])('%s is asked for', (_, one, other) => {
  expect(merge(base, one, other)).toBeUndefined();
  expect(merge(base, other, one)).toBeUndefined();
});

describe('whatever two people do', () => {
  type Deed = { what: number; at: number; text: string };
  const deeds = fc.array(
    fc.record({ what: fc.nat(6), at: fc.nat(3), text: fc.string({ maxLength: 3 }) }),
    { maxLength: 4 },
  );
  /** @param first the ids of new parts, where they are saved */
  const changedBy = (done: readonly Deed[], first?: number): EditorFields => {
    let [id, fields] = [first, base];
    for (const { what, at, text } of done) {
      const { parts } = fields;
      const { key = '' } = parts[at % parts.length] ?? {};
      const added = { ...newPart(text), ...(id !== undefined && { id: id++ }) };
      const changes: Partial<EditorFields>[] = [
        { parts: insertedAfter(parts, key, added) },
        { parts: parts.length > 1 ? without(parts, key) : parts },
        { parts: moved(parts, key, 0) },
        { tags: [text] },
        { description: text },
      ];
      const change = changes[what];
      fields = change ? { ...fields, ...change } : written(fields, at % parts.length, text);
    }
    return fields;
  };
  const both = fc
    .tuple(deeds, deeds)
    .map(([mine, theirs]) => [changedBy(mine), changedBy(theirs, 100)] as const);

  const find = (parts: readonly Part[], { id, key }: Part) =>
    parts.find((part) => (id === undefined ? part.key === key : part.id === id));
  const isNew = (part: Part) => {
    const former = find(base.parts, part);
    return !former || !isSamePart(part, former);
  };

  test('every change of either is there, or somebody is asked', () => {
    fc.assert(
      fc.property(both, ([mine, theirs]) => {
        const fields = merge(base, mine, theirs)?.fields;
        if (!fields) return;
        for (const side of [mine, theirs]) {
          for (const part of side.parts.filter(isNew))
            expect(find(fields.parts, part)?.content).toBe(part.content);
          for (const former of base.parts)
            if (!find(side.parts, former)) expect(find(fields.parts, former)).toBeUndefined();
          for (const name of METADATA_FIELDS)
            if (!isSameField(name, side, base)) expect(fields[name]).toEqual(side[name]);
        }
        const known = [...mine.parts, ...theirs.parts];
        for (const part of fields.parts) expect(find(known, part)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('who saves first makes no difference', () => {
    fc.assert(
      fc.property(both, ([mine, theirs]) => {
        const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
        expect(one === undefined).toBe(other === undefined);
        if (one && other) expect(saySame(one.fields, other.fields)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('where only one has changed anything, it is theirs', () => {
    fc.assert(
      fc.property(both, ([mine, theirs]) => {
        expect(merge(base, mine, base)).toEqual({ fields: mine, taken: [] });
        const merged = merge(base, base, theirs);
        expect(merged && saySame(merged.fields, theirs)).toBe(true);
      }),
    );
  });
});

describe('an open post', () => {
  const items = threadOf([1, 2]).map((item) => ({ ...item, content: `Part ${item.id}` }));
  const theirs = items.map(
    (item): Item => ({ ...item, version: 2, content: item.id === 2 ? 'Theirs' : item.content }),
  );
  const opened = stateFrom({ fields: fieldsOf(items), saved: items[0] });
  const edit: Action = { do: 'edit', to: { parts: written(opened.base.fields, 0, 'Mine').parts } };
  const around = { isHeld: false, isPlanned: false, isGone: false };
  const read: Action = { do: 'read', theirs, ...around };
  const textsOf = (fields: EditorFields) => fields.parts.map(({ content }) => content);

  test('merges what it reads while it is written, and is not saved yet', () => {
    const state = [edit, read].reduce(reduced, opened);
    expect([textsOf(state.fields), state.merged]).toEqual([['Mine', 'Theirs'], ['part 2']]);
    expect([isDirty(state), state.base.saved?.version]).toEqual([true, 2]);
    // Nothing of it can be taken back by a step of before.
    expect(reduced(state, { do: 'undo' }).fields).toBe(state.fields);
  });

  test('merges what the server names where it refuses a save', () => {
    const { fields } = reduced(opened, edit);
    const state = [
      edit,
      { do: 'send', by: 'hand' } as const,
      {
        do: 'failed',
        by: 'hand',
        values: fields,
        failure: { kind: 'stale', current: theirs },
      } as const,
    ].reduce(reduced, opened);
    expect([textsOf(state.fields), state.conflict]).toEqual([['Mine', 'Theirs'], undefined]);
  });

  test('merges nothing into a text of this device, which may be older', () => {
    const restored = { ...reduced(opened, edit), restoredAt: '2026-11-24T09:00:00.000Z' };
    expect(textsOf(reduced(restored, read).fields)).toEqual(['Mine', 'Part 2']);
  });
});

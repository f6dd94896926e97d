import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#contract/content/items.ts';
import { itemOf, threadOf } from '#web/testing/samples.ts';
import { areSame, blankFields, type EditorFields, saySame } from './editor-fields.ts';
import { type Action, reduced } from './editor-reducer.ts';
import {
  type EditorState,
  isDirty,
  isDue,
  isLocked,
  isUnsaved,
  mayAutosave,
  newerIn,
  stateFrom,
} from './editor-state.ts';
import { fieldsOf } from './initial-fields.ts';
import { insertedAfter, joined, moved, newPart, type Part, without } from './parts.ts';

const acted = (state: EditorState, ...actions: Action[]) => actions.reduce(reduced, state);
const opened = (items: Item[]) => stateFrom({ fields: fieldsOf(items), saved: items[0] });
const fresh = () => stateFrom({ fields: blankFields('single', 1), saved: undefined });
const write = ({ fields }: EditorState, content: string, at = 0): Action => ({
  do: 'edit',
  to: { parts: fields.parts.map((part, place) => (place === at ? { ...part, content } : part)) },
});
/** As the server answers what was sent. */
const answerTo = ({ fields, base }: EditorState): Item[] =>
  fields.parts.map(({ content, media, network_texts }, at) =>
    itemOf({
      id: fields.parts[at]?.id ?? 100 + at,
      version: (base.saved?.version ?? 0) + 1,
      content,
      media,
      network_texts,
      folder: fields.folder ?? 1,
      status: fields.status,
      tags: fields.tags,
      language: fields.language,
      is_thread_part: fields.kind === 'thread',
      description: fields.description || null,
    }),
  );

/** Something that an author does: a number chooses where, a text what. */
const deeds: ((parts: Part[], at: number, text: string) => Partial<EditorFields>)[] = [
  (parts, at, content) => ({
    parts: parts.map((part, place) => (place === at ? { ...part, content } : part)),
  }),
  (parts, at, text) => ({ parts: insertedAfter(parts, parts[at]?.key ?? null, newPart(text)) }),
  (parts, at) => ({ parts: parts.length > 1 ? without(parts, parts[at]?.key ?? '') : parts }),
  (parts, at) => ({ parts: joined(parts, parts[at]?.key ?? '')?.parts ?? parts }),
  (parts, at) => ({ parts: moved(parts, parts[0]?.key ?? '', at) }),
  (_, at) => ({ folder: at + 1 }),
  (_, __, text) => ({ tags: [text] }),
];
const deed = fc.record({
  what: fc.nat(deeds.length - 1),
  at: fc.nat(4),
  text: fc.string({ maxLength: 5 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;
const edit = (state: EditorState, { what, at, text }: Deed) => {
  const { parts } = state.fields;
  const to = deeds[what]?.(parts, at % parts.length, text) ?? {};
  return acted(state, { do: 'edit', to });
};

describe('whatever is done', () => {
  const thread = () => opened(threadOf([1, 2, 3]));

  test('taking all of it back leads to the beginning, and doing it again to the end', () =>
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 20 }), (all) => {
        const begin = thread();
        const end = all.reduce(edit, begin);
        const undo = all.map((): Action => ({ do: 'undo' }));
        const back = acted(end, ...undo);
        expect(areSame(back.fields, begin.fields)).toBe(true);
        expect(isDirty(back)).toBe(false);
        const again = acted(back, ...all.map((): Action => ({ do: 'redo' })));
        expect(areSame(again.fields, end.fields)).toBe(true);
      }),
    ));

  test('a save in the middle takes nothing back, and what is undone after it is kept', () =>
    fc.assert(
      fc.property(fc.array(deed), fc.array(deed), fc.nat(10), (before, later, undos) => {
        const sent = acted(before.reduce(edit, thread()), { do: 'send', by: 'itself' });
        const typed = later.reduce(edit, sent);
        const undone = acted(
          typed,
          ...Array.from({ length: undos }, (): Action => ({ do: 'undo' })),
        );
        const saved = acted(undone, {
          do: 'saved',
          by: 'itself',
          values: sent.fields,
          items: answerTo(sent),
        });
        expect(saySame(saved.fields, undone.fields)).toBe(true);
        expect(saySame(saved.base.fields, sent.fields)).toBe(true);
        expect(saved.history).toBe(undone.history);
      }),
    ));

  test('what somebody else saves never replaces it: it is merged, or offered', () =>
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1 }), (all) => {
        const mine = all.reduce(edit, thread());
        const theirs = threadOf([1, 2, 3], { version: 9, content: 'Theirs' });
        const read = acted(mine, {
          do: 'read',
          theirs,
          isHeld: false,
          isPlanned: false,
          isGone: false,
        });
        const isKept = isDirty(mine);
        expect(areSame(read.fields, fieldsOf(theirs))).toBe(!isKept);
        const isOffered = isKept && !read.merged;
        expect(newerIn(read)).toBe(isOffered ? theirs : undefined);
        if (isOffered) expect(read.fields).toBe(mine.fields);
        else expect(read.base.saved?.version).toBe(9);
      }),
    ));
});

describe('what somebody else has saved', () => {
  const theirs = [itemOf({ id: 1, version: 5, content: 'Theirs' })];
  const read: Action = { do: 'read', theirs, isHeld: false, isPlanned: false, isGone: false };

  test('waits until a request is answered', () => {
    const sent = acted(opened([itemOf({ id: 1, version: 3 })]), { do: 'send', by: 'itself' }, read);
    expect(sent.fields.parts[0]?.content).not.toBe('Theirs');
    const answered = acted(sent, {
      do: 'saved',
      by: 'itself',
      values: sent.fields,
      items: [itemOf({ id: 1, version: 4 })],
    });
    expect(answered.fields.parts[0]?.content).toBe('Theirs');
  });

  test('leaves the fields and the history alone where it says the same', () => {
    const begin = opened([itemOf({ id: 1, version: 3, content: 'Other' })]);
    const written = acted(begin, write(begin, 'Theirs'));
    const { key } = written.fields.parts[0] as Part;
    const known = acted(written, read);
    expect(known).toMatchObject({ base: { saved: { version: 5 } }, history: written.history });
    expect(known.fields.parts).toMatchObject([{ key, content: 'Theirs' }]);
  });

  test('is no news where it is older than what was saved here', () => {
    const state = acted(opened([itemOf({ id: 1, version: 6, content: 'Mine' })]), read);
    expect(state.fields.parts[0]?.content).toBe('Mine');
  });

  test('is one’s own text where the answer to saving it was lost', () => {
    const begin = opened([itemOf({ id: 1, version: 3 })]);
    const written = acted(begin, write(begin, 'Theirs'), { do: 'send', by: 'itself' });
    const lost = acted(written, {
      do: 'failed',
      by: 'itself',
      values: written.fields,
      failure: { kind: 'unknown', isOffline: true },
    });
    expect(lost).toMatchObject({ isOffline: true, failures: 1 });
    const known = acted(lost, read);
    expect(isDirty(known)).toBe(false);
    expect(known.base.saved?.version).toBe(5);
    // And so it is where the server refuses the next one as stale.
    const longer = acted(lost, write(lost, 'Theirs, and more'), { do: 'send', by: 'itself' });
    const refused = acted(longer, {
      do: 'failed',
      by: 'itself',
      values: longer.fields,
      failure: { kind: 'stale', current: theirs },
    });
    expect(refused.base.saved?.version).toBe(5);
    expect(isDue(refused)).toBe(true);
  });

  test('keeps what was not changed here, once one’s own text is kept', () => {
    const begin = opened([itemOf({ id: 1, version: 3, tags: [] })]);
    const other = [itemOf({ id: 1, version: 5, content: 'Theirs', tags: ['checked'] })];
    const state = acted(begin, write(begin, 'Mine'), { do: 'keep mine', items: other });
    expect(state.fields).toMatchObject({ tags: ['checked'], parts: [{ content: 'Mine' }] });
    expect(state.base.saved?.version).toBe(5);
  });
});

describe('a new text', () => {
  test('is the same one after it was saved, and a new one again where that was deleted', () => {
    const written = acted(fresh(), write(fresh(), 'Text'));
    const { key } = written.fields.parts[0] as Part;
    const sent = acted(written, { do: 'send', by: 'itself' });
    const saved = acted(sent, {
      do: 'saved',
      by: 'itself',
      values: sent.fields,
      items: answerTo(sent),
    });
    expect(saved.fields.parts).toMatchObject([{ key, id: 100 }]);
    expect(isUnsaved(saved)).toBe(false);
    const failed = acted(saved, write(saved, 'More'), { do: 'send', by: 'itself' });
    const forgotten = acted(failed, {
      do: 'failed',
      by: 'itself',
      values: failed.fields,
      failure: { kind: 'missing' },
    });
    expect(forgotten.base.saved).toBeUndefined();
    expect(forgotten.fields.parts).toEqual([expect.not.objectContaining({ id: 100 })]);
    expect(isDue(forgotten)).toBe(true);
  });

  test('is nothing to lose while nothing is written', () => {
    const tagged = acted(fresh(), { do: 'edit', to: { tags: ['spring'] } });
    expect(isUnsaved(tagged)).toBe(false);
    expect(isUnsaved(acted(tagged, write(tagged, 'Text')))).toBe(true);
  });

  test('becomes a thread and one text again, with its parts as they were', () => {
    const thread = acted(fresh(), { do: 'switch', kind: 'thread' });
    const two = acted(thread, {
      do: 'edit',
      to: { parts: [newPart('One'), newPart('Two')] },
    });
    const single = acted(two, { do: 'switch', kind: 'single' });
    expect(single.fields.parts).toMatchObject([{ content: 'One\n\nTwo' }]);
    const back = acted(single, { do: 'switch', kind: 'thread' });
    expect(back.fields.parts).toMatchObject([{ content: 'One' }, { content: 'Two' }]);
    const changed = acted(single, write(single, 'Other'), { do: 'switch', kind: 'thread' });
    expect(changed.fields.parts).toMatchObject([{ content: 'Other' }]);
  });
});

describe('saving by itself', () => {
  const draft = opened([itemOf({ id: 1, status: 'draft' })]);
  const written = acted(draft, write(draft, 'Changed'));
  test.each([
    ['a changed draft', written, true],
    ['what is unchanged', draft, false],
    ['an empty text', acted(draft, write(draft, ' ')), false],
    ['while a request is under way', acted(written, { do: 'send', by: 'hand' }), false],
    ['what somebody has deleted', { ...written, isGone: true }, false],
    ['what will be published', { ...written, isPlanned: true }, false],
    ['what is changed elsewhere on the page', { ...written, isHeld: true }, false],
    ['what is shown beside another text', { ...written, conflict: [] }, false],
    ['what the server has refused', { ...written, refused: written.base }, false],
    ['what was restored, before its author goes on', { ...written, touched: false }, false],
    ['a text for review', acted(written, { do: 'edit', to: { status: 'review' } }), false],
  ] as [string, EditorState, boolean][])('%s: %#', (_, state, due) =>
    expect(isDue(state)).toBe(due),
  );

  test('what was restored is saved when it is left', () =>
    expect(mayAutosave({ ...written, touched: false })).toBe(true));

  test('an approved text becomes a draft by a save, and is shown as one', () => {
    const approved = opened([itemOf({ id: 1, status: 'approved' })]);
    const sent = acted(approved, write(approved, 'Changed'), { do: 'send', by: 'hand' });
    const items = answerTo(sent).map((item) => ({ ...item, status: 'draft' as const }));
    const saved = acted(sent, { do: 'saved', by: 'hand', values: sent.fields, items });
    expect(saved.fields.status).toBe('draft');
    expect(isDirty(saved)).toBe(false);
  });

  test('nothing can be changed while it is saved to leave', () => {
    const leaving = acted(written, { do: 'send', by: 'leave' });
    expect(isLocked(leaving)).toBe(true);
    expect(acted(leaving, write(leaving, 'Later'), { do: 'undo' }).fields).toBe(written.fields);
  });
});

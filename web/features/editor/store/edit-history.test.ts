import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EditHistory,
  type Input,
  NO_HISTORY,
  recorded,
  redone,
  undone,
} from './edit-history.ts';

type Fields = { text: string; parts: string[] };
type State = { now: Fields; history: EditHistory<Fields> };

const begin = (text = ''): State => ({ now: { text, parts: ['a'] }, history: NO_HISTORY });

function edit(
  { now, history }: State,
  to: Partial<Fields>,
  how: Parameters<typeof recorded>[3] = {},
) {
  return { now: { ...now, ...to }, history: recorded(history, now, to, how) };
}

/** Types at the end of the text, a character each `gap` milliseconds. */
function type(state: State, text: string, { gap = 100, from = 0 } = {}) {
  return [...text].reduce((before, character, at) => {
    const end = before.now.text.length;
    const caret = { field: 'text', start: end, end };
    const input: Input = { type: 'insertText', text: character, caret, at: from + at * gap };
    const next = end + character.length;
    const after = { field: 'text', start: next, end: next };
    return edit(before, { text: before.now.text + character }, { input, before: caret, after });
  }, state);
}

function step(state: State, back: typeof undone): State {
  const result = back(state.history);
  return result ? { now: { ...state.now, ...result.fields }, history: result.history } : state;
}
const undo = (state: State) => step(state, undone);
const redo = (state: State) => step(state, redone);

describe('typing', () => {
  test('is taken back by words, each with the space behind it', () => {
    const typed = type(begin(), 'one two  three');
    expect(undo(typed).now.text).toBe('one two  ');
    expect(undo(undo(typed)).now.text).toBe('one ');
    expect(undo(undo(undo(typed))).now.text).toBe('');
  });

  test('is a step of its own after a pause', () => {
    const typed = type(type(begin(), 'ab'), 'cd', { from: 5000 });
    expect(undo(typed).now.text).toBe('ab');
  });

  test('is a step of its own elsewhere in the text', () => {
    const { now, history } = type(begin(), 'ab');
    const caret = { field: 'text', start: 0, end: 0 };
    const input = { type: 'insertText', text: 'x', caret, at: 250 };
    const state = edit({ now, history }, { text: `x${now.text}` }, { input, before: caret });
    expect(undo(state).now.text).toBe('ab');
    expect(undone(state.history)?.caret).toEqual(caret);
  });

  test('is not one step with deleting', () => {
    const typed = type(begin(), 'abc');
    const caret = { field: 'text', start: 3, end: 3 };
    const input = { type: 'deleteContentBackward', text: null, caret, at: 350 };
    const state = edit(typed, { text: 'ab' }, { input, before: caret });
    expect(undo(state).now.text).toBe('abc');
  });

  test('by a composition is one step, whatever it replaces meanwhile', () => {
    const compose = (state: State, text: string, at: number) => {
      const caret = { field: 'text', start: 0, end: state.now.text.length };
      const input = { type: 'insertCompositionText', text, caret, at };
      return edit(state, { text }, { input, before: caret });
    };
    const state = ['n', 'に', 'にほ', '日本'].reduce(
      (before, text, at) => compose(before, text, at * 200),
      begin(),
    );
    expect(undo(state).now.text).toBe('');
  });
});

test('a step that was not typed is never joined with typing', () => {
  const typed = type(begin(), 'ab');
  const pasted = edit(typed, { text: 'ab and more' });
  const split = edit(pasted, { text: 'ab', parts: ['a', 'and more'] });
  expect(undo(split).now).toEqual({ text: 'ab and more', parts: ['a'] });
  expect(undo(undo(split)).now.text).toBe('ab');
});

test('a step takes back only the fields that it changed', () => {
  const typed = type(begin(), 'ab');
  // Somebody else has changed the parts meanwhile.
  const { now, history } = { ...typed, now: { ...typed.now, parts: ['b'] } };
  expect(undo({ now, history }).now).toEqual({ text: '', parts: ['b'] });
});

test('after an edit nothing can be done again', () => {
  const state = type(undo(type(begin(), 'one two')), 'x', { from: 9000 });
  expect(redo(state)).toEqual(state);
});

test('nothing to take back changes nothing', () => {
  const state = begin('a');
  expect(undo(state)).toEqual(state);
});

describe('of any edits', () => {
  const edits = fc.array(
    fc.oneof(
      fc.record({ typed: fc.string({ minLength: 1, maxLength: 8 }) }),
      fc.record({ parts: fc.array(fc.string(), { maxLength: 3 }) }),
      fc.record({ text: fc.string() }),
      fc.constant('undo' as const),
      fc.constant('redo' as const),
    ),
    { maxLength: 40 },
  );
  const run = (actions: typeof edits extends fc.Arbitrary<infer T> ? T : never) =>
    actions.reduce((state: State, action, at) => {
      if (action === 'undo') return undo(state);
      if (action === 'redo') return redo(state);
      if ('typed' in action) return type(state, action.typed, { from: at * 1000 });
      return edit(state, action);
    }, begin('start'));

  test('taking back everything returns to the beginning', () => {
    fc.assert(
      fc.property(edits, (actions) => {
        let state = run(actions);
        for (const _ of state.history.past) state = undo(state);
        expect(state.now).toEqual(begin('start').now);
      }),
    );
  });

  test('doing again what was taken back changes nothing', () => {
    fc.assert(
      fc.property(edits, fc.nat(20), (actions, count) => {
        const state = run(actions);
        const steps = Math.min(count, state.history.past.length);
        let other = state;
        for (let i = 0; i < steps; i++) other = undo(other);
        for (let i = 0; i < steps; i++) other = redo(other);
        expect(other.now).toEqual(state.now);
      }),
    );
  });
});

import { createStore } from 'zustand/vanilla';
import type { Item } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Input } from './edit-history.ts';
import type { EditorFields, EditorKind } from './editor-fields.ts';
import { type Action, reduced } from './editor-reducer.ts';
import { EditorSaver, type Surroundings, sayMerged } from './editor-saver.ts';
import type { EditorState, FocusTarget } from './editor-state.ts';
import { caretOf, selectionIn } from './field-history.ts';
import { allCustomised, replacedIn } from './parts.ts';

export type Editor = ReturnType<typeof createEditor>;

/** An open post: its state, and what its author does with it. */
export function createEditor(initial: EditorState, around: Surroundings) {
  const store = createStore<EditorState>(() => initial);
  const dispatch = (action: Action) => {
    const before = store.getState();
    const after = reduced(before, action);
    store.setState(after, true);
    if (after.merged && after.merged !== before.merged) sayMerged(after.merged);
  };
  const saver = new EditorSaver(store, dispatch, around);
  /** The input that is under way: its change follows at once. */
  let input: Input | undefined;

  function edit(to: Partial<EditorFields>, focus?: FocusTarget) {
    const typed = input;
    input = undefined;
    const here = caretOf(document.activeElement);
    dispatch({ do: 'edit', to, focus, input: typed, before: typed?.caret ?? here, after: here });
  }

  /** Puts a text in place of these characters of a field. */
  const replace = (field: string, start: number, end: number, added: string) =>
    edit(
      { parts: replacedIn(store.getState().fields.parts, field, start, end, added) },
      { field, start: start + added.length },
    );

  return {
    store,
    dispatch,
    saver,
    edit,
    /** Takes a proposal of the assistant: one step, and one version. */
    take(to: Partial<EditorFields>, focus?: FocusTarget) {
      dispatch({ do: 'edit', to, focus, isTaken: true });
      void saver.flush();
    },
    /** Notes what the browser is about to put in: the next change comes from it. */
    expect(next: Input) {
      input = next;
    },
    switchKind(kind: EditorKind) {
      const here = caretOf(document.activeElement);
      dispatch({ do: 'switch', kind, before: here, after: here });
    },
    undo: () => dispatch({ do: 'undo', here: caretOf(document.activeElement) }),
    redo: () => dispatch({ do: 'redo' }),
    /** Gives every part a text for this network. */
    customise(network: Network) {
      const parts = allCustomised(store.getState().fields.parts, network);
      edit({ parts }, { field: `${parts[0]?.key}/${network}` });
    },
    replace,
    /** Puts a text into a part, in place of what is selected there. */
    insert: (field: string, added: string) =>
      replace(field, selectionIn(field).start, selectionIn(field).end, added),
    /** Writes at the end of the text. */
    typeAtEnd(text: string) {
      const part = store.getState().fields.parts.at(-1);
      if (part && text) replace(part.key, part.content.length, part.content.length, text);
    },
    /** Saves, and opens the publish dialog. */
    async publish() {
      if (await saver.saveToPublish()) dispatch({ do: 'publish', isOpen: true });
    },
    /** Saves one's own text in place of what somebody else has saved. */
    keepMine(items: Item[]) {
      dispatch({ do: 'keep mine', items });
      return saver.save();
    },
  };
}

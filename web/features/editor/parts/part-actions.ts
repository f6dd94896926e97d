import type { Attachment } from '#contract/attachments.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';
import type { FocusTarget } from '#web/features/editor/store/editor-state.ts';
import {
  changed,
  customised,
  cutAt,
  cutUp,
  insertedAfter,
  joined,
  moved,
  newPart,
  type Part,
  without,
} from '#web/features/editor/store/parts.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** The actions of the parts, by their keys. */
export type PartActions = ReturnType<typeof partActions>;

export function partActions(editor: Editor) {
  const offers: (() => void)[] = [];
  const offer = (title: string, otherwise: () => void) =>
    offers.push(offerUndo(editor, title, otherwise));
  return {
    ...writing(editor),
    ...cutting(editor, offer),
    ...arranging(editor, offer),
    /** The undo of a step ends with the list. */
    leave: () => offers.at(-1)?.(),
  };
}

type Offer = (title: string, otherwise: () => void) => void;

const partsOf = (editor: Editor) => editor.store.getState().fields.parts;

function writing(editor: Editor) {
  const now = () => partsOf(editor);
  const change = (key: string, to: (part: Part) => Part) =>
    now().map((part) => (part.key === key ? to(part) : part));
  return {
    /** @param caret where it is then, in place of where the browser has it */
    write: (key: string, content: string, caret?: number) =>
      editor.edit(
        { parts: changed(now(), key, content) },
        caret === undefined ? undefined : { field: key, start: caret },
      ),
    /** Changes the files. */
    attach: (key: string, to: (media: Attachment[]) => Attachment[]) =>
      editor.edit({ parts: change(key, (part) => ({ ...part, media: to(part.media) })) }),
    /** Sets the text for a network. */
    customise: (key: string, network: Network, text: string | undefined) =>
      editor.edit(
        { parts: change(key, (part) => customised(part, network, text)) },
        // The pressed button is gone then.
        text === undefined ? { field: key } : undefined,
      ),
  };
}

function cutting(editor: Editor, offer: Offer) {
  const now = () => partsOf(editor);
  const set = (parts: Part[], focus?: FocusTarget) => editor.edit({ parts }, focus);
  return {
    /** Replaces a part by these texts; `text` is what it says as a whole, if that was pasted. */
    split(key: string, texts: string[], text?: string) {
      if (text !== undefined) set(changed(now(), key, text));
      const { parts, added } = cutUp(now(), key, texts);
      const end = added.at(-1);
      if (!end) return;
      set(parts, { field: end.key, start: end.content.length });
      offer(`Split into ${texts.length} items`, () =>
        refuse('Cannot undo', 'The items have changed since then.'),
      );
    },
    /** Splits a part in two, with the caret in the second. */
    splitAt(key: string, at: number) {
      const { content = '' } = now().find((part) => part.key === key) ?? {};
      const { parts, added } = cutUp(now(), key, cutAt(content, at));
      set(parts, { field: added[0]?.key ?? key, start: 0 });
    },
    join(key: string) {
      const result = joined(now(), key);
      if (result) set(result.parts, { field: result.into.key, start: result.at });
    },
  };
}

function arranging(editor: Editor, offer: Offer) {
  const now = () => partsOf(editor);
  const set = (parts: Part[], focus?: FocusTarget) => editor.edit({ parts }, focus);
  const placeOf = (key: string) => now().findIndex((part) => part.key === key);
  const addAfter = (key: string | null) => {
    const part = newPart();
    set(insertedAfter(now(), key, part), { field: part.key });
  };
  return {
    add: addAfter,
    append: () => addAfter(null),
    move(key: string, by: number) {
      const next = moved(now(), key, placeOf(key) + by);
      if (next !== now()) set(next, { field: key });
    },
    moveTo(key: string, place: string) {
      const next = moved(now(), key, placeOf(place));
      if (next !== now()) set(next);
    },
    remove(key: string) {
      const index = placeOf(key);
      const part = now()[index];
      const rest = without(now(), key);
      if (!part || rest.length === 0)
        return refuse('Cannot remove', 'A thread must have at least one item');
      set(rest, { field: (rest[index] ?? rest[index - 1])?.key ?? '' });
      // What was written since then stays.
      offer('Item removed', () => set(now().toSpliced(index, 0, part), { field: key }));
    },
  };
}

/**
 * Offers to take the last step back.
 * @param otherwise where another step has followed it
 * @returns ends the offer
 */
function offerUndo(editor: Editor, title: string, otherwise: () => void): () => void {
  const last = () => editor.store.getState().history.past.at(-1);
  const step = last();
  const run = () => (last() === step ? editor.undo() : otherwise());
  return toast({ title, action: { label: 'Undo', run } });
}

const refuse = (title: string, description: string) =>
  void toast({ title, description, variant: 'destructive' });

import { create } from 'zustand';
import type { Editor } from '#web/features/editor/store/editor.ts';
import { selectionIn } from '#web/features/editor/store/field-history.ts';

/** Where `/` is open: the field, the position of the slash, and whether a button has put it there. */
export type OpenSlash = { field: string; from: number; isPressed: boolean };

export const useOpenSlash = create<{ open: OpenSlash | null }>(() => ({ open: null }));

export const closeSlash = () => useOpenSlash.setState({ open: null });

/** Opens it at the caret of a text, as if a slash had been typed there. */
export function pressSlash(editor: Editor, field: string) {
  const { end } = selectionIn(field);
  const { content = '' } =
    editor.store.getState().fields.parts.find(({ key }) => key === field) ?? {};
  const added = /\S$/.test(content.slice(0, end)) ? ' /' : '/';
  editor.replace(field, end, end, added);
  const from = end + added.length - 1;
  useOpenSlash.setState({ open: { field, from, isPressed: true } });
}

/** Whether a slash is typed at the start of a line or after a space: not in a word or a link. */
export function slashTyped(event: Event): OpenSlash | undefined {
  const { target, data, isComposing, inputType } = event as InputEvent;
  if (!(target instanceof HTMLTextAreaElement) || target.dataset.field === undefined) return;
  if (data !== '/' || isComposing || inputType !== 'insertText') return;
  const from = target.selectionStart - 1;
  if (target.value[from] !== '/' || /\S/.test(target.value[from - 1] ?? ' ')) return;
  return { field: target.dataset.field, from, isPressed: false };
}

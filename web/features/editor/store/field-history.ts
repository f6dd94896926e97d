import type { Caret, Input } from './edit-history.ts';

const isText = (target: unknown): target is HTMLTextAreaElement | HTMLInputElement =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** The caret in a field of the editor; undefined in any other. */
export const caretOf = (target: unknown): Caret | undefined => {
  if (!isText(target) || target.dataset.field === undefined) return undefined;
  return {
    field: target.dataset.field,
    start: target.selectionStart ?? 0,
    end: target.selectionEnd ?? 0,
  };
};

/** What is selected in a text, or was before it lost the focus. */
export function selectionIn(name: string): { start: number; end: number } {
  const selector = `textarea[data-field="${CSS.escape(name)}"]`;
  const field = document.querySelector<HTMLTextAreaElement>(selector);
  return { start: field?.selectionStart ?? 0, end: field?.selectionEnd ?? 0 };
}

/** Whether its undo is ours: not in a text field with a history of its own. */
const belongs = (target: unknown) =>
  isText(target) ? target.dataset.field !== undefined || target.type === 'checkbox' : true;

/** By the character where it is Latin, so that every layout has it. */
const isShortcut = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  wanted: string,
  shift: boolean,
) => key.toLowerCase() === wanted && (ctrlKey || metaKey) && !altKey && shiftKey === shift;

type Travelled = { undo: () => void; redo: () => void; expect: (input: Input) => void };

/**
 * Takes back and does again what was done in the fields of a form, by the keys and by the menus of
 * the browser. A text field whose `data-field` names it belongs to the history; others keep that of
 * the browser.
 */
export function listenForHistory(form: HTMLElement, editor: Travelled): () => void {
  const travel = (event: Event, back: boolean) => {
    event.preventDefault();
    if (back) editor.undo();
    else editor.redo();
  };
  const onBeforeInput = (event: InputEvent) => {
    const caret = caretOf(event.target);
    if (!caret) return;
    const { inputType: type, data: text } = event;
    if (type === 'historyUndo' || type === 'historyRedo')
      return travel(event, type === 'historyUndo');
    editor.expect({ type, text, caret, at: Date.now() });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const back = isShortcut(event, 'z', false);
    const again = isShortcut(event, 'z', true) || isShortcut(event, 'y', false);
    if ((back || again) && !event.isComposing && belongs(event.target)) travel(event, back);
  };
  form.addEventListener('beforeinput', onBeforeInput);
  form.addEventListener('keydown', onKeyDown);
  return () => {
    form.removeEventListener('beforeinput', onBeforeInput);
    form.removeEventListener('keydown', onKeyDown);
  };
}

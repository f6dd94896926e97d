import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import {
  type Caret,
  type EditHistory,
  type Input,
  NO_HISTORY,
  recorded,
  redone,
  undone,
} from './edit-history.ts';

/**
 * Takes back and does again what was done in the fields of a form, by the keys and by the menus of
 * the browser. A text field whose `data-field` names it belongs to the history; others keep that of
 * the browser.
 * @param apply sets fields
 */
export function useEditHistory<Fields extends object>(
  form: RefObject<HTMLElement | null>,
  { isLocked, apply }: { isLocked: () => boolean; apply: (fields: Partial<Fields>) => void },
) {
  const history = useRef<EditHistory<Fields>>(NO_HISTORY);
  /** The input that is under way: its change follows at once. */
  const input = useRef<Input>(undefined);
  const target = useRef<Caret>(undefined);
  const latest = useRef({ isLocked, apply });
  latest.current = { isLocked, apply };

  useEffect(() => {
    const { current: element } = form;
    if (!element) return;
    const travel = (event: Event, back: boolean) => {
      event.preventDefault();
      if (latest.current.isLocked()) return;
      const here = caretOf(document.activeElement);
      const result = back ? undone(history.current, here) : redone(history.current);
      if (!result) return;
      history.current = result.history;
      target.current = result.caret;
      latest.current.apply(result.fields);
    };
    const onBeforeInput = (event: InputEvent) => {
      const caret = caretOf(event.target);
      if (!caret) return;
      const { inputType: type, data: text } = event;
      if (type === 'historyUndo' || type === 'historyRedo')
        return travel(event, type === 'historyUndo');
      input.current = { type, text, caret, at: Date.now() };
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const back = isShortcut(event, 'z', false);
      const again = isShortcut(event, 'z', true) || isShortcut(event, 'y', false);
      if ((back || again) && !event.isComposing && belongs(event.target)) travel(event, back);
    };
    element.addEventListener('beforeinput', onBeforeInput);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('beforeinput', onBeforeInput);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [form]);

  // The field may only be there after the rendering.
  useLayoutEffect(() => {
    const { current: caret } = target;
    const field =
      caret &&
      form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(caret.field)}"]`);
    if (!caret || !isText(field)) return;
    target.current = undefined;
    field.focus();
    field.setSelectionRange(caret.start, caret.end);
  });

  return {
    /** Records a change of fields before it is made. */
    record(now: Fields, to: Partial<Fields>) {
      const { current: typed } = input;
      input.current = undefined;
      const here = caretOf(document.activeElement);
      history.current = recorded(history.current, now, to, {
        input: typed,
        before: typed?.caret ?? here,
        after: here,
      });
    },
    /** Forgets everything, where another text takes the place of this one. */
    forget() {
      history.current = NO_HISTORY;
    },
  };
}

const isText = (target: unknown): target is HTMLTextAreaElement | HTMLInputElement =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

const caretOf = (target: unknown): Caret | undefined => {
  if (!isText(target) || target.dataset.field === undefined) return undefined;
  return {
    field: target.dataset.field,
    start: target.selectionStart ?? 0,
    end: target.selectionEnd ?? 0,
  };
};

/** Whether its undo is ours: not in a text field with a history of its own. */
const belongs = (target: unknown) =>
  isText(target) ? target.dataset.field !== undefined || target.type === 'checkbox' : true;

/** By the character where it is Latin, so that every layout has it. */
const isShortcut = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  wanted: string,
  shift: boolean,
) => key.toLowerCase() === wanted && (ctrlKey || metaKey) && !altKey && shiftKey === shift;

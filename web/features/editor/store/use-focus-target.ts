import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { keepTypedAhead, takeTypedAhead } from '#web/lib/keyboard/typed-ahead.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import type { FocusTarget } from './editor-state.ts';
import { listenForHistory } from './field-history.ts';

const LOADING_MS = 5000;
/** About the same. */
const FRAMES_OF_LOADING = 300;

/** Connects the form with the history: its keys, and where a step leads to. */
export function useFocusTarget(form: RefObject<HTMLElement | null>) {
  const editor = useEditor();
  const focus = useEditorState((state) => state.focus);
  useEffect(
    () => (form.current ? listenForHistory(form.current, editor) : undefined),
    [form, editor],
  );
  useLayoutEffect(() => {
    if (!focus || !form.current) return;
    let frame = 0;
    const { current: element } = form;
    const follow = (frames: number) => {
      if (focusField(element, focus) || frames === 0) return;
      // The parts of a thread, or a sheet, may still be loading: its author writes on.
      if (frames === FRAMES_OF_LOADING) keepTypedAhead(LOADING_MS);
      frame = requestAnimationFrame(() => follow(frames - 1));
    };
    follow(FRAMES_OF_LOADING);
    return () => cancelAnimationFrame(frame);
  }, [focus, form]);
}

/** How much of the page stays free below the line that is written, in pixels: tools are there. */
const ROOM = 84;

/** The line that is being written is never at the edge of the window. */
export function useRoomBelow(wanted: boolean) {
  useEffect(() => {
    if (!wanted) return;
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `${ROOM}px`;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, [wanted]);
}

/** Focuses a field of the editor; false where it is not there. */
function focusField(form: HTMLElement, { field: name, start, end = start }: FocusTarget): boolean {
  const field = form.querySelector<HTMLTextAreaElement>(`[data-field="${CSS.escape(name)}"]`);
  if (!field) return false;
  field.focus();
  if (start !== undefined && end !== undefined) field.setSelectionRange(start, end);
  const typed = takeTypedAhead();
  if (typed) {
    field.setRangeText(typed, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return true;
}

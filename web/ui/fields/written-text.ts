import {
  type ChangeEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * A controlled text field with one undo: that of the browser, for what is typed and for what a
 * script writes. React sets `value` itself, of which the undo of the browser knows nothing: it mixes
 * up what was typed before and after.
 */
export function useWrittenText<Control extends TextControl>(
  value: string,
  onChange: ((event: ChangeEvent<Control>) => void) | undefined,
  outer: Ref<Control> | undefined,
  autoFocus: boolean | undefined,
) {
  const control = useRef<Control>(null);
  const isWriting = useRef(false);
  /** Another element for each text that is written while the field has no focus. */
  const [{ key, initial }, setElement] = useState({ key: 0, initial: value });
  useImperativeHandle(outer, () => control.current as Control);
  useLayoutEffect(() => {
    const field = control.current;
    if (!field || field.value === valueIn(field, value)) return;
    isWriting.current = true;
    const isWritten = field === document.activeElement && write(field, value);
    isWriting.current = false;
    if (!isWritten) setElement({ key: key + 1, initial: value });
  });
  return {
    key,
    props: {
      ref: control,
      defaultValue: initial,
      // Not for an element in the place of another one.
      autoFocus: key === 0 && autoFocus,
      onChange: (event: ChangeEvent<Control>) => {
        if (isWriting.current) return;
        onChange?.(event);
        // Whoever is told may want another text.
        setElement((element) => ({ ...element }));
      },
    },
  };
}

/** A text as a field has it. */
const valueIn = (field: TextControl, text: string) =>
  field instanceof HTMLTextAreaElement
    ? text.replaceAll(/\r\n?/g, '\n')
    : text.replaceAll(/[\r\n]/g, '');

/** Writes as somebody who types what differs would. Returns whether it could. */
function write(field: TextControl, text: string): boolean {
  const before = field.value;
  const after = valueIn(field, text);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  field.setSelectionRange(start, before.length - same);
  const added = after.slice(start, after.length - same);
  if (added) document.execCommand('insertText', false, added);
  else document.execCommand('delete');
  return field.value === after;
}

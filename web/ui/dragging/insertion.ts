import { useRef } from 'react';

/**
 * Puts texts into a field as if they were typed: where its caret was when it was left, else at its
 * end. The field has the focus then, and its undo takes them out.
 * @returns `field`: props of the field
 */
export function useInsertion<Control extends HTMLInputElement | HTMLTextAreaElement>() {
  const ref = useRef<Control>(null);
  const caret = useRef<[number, number]>(null);
  return {
    field: {
      ref,
      onBlur({ target }: { target: Control }) {
        caret.current = [target.selectionStart ?? 0, target.selectionEnd ?? 0];
      },
    },
    /** @param text what is put in, by what stands before it */
    insert(text: string | ((before: string) => string)) {
      const control = ref.current;
      if (!control) return;
      const end = control.value.length;
      const [from, to] = caret.current ?? [end, end];
      const before = control.value.slice(0, from);
      control.focus();
      control.setSelectionRange(from, to);
      document.execCommand('insertText', false, typeof text === 'string' ? text : text(before));
    },
  };
}

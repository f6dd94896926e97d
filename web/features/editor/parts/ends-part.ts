import type { KeyboardEvent } from 'react';

/** Two empty lines at the end. */
const ENDED = /\S[^\S\n]*\n[^\S\n]*\n[^\S\n]*$/;

/** Whether Enter was pressed a third time at the end of a text: the next part begins then. */
export function endsPart(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  const isAtEnd = selectionStart === value.length && selectionEnd === value.length;
  return event.key === 'Enter' && isPlain && isAtEnd && ENDED.test(value.slice(-200));
}

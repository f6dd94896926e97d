import type { MouseEvent } from 'react';

/**
 * What is typed while a page with a text field is on its way: it belongs to that field, not to the
 * page that is still shown.
 */

/** A page that takes longer does not come. */
const LONGEST_MS = 20_000;
/** More is not typed in that time. */
const MAX_LENGTH = 2000;
const FIELDS = 'input, textarea, select, [contenteditable]';

let ahead: { text: string; stop: () => void } | undefined;

/** Keeps the keys that are typed from now on, until they are taken, or so many milliseconds. */
export function keepTypedAhead(longest = LONGEST_MS) {
  ahead?.stop();
  const kept = { text: '', stop };
  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // Another field has the focus by now.
    if (key === 'Escape' || (target instanceof Element && target.closest(FIELDS))) return stop();
    if (key === 'Backspace') kept.text = kept.text.slice(0, -1);
    else if (key === 'Enter') kept.text += '\n';
    else if (key.length === 1) kept.text += key;
    else return;
    kept.text = kept.text.slice(0, MAX_LENGTH);
    event.preventDefault();
    event.stopPropagation();
  }
  const timer = setTimeout(stop, longest);
  function stop() {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown, true);
    document.removeEventListener('pointerdown', stop, true);
    if (ahead === kept) ahead = undefined;
  }
  document.addEventListener('keydown', onKeyDown, true);
  // Who points at something goes on with the page that is there.
  document.addEventListener('pointerdown', stop, true);
  ahead = kept;
}

/** The same after a click on the link to that page, but where it opens in another tab. */
export function keepTypedAfter({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (!ctrlKey && !metaKey && !shiftKey) keepTypedAhead();
}

/** What was typed, once, for the field that has come. */
export function takeTypedAhead(): string {
  const { text = '', stop } = ahead ?? {};
  stop?.();
  return text;
}

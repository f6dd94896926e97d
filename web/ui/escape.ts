import type { KeyboardEvent } from 'react';

/** Whether a field keeps the key: it ends a composition, or closes what the field offers. */
export const isForField = ({ target, isComposing }: globalThis.KeyboardEvent) =>
  isComposing || (target instanceof Element && target.matches('textarea[aria-controls]'));

/**
 * Closes at Escape what has just got the focus. The library listens a moment later, and then before
 * this.
 */
export function closeAtEscape(event: KeyboardEvent, onClose: () => void) {
  if (event.key !== 'Escape' || event.defaultPrevented || isForField(event.nativeEvent)) return;
  event.preventDefault();
  onClose();
}

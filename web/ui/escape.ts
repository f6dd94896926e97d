import type { KeyboardEvent } from 'react';

/** Whether a field keeps the key: it ends a composition, or closes what the field offers. */
export const isForField = ({ target, isComposing }: globalThis.KeyboardEvent) =>
  isComposing || (target instanceof Element && target.matches('textarea[aria-controls]'));

const taken = new WeakSet<Event>();

/** Notes that the key has closed a toast, which the library does not tell by preventing it. */
export const takeEscape = (event: Event) => void taken.add(event);

/**
 * Closes at Escape what has just got the focus. The library listens a moment later, and then before
 * this.
 */
export function closeAtEscape(event: KeyboardEvent, onClose: () => void) {
  const { key, defaultPrevented, nativeEvent } = event;
  if (key !== 'Escape' || defaultPrevented || taken.has(nativeEvent) || isForField(nativeEvent))
    return;
  event.preventDefault();
  onClose();
}

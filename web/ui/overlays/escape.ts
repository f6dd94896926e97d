import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The dialog or popover in which a key is pressed. */
export const layerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest('[role=dialog]') : null;

/**
 * The dialog or popover in which Escape is pressed closes itself. The library listens only a moment
 * after the focus is there: until then, it gives the key to what was open before.
 */
export const closedByEscape = (onClose: () => void) => ({
  onEscapeKeyDown(event: KeyboardEvent) {
    if (event.isComposing || layerOf(event)) event.preventDefault();
  },
  onKeyDown(event: ReactKeyboardEvent) {
    const { key, nativeEvent, currentTarget } = event;
    if (key !== 'Escape' || nativeEvent.isComposing) return;
    if (layerOf(nativeEvent) !== currentTarget) return;
    event.preventDefault();
    onClose();
  },
});

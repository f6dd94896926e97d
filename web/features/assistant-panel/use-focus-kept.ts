import { useLayoutEffect, useRef } from 'react';

/**
 * An element that gets the focus when it appears, where what had it is gone with it: a panel that
 * shows something else keeps the focus, and takes none from a text that is being written.
 */
export function useFocusKept<Shown extends HTMLElement>() {
  const element = useRef<Shown>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body)
      element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}

import { useLayoutEffect, useRef } from 'react';

/**
 * An element that gets the focus when it appears, where what had it is gone: then nothing has it, or what
 * the element is in (web/ui/overlays/focus.ts). So a panel that shows something else keeps the focus, and takes
 * none from a text that is being written.
 */
export function useFocusKept<Shown extends HTMLElement>() {
  const element = useRef<Shown>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement.contains(element.current))
      element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}

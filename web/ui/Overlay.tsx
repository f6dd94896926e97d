import { useEffect } from 'react';

/** How many dialogs are open: the page scrolls again after the last one. */
let open = 0;

function lockScrolling() {
  const { documentElement: root, body } = document;
  if (open++ === 0) {
    // The scrollbar goes, and what was beside it stays where it is.
    body.style.paddingRight = `${window.innerWidth - root.clientWidth}px`;
    root.style.overflow = 'hidden';
  }
  return () => {
    if (--open > 0) return;
    body.style.paddingRight = '';
    root.style.overflow = '';
  };
}

/**
 * The ground of a modal dialog, over the page, which does not scroll meanwhile. That of the library
 * makes the browser compute the styles of the whole page anew, twice: it adds a style sheet, and lets
 * the whole body ignore the pointer.
 */
export function Overlay() {
  useEffect(lockScrolling, []);
  return (
    <div className="pointer-events-auto touch-none fixed inset-0 z-40 animate-overlay bg-black/50" />
  );
}

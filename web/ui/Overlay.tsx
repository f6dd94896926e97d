import { type Ref, useEffect } from 'react';
import { onceDrawn } from '#web/lib/once-drawn.ts';

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

/** The ground of a modal dialog, over the page, which does not scroll meanwhile. */
export function Overlay({ ref }: { ref: Ref<HTMLDivElement> }) {
  useEffect(() => onceDrawn(lockScrolling), []);
  return <div ref={ref} className="fixed inset-0 touch-none animate-overlay bg-black/50" />;
}

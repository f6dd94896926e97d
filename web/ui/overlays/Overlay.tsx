import { type ComponentProps, useEffect } from 'react';

/** How many dialogs are open: the page scrolls again after the last one. */
let open = 0;

/**
 * Lets the page scroll, or not. Once it is drawn, because it asks for the layout of the whole page;
 * and once for a dialog in place of another.
 */
const lockLater = () =>
  setTimeout(() => {
    const { documentElement: root, body } = document;
    const locks = open > 0;
    if (locks === (root.style.overflow === 'hidden')) return;
    // The scrollbar goes, and what was beside it stays where it is.
    body.style.paddingRight = locks ? `${window.innerWidth - root.clientWidth}px` : '';
    root.style.overflow = locks ? 'hidden' : '';
  });

/**
 * The ground of a modal dialog, over the page, which does not scroll meanwhile. It takes the presses:
 * the body ignores them, but the page below does not (#root in web/styles/app.css).
 */
export function Overlay(props: Omit<ComponentProps<'div'>, 'className'>) {
  useEffect(() => {
    open++;
    lockLater();
    return () => {
      open--;
      lockLater();
    };
  }, []);
  return (
    <div
      {...props}
      className="pointer-events-auto fixed inset-0 z-50 touch-none animate-overlay bg-black/50"
    />
  );
}

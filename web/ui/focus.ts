import { useRef } from 'react';

/**
 * Focuses the first button below `data-first-focus`; while the content of a dialog loads, the dialog
 * itself, rather than its cross.
 * @returns whether it did
 */
export function focusFirst(dialog: HTMLElement): boolean {
  const first = dialog.querySelector<HTMLElement>('[data-first-focus] :is(button, a):enabled');
  const isLoading = dialog.querySelector('[role=status][aria-label^=Loading]') !== null;
  if (first || isLoading) (first ?? dialog).focus();
  return first !== null || isLoading;
}

/** When it is looked whether what got the focus back is still there: a long list is drawn later. */
const SETTLED_MS = [100, 300, 1000];

/** Focuses the page, without scrolling it. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

/**
 * The last focused elements: outside menus and toasts, and outside dialogs as well. They may be gone
 * later.
 */
const last: { focused: HTMLElement | null; outside: HTMLElement | null } = {
  focused: null,
  outside: null,
};
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target.closest('[role=menu], [data-toasts]')) return;
  last.focused = target;
  if (!target.closest('[role=dialog]')) last.outside = target;
});

/** Returns the focus from a toast that closes to where it was. */
export function leaveToast() {
  // The library moves it to the region of toasts first.
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.closest('[data-toasts]')) return;
    if (last.focused?.isConnected) last.focused.focus({ preventScroll: true });
    else focusMain();
  });
}

/** Returns the focus when a dialog closes. */
export function useFocusBack() {
  const opener = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = last.focused;
    },
    onCloseAutoFocus: (event: Event, next?: HTMLElement | null) => {
      event.preventDefault();
      // What was focused in another dialog is gone with it.
      (next ?? (opener.current?.isConnected ? opener.current : last.outside))?.focus();
      // The trigger may have been deleted with its item: the focus falls back to the page.
      for (const ms of SETTLED_MS)
        setTimeout(() => {
          if (document.activeElement === document.body) focusMain();
        }, ms);
    },
  };
}

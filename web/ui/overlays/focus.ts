import { type RefObject, useEffect, useRef } from 'react';

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

/** Focuses the first field that is marked as wrong, whenever there is another problem. */
export function useFirstInvalid(root: RefObject<HTMLElement | null>, problem: unknown) {
  useEffect(() => {
    if (problem) root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [root, problem]);
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
  if (target instanceof HTMLElement && !target.closest('[role=menu], [data-toasts]'))
    remember(target);
});
// A menu that is opened by a pointer leaves the focus where it was.
document.addEventListener('pointerdown', ({ target }) => {
  const trigger = target instanceof Element && target.closest('[aria-haspopup=menu]');
  if (trigger instanceof HTMLElement) remember(trigger);
});

function remember(element: HTMLElement) {
  last.focused = element;
  if (!element.closest('[role=dialog]')) last.outside = element;
  around = ancestorsOf(element);
}

/** What was around the last focused element, the nearest first. */
let around: Element[] = [];

function ancestorsOf(element: Element): Element[] {
  const { parentElement: parent } = element;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

/** Lists and pages that know a better place have given it the focus by then. */
const LOST_MS = 500;
const PLACES = 'li, ul, ol, table, form, section, fieldset, [role=dialog], [role=region], main';

/**
 * A button that is gone once it was pressed leaves the focus at the top of the document: it goes to
 * what was around the button, so that Tab goes on from there.
 */
function keepPlace() {
  const gone = last.focused;
  if (!gone || gone.isConnected || document.activeElement !== document.body) return;
  setTimeout(() => {
    if (last.focused !== gone || document.activeElement !== document.body) return;
    const place = around.find((element) => element.isConnected && element.matches(PLACES));
    if (!(place instanceof HTMLElement)) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, LOST_MS);
}
new MutationObserver(keepPlace).observe(document.documentElement, {
  childList: true,
  subtree: true,
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

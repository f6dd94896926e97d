import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Button } from './Button.tsx';
import { Overlay } from './Overlay.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  /** As large as the window allows, on a phone the whole screen; its children scroll. */
  large?: boolean;
  children?: ReactNode;
};

const FOCUS_SETTLED_MS = 100;

/** Focuses the page, without scrolling it. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true });

/** The last focused elements: outside menus, and outside dialogs as well. They may be gone later. */
const last: { focused: HTMLElement | null; outside: HTMLElement | null } = {
  focused: null,
  outside: null,
};
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target.closest('[role=menu]')) return;
  last.focused = target;
  if (!target.closest('[role=dialog]')) last.outside = target;
});

/** Returns the focus when a dialog closes. */
export function useFocusBack() {
  const opener = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = last.focused;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What was focused in another dialog is gone with it.
      (opener.current?.isConnected ? opener.current : last.outside)?.focus();
      // The trigger may have been deleted with its item: the focus falls back to the page.
      setTimeout(() => {
        if (document.activeElement === document.body) focusMain();
      }, FOCUS_SETTLED_MS);
    },
  };
}

/** What every modal dialog does: what is open above it closes first, and the focus returns. */
export const useModal = () => ({
  ...useFocusBack(),
  onInteractOutside: (event: Event) => {
    if (document.querySelector('[data-layer]')) event.preventDefault();
  },
  onEscapeKeyDown: (event: KeyboardEvent) => {
    // A field that offers something closes that first.
    const offers =
      event.target instanceof Element && event.target.matches('textarea[aria-controls]');
    if (event.isComposing || offers) event.preventDefault();
  },
});

/** A modal dialog; Escape, the cross and a click outside close it, and the focus returns. */
export function Dialog({ open, onClose, title, description, wide, large, children }: Props) {
  const modal = useModal();
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          {...modal}
          {...(!description && { 'aria-describedby': undefined })}
          className={classes(
            'fixed z-50 flex animate-enter flex-col border-line bg-surface shadow-float',
            large
              ? 'inset-0 mx-auto overflow-hidden md:inset-x-4 md:top-7 md:bottom-auto md:h-[min(844px,calc(100dvh-56px))] md:max-w-[1056px] md:rounded-base md:border'
              : 'inset-x-4 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 gap-4 overflow-y-auto rounded-base border p-5',
            !large && (wide ? 'max-w-4xl' : 'max-w-md'),
          )}
        >
          <div
            className={classes(
              'flex flex-col',
              large ? 'shrink-0 border-line border-b py-4 pr-14 pl-4 md:pl-6' : 'gap-4',
            )}
          >
            <Radix.Title className={classes('font-semibold text-base', !large && 'pr-8')}>
              {title}
            </Radix.Title>
            {description && (
              <Radix.Description className={classes('text-muted', large && 'truncate text-xs')}>
                {description}
              </Radix.Description>
            )}
          </div>
          {children}
          {/* Last, so that the initial focus is in the content. */}
          <Radix.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close"
              className="absolute top-4 right-4"
            >
              <X size={16} aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons of a dialog, the main one last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>
);

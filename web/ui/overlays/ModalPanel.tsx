import { Dialog } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classes } from '#web/lib/classes.ts';
import { closedByEscape } from './escape.ts';
import { useFocusBack } from './focus.ts';
import { Overlay } from './Overlay.tsx';

type Props = ComponentProps<typeof Dialog.Content> & {
  onClose: () => void;
  /** What gets the focus when it closes, in place of what had it before. */
  focusNext?: () => HTMLElement | null | undefined;
};

/** An open modal dialog over its ground: Escape and a press on the ground close it. */
export function ModalPanel({ onClose, onOpenAutoFocus, focusNext, className, ...content }: Props) {
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Overlay />
        <Dialog.Content
          {...content}
          {...closedByEscape(onClose)}
          className={classes('fixed z-50', className)}
          onOpenAutoFocus={(event) => {
            focusBack.onOpenAutoFocus();
            onOpenAutoFocus?.(event);
          }}
          onCloseAutoFocus={(event) => focusBack.onCloseAutoFocus(event, focusNext?.())}
          onInteractOutside={(event) => {
            // What is open above it closes first.
            if (document.querySelector('[data-layer]')) event.preventDefault();
          }}
        />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

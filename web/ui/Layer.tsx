import { DismissableLayer } from 'radix-ui/internal';
import { type ComponentProps, useState } from 'react';
import { useToast } from './toast.ts';

type Props = Omit<
  ComponentProps<typeof DismissableLayer.Root>,
  'role' | 'deferPointerDownOutside' | 'onDismiss' | 'onEscapeKeyDown'
> & { onClose: () => void };

/** Whether a toast has taken the key: the library does not tell by preventing it. */
const takenByToast = new WeakMap<Event, boolean>();

/**
 * Lets a toast take the key, unless that was pressed in a dialog or popover that opened above it: for
 * a moment the library still takes the toast for the highest layer.
 */
export function takeEscape(event: KeyboardEvent, toast: number) {
  const layer = event.target instanceof Element ? event.target.closest('[data-above-toast]') : null;
  const isAbove = layer?.getAttribute('data-above-toast') === String(toast);
  takenByToast.set(event, !isAbove);
  if (isAbove) event.preventDefault();
}

/**
 * An open dialog or popover in the library's order of layers. Escape closes it from its first moment:
 * the library listens a moment after the focus is there, and then before this.
 */
export function Layer({ onClose, onKeyDown, ...props }: Props) {
  const [toast] = useState(() => useToast.getState().toast?.id);
  return (
    <DismissableLayer.Root
      {...props}
      role="dialog"
      data-above-toast={toast}
      deferPointerDownOutside
      onDismiss={onClose}
      onEscapeKeyDown={(event) => isForField(event) && event.preventDefault()}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const { key, nativeEvent } = event;
        const isTaken = takenByToast.get(nativeEvent) ?? event.defaultPrevented;
        if (key !== 'Escape' || isTaken || isForField(nativeEvent)) return;
        event.preventDefault();
        onClose();
      }}
    />
  );
}

/** Whether a field keeps the key: it ends a composition, or closes what the field offers. */
const isForField = ({ target, isComposing }: KeyboardEvent) =>
  isComposing || (target instanceof Element && target.matches('textarea[aria-controls]'));

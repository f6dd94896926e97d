import { DismissableLayer } from 'radix-ui/internal';
import { type ComponentProps, useState } from 'react';
import { useToast } from './toast.ts';

type Props = Omit<
  ComponentProps<typeof DismissableLayer.Root>,
  'role' | 'deferPointerDownOutside' | 'onDismiss' | 'onEscapeKeyDown'
> & { onClose: () => void };

const LAYER = '[data-above-toast]';

/** Keys that the library has left to the layer in which they were pressed. */
const leftToLayer = new WeakSet<Event>();

/**
 * For a moment after a layer opened, the library takes a lower one, or a toast, for the highest: the
 * key belongs to the layer in which it was pressed.
 */
function leaveToLayer(event: KeyboardEvent) {
  leftToLayer.add(event);
  event.preventDefault();
}

const layerOf = ({ target }: Event) => (target instanceof Element ? target.closest(LAYER) : null);

/** Lets a toast take the key, unless that was pressed in a dialog or popover that opened above it. */
export function takeEscape(event: KeyboardEvent, toast: number) {
  if (layerOf(event)?.getAttribute('data-above-toast') === String(toast)) leaveToLayer(event);
}

/**
 * An open dialog or popover in the library's order of layers. Escape closes it from its first moment:
 * the library listens a moment after the focus is there, and then before this.
 */
export function Layer({ onClose, onKeyDown, ...props }: Props) {
  const [toast] = useState(() => useToast.getState().toast?.id ?? 0);
  return (
    <DismissableLayer.Root
      {...props}
      role="dialog"
      data-above-toast={toast}
      deferPointerDownOutside
      onDismiss={onClose}
      onEscapeKeyDown={(event) => {
        if (isForField(event)) event.preventDefault();
        else if (layerOf(event)) leaveToLayer(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const { key, nativeEvent } = event;
        if (key !== 'Escape' || isForField(nativeEvent)) return;
        // Of layers in each other, the innermost takes it.
        const isLeft = leftToLayer.delete(nativeEvent);
        if (event.defaultPrevented && !isLeft) return;
        event.preventDefault();
        onClose();
      }}
    />
  );
}

/** Whether a field keeps the key: it ends a composition, or closes what the field offers. */
const isForField = ({ target, isComposing }: KeyboardEvent) =>
  isComposing || (target instanceof Element && target.matches('textarea[aria-controls]'));

import { DismissableLayer } from 'radix-ui/internal';
import { type ComponentProps, useState } from 'react';
import { useToast } from './toast.ts';

type Props = Omit<
  ComponentProps<typeof DismissableLayer.Root>,
  'role' | 'deferPointerDownOutside' | 'onDismiss' | 'onEscapeKeyDown'
> & { onClose: () => void };

const LAYER = '[data-above-toast]';

/**
 * Who takes a key, where preventing it does not tell: the layer in which it was pressed, although the
 * library's handler came first, or the toast, which the library closes without preventing it.
 */
const takenBy = new WeakMap<Event, 'layer' | 'toast'>();

/**
 * For a moment after a layer opened, the library takes a lower one, or a toast, for the highest: the
 * key belongs to the layer in which it was pressed.
 */
function leaveToLayer(event: KeyboardEvent) {
  takenBy.set(event, 'layer');
  event.preventDefault();
}

const layerOf = ({ target }: Event) => (target instanceof Element ? target.closest(LAYER) : null);

/** Lets a toast take the key, unless that was pressed in a dialog or popover that opened above it. */
export function takeEscape(event: KeyboardEvent, toast: number) {
  if (layerOf(event)?.getAttribute('data-above-toast') === String(toast)) leaveToLayer(event);
  else takenBy.set(event, 'toast');
}

/**
 * An open dialog or popover in the library's order of layers. Escape closes it from its first moment:
 * the library listens a moment after the focus is there, and then before this.
 */
export function Layer({ onClose, onKeyDown, ...props }: Props) {
  const [toast] = useState(() => useToast.getState().toast?.id ?? 'none');
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
        const taker = takenBy.get(nativeEvent) ?? (event.defaultPrevented ? 'another' : 'layer');
        if (taker !== 'layer') return;
        // Of layers in each other, the innermost.
        takenBy.delete(nativeEvent);
        event.preventDefault();
        onClose();
      }}
    />
  );
}

/** Whether a field keeps the key: it ends a composition, or closes what the field offers. */
const isForField = ({ target, isComposing }: KeyboardEvent) =>
  isComposing || (target instanceof Element && target.matches('textarea[aria-controls]'));

import { DismissableLayer } from 'radix-ui/internal';
import type { ComponentProps } from 'react';

type Props = Omit<
  ComponentProps<typeof DismissableLayer.Root>,
  'role' | 'deferPointerDownOutside' | 'onDismiss' | 'onEscapeKeyDown'
> & { onClose: () => void };

const taken = new WeakSet<Event>();

/** Notes that the key has closed a toast, which the library does not tell by preventing it. */
export const takeEscape = (event: Event) => void taken.add(event);

/**
 * An open dialog or popover in the library's order of layers. Escape closes it from its first moment:
 * the library listens a moment after the focus is there, and then before this.
 */
export const Layer = ({ onClose, onKeyDown, ...props }: Props) => (
  <DismissableLayer.Root
    {...props}
    role="dialog"
    deferPointerDownOutside
    onDismiss={onClose}
    onEscapeKeyDown={(event) => isForField(event) && event.preventDefault()}
    onKeyDown={(event) => {
      onKeyDown?.(event);
      const { key, defaultPrevented, nativeEvent } = event;
      if (key !== 'Escape' || defaultPrevented || taken.has(nativeEvent) || isForField(nativeEvent))
        return;
      event.preventDefault();
      onClose();
    }}
  />
);

/** Whether a field keeps the key: it ends a composition, or closes what the field offers. */
const isForField = ({ target, isComposing }: KeyboardEvent) =>
  isComposing || (target instanceof Element && target.matches('textarea[aria-controls]'));

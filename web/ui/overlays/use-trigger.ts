import { type ComponentProps, type ReactElement, useRef, useState } from 'react';
import { fetchLayers, useLayers } from './layers.ts';

export type TriggerProps = {
  /** A button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Given, what opens it decides. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** The state of a button that opens a panel beside it, whose code is loaded by then. */
export function useTrigger({ open: given, onOpenChange }: Omit<TriggerProps, 'trigger'>) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = given ?? opened;
  const loaded = useLayers(open);
  return {
    open,
    button,
    loaded: open ? loaded : undefined,
    change: (next: boolean) => {
      setOpened(next);
      onOpenChange?.(next);
    },
    props: {
      ref: button,
      'aria-expanded': open,
      'data-state': open ? 'open' : 'closed',
      onPointerEnter: fetchLayers,
    } as ComponentProps<'button'>,
  };
}

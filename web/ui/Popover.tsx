import { type ComponentProps, cloneElement, type ReactElement, useRef, useState } from 'react';
import { fetchLayers, useLayers } from './layers.ts';
import type { PopoverContent } from './PopoverPanel.tsx';

type Props = PopoverContent & {
  /** A button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Shows its children beside `trigger`; Escape and a press outside close it. */
export function Popover({ trigger, open: given, onOpenChange, ...content }: Props) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = given ?? opened;
  const loaded = useLayers(open);
  function change(next: boolean) {
    setOpened(next);
    onOpenChange?.(next);
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': trigger.props['aria-haspopup'] ?? 'dialog',
        'aria-expanded': open,
        'data-state': open ? 'open' : 'closed',
        onPointerEnter: fetchLayers,
        onClick: () => change(!open),
      } as ComponentProps<'button'>)}
      {loaded && open && (
        <loaded.PopoverPanel {...content} button={button} onClose={() => change(false)} />
      )}
    </>
  );
}

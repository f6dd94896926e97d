import { cloneElement } from 'react';
import type { PopoverContent } from './PopoverPanel.tsx';
import { type TriggerProps, useTrigger } from './use-trigger.ts';

/** Shows its children beside `trigger`; Escape and a press outside close it. */
export function Popover({
  trigger,
  open: given,
  onOpenChange,
  ...content
}: PopoverContent & TriggerProps) {
  const { open, change, button, loaded, props } = useTrigger({ open: given, onOpenChange });
  return (
    <>
      {cloneElement(trigger, {
        ...props,
        'aria-haspopup': trigger.props['aria-haspopup'] ?? 'dialog',
        onClick: () => change(!open),
      })}
      {loaded && <loaded.PopoverPanel {...content} button={button} onClose={() => change(false)} />}
    </>
  );
}

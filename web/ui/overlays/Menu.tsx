import { cloneElement, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useLayers } from './layers.ts';
import type { ChoiceProps, ItemProps, SwitchProps } from './MenuPanel.tsx';
import { type TriggerProps, useTrigger } from './use-trigger.ts';

type Props = TriggerProps & { children: ReactNode; align?: 'start' | 'end' };

/**
 * A menu that opens from `trigger`, with arrow keys, typeahead and Escape. Until it is open it is the
 * trigger alone: a list has many of them, and each menu of the library listens to every key.
 */
export function Menu({ trigger, children, align = 'end', ...state }: Props) {
  const { open, change, button, loaded, props } = useTrigger(state);
  const pointed = useRef(false);
  return (
    <>
      {cloneElement(trigger, {
        ...props,
        'aria-haspopup': 'menu',
        onPointerDown: (event: PointerEvent) => {
          if (trigger.props.disabled || event.button !== 0 || event.ctrlKey) return;
          pointed.current = !open;
          // Else the trigger takes the focus from the menu.
          if (!open) event.preventDefault();
          change(!open);
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          pointed.current = false;
          change(event.key === 'ArrowDown' || !open);
        },
      })}
      {loaded && (
        <loaded.MenuPanel button={button} pointed={pointed} align={align} onOpenChange={change}>
          {children}
        </loaded.MenuPanel>
      )}
    </>
  );
}

export function MenuItem(props: ItemProps) {
  const loaded = useLayers(true);
  return loaded && <loaded.MenuItemPart {...props} />;
}

/** An item that is on or off, with a check mark where it is on. */
export function MenuSwitch(props: SwitchProps) {
  const loaded = useLayers(true);
  return loaded && <loaded.MenuSwitchPart {...props} />;
}

/** A radio item, with a check mark where it is selected. */
export function MenuChoice<Value extends string>(props: ChoiceProps<Value>) {
  const loaded = useLayers(true);
  return loaded && <loaded.MenuChoicePart {...props} />;
}

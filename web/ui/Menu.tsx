import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { fetchLayers, useLayers } from './layers.ts';
import type { ChoiceProps, ItemProps } from './MenuPanel.tsx';

type Props = {
  /** A button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Given, it opens by a key, too. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/**
 * A menu that opens from `trigger`, with arrow keys, typeahead and Escape. Until it is open it is the
 * trigger alone: a list has many of them, and each menu of the library listens to every key.
 */
export function Menu({ trigger, children, align = 'end', open: given, onOpenChange }: Props) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const pointed = useRef(false);
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
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'data-state': open ? 'open' : 'closed',
        onPointerEnter: fetchLayers,
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
      } as ComponentProps<'button'>)}
      {open && loaded && (
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

/** A radio item, with a check mark where it is selected. */
export function MenuChoice<Value extends string>(props: ChoiceProps<Value>) {
  const loaded = useLayers(true);
  return loaded && <loaded.MenuChoicePart {...props} />;
}

import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '#web/lib/classes.ts';

const itemClass =
  'flex h-9 select-none items-center gap-2 rounded-[6px] px-2 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

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
  const [content, setContent] = useState<HTMLElement | null>(null);
  const pointed = useRef(false);
  const left = useRef(false);
  const open = given ?? opened;
  // The library knows only of keys that are pressed while it is there.
  useEffect(() => {
    if (content && !pointed.current)
      content.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
  }, [content]);
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
      {open && (
        <DropdownMenu.Root
          open
          modal={false}
          onOpenChange={(next) => {
            pointed.current = false;
            change(next);
          }}
        >
          <DropdownMenu.Trigger asChild>
            <Borrowed element={button} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              ref={setContent}
              data-layer
              onInteractOutside={() => {
                left.current = true;
              }}
              // What the library gives the focus back to is gone by then, with all of it.
              onCloseAutoFocus={() => {
                if (!left.current && document.activeElement === document.body)
                  button.current?.focus();
                left.current = false;
              }}
              align={align}
              sideOffset={4}
              collisionPadding={8}
              className="z-50 min-w-44 animate-enter rounded-base border border-line bg-raised p-1 shadow-float"
            >
              {children}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </>
  );
}

/** Stands in for an element that is there already: it gets the id and the ref. */
function Borrowed({
  element,
  id,
  ref,
}: {
  element: RefObject<HTMLElement | null>;
  id?: string;
  ref?: Ref<HTMLElement>;
}) {
  useImperativeHandle(ref, () => element.current as HTMLElement);
  useLayoutEffect(() => {
    if (id) element.current?.setAttribute('id', id);
  }, [element, id]);
  return null;
}

type ItemProps = { icon?: LucideIcon; danger?: boolean; onSelect: () => void; children: ReactNode };

export function MenuItem({ icon: Icon, danger, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={classes(itemClass, danger && 'text-danger')}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </DropdownMenu.Item>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
};

/** A radio item, with a check mark where it is selected. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <>
      <DropdownMenu.Label className="px-2 py-1 text-muted text-xs">{label}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        aria-label={label}
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            className={classes(itemClass, 'pr-8')}
          >
            {option.label}
            <DropdownMenu.ItemIndicator className="ml-auto">
              <Check size={16} aria-hidden className="-mr-6" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}

import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { ExternalTrigger } from './ExternalTrigger.tsx';

export type ItemProps = {
  icon?: LucideIcon;
  danger?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

const itemClass =
  'flex h-9 select-none items-center gap-2 rounded-[6px] px-2 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

type Props = {
  button: RefObject<HTMLButtonElement | null>;
  /** Whether it was opened by a pointer. */
  pointed: RefObject<boolean>;
  align: 'start' | 'end';
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

export type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
};

/** What an open `Menu` shows. */
export function MenuPanel({ button, pointed, align, onOpenChange, children }: Props) {
  const [content, setContent] = useState<HTMLElement | null>(null);
  // The library knows only of keys that are pressed while it is there.
  useEffect(() => {
    if (content && !pointed.current)
      content.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
  }, [content, pointed]);
  return (
    <DropdownMenu.Root
      open
      modal={false}
      onOpenChange={(next) => {
        pointed.current = false;
        onOpenChange(next);
      }}
    >
      <DropdownMenu.Trigger asChild>
        <ExternalTrigger element={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={setContent}
          data-layer
          onCloseAutoFocus={(event) => {
            // What was chosen may have given it to something else.
            if (document.activeElement !== document.body) event.preventDefault();
          }}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-enter overflow-y-auto overscroll-contain rounded-base border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** What `MenuItem` shows. */
export function MenuItemPart({ icon: Icon, danger, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={classes(itemClass, danger && 'text-danger')}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </DropdownMenu.Item>
  );
}

export type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

/** What `MenuSwitch` shows. */
export function MenuSwitchPart({ checked, onChange, children }: SwitchProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      className={classes(itemClass, 'pr-8')}
    >
      {children}
      <DropdownMenu.ItemIndicator className="ml-auto">
        <Check size={16} aria-hidden className="-mr-6" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

/** What `MenuChoice` shows. */
export function MenuChoicePart<Value extends string>({
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

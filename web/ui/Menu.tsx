import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';

const itemClass =
  'flex h-9 select-none items-center gap-2 rounded-[6px] px-2 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

/** A menu that opens from `trigger`, with arrow keys, typeahead and Escape. */
export function Menu({
  trigger,
  children,
  align = 'end',
  open,
  onOpenChange,
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Given, it opens by a key, too. */
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}) {
  return (
    <DropdownMenu.Root
      modal={false}
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange })}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-enter rounded-base border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
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

import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  required?: boolean;
};

const box =
  'grid size-6 shrink-0 place-items-center rounded-[6px] border border-field bg-surface data-[state=checked]:border-transparent data-[state=checked]:bg-accent-solid data-[state=checked]:text-on-accent';

const Mark = () => (
  <Radix.Indicator>
    <Check size={16} aria-hidden />
  </Radix.Indicator>
);

/** A checkbox with its label. */
export function Checkbox({ checked, onChange, children, required }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-start gap-2 py-1">
      <Radix.Root
        id={id}
        checked={checked}
        required={required ?? false}
        onCheckedChange={(next) => onChange(next === true)}
        className={box}
      >
        <Mark />
      </Radix.Root>
      <label htmlFor={id} className="grow cursor-pointer select-none pt-0.5">
        {children}
      </label>
    </div>
  );
}

type SelectBoxProps = { checked: boolean; label: string; onToggle: (range: boolean) => void };

/** A checkbox in a list; `range` is true with Shift. */
export const SelectBox = ({ checked, label, onToggle }: SelectBoxProps) => (
  <Radix.Root
    checked={checked}
    aria-label={label}
    onClick={({ shiftKey }) => onToggle(shiftKey)}
    className={box}
  >
    <Mark />
  </Radix.Root>
);

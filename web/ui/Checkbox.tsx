import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type Props = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode; required?: boolean };

/** A box with its label beside it. */
export function Checkbox({ checked, onChange, children, required }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        required={required ?? false}
        onCheckedChange={(next) => onChange(next === true)}
        className="grid size-6 shrink-0 place-items-center rounded-[6px] border border-field bg-surface data-[state=checked]:border-transparent data-[state=checked]:bg-accent-solid data-[state=checked]:text-on-accent"
      >
        <Radix.Indicator>
          <Check size={16} aria-hidden />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className="grow cursor-pointer select-none">
        {children}
      </label>
    </div>
  );
}

import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  required?: boolean;
  disabled?: boolean;
  error?: string | undefined;
};

/** Enter on a checkbox does nothing: neither toggles it nor submits its form. */
const doesNotSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** A checkbox with its label: that of the browser, in our colours. */
export function Checkbox({ checked, onChange, children, required, disabled, error }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-start gap-2 py-1">
      <span className="grid shrink-0 place-items-center text-on-accent *:col-start-1 *:row-start-1">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          required={required}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => onChange(target.checked)}
          onKeyDown={doesNotSubmit}
          className="size-6 cursor-pointer appearance-none rounded-[6px] border border-field bg-surface checked:border-transparent checked:bg-accent-solid aria-invalid:border-danger"
        />
        {checked && <Check size={16} aria-hidden className="pointer-events-none" />}
      </span>
      <label htmlFor={id} className="grow cursor-pointer select-none pt-0.5">
        {children}
        {error && (
          <span id={`${id}-error`} className="block text-danger">
            {error}
          </span>
        )}
      </label>
    </div>
  );
}

type SelectBoxProps = {
  checked: boolean;
  disabled?: boolean;
  label: string;
  tabIndex?: number;
  onToggle: (range: boolean) => void;
};

/**
 * A checkbox in a list; `range` is true with Shift. A button of our own, as a list has many of them:
 * each of the library is several components.
 */
export const SelectBox = ({ checked, disabled, label, tabIndex, onToggle }: SelectBoxProps) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={checked}
    aria-label={label}
    disabled={disabled}
    tabIndex={tabIndex}
    onClick={({ shiftKey }) => onToggle(shiftKey)}
    onKeyDown={doesNotSubmit}
    // The area is larger than the box.
    className="group/box grid size-6 place-items-center"
  >
    <span className="grid size-4 place-items-center rounded-sm border border-field bg-surface group-disabled/box:border-line group-aria-checked/box:border-transparent group-aria-checked/box:bg-accent-solid group-aria-checked/box:text-on-accent">
      {checked && <Check size={12} strokeWidth={3} aria-hidden />}
    </span>
  </button>
);

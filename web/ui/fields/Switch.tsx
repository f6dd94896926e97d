import { type ReactNode, useId } from 'react';
import { classes } from '#web/lib/classes.ts';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  /** In words, where the label is not beside it. */
  name?: string;
  hint?: ReactNode;
  disabled?: boolean | undefined;
};

/** Something that is on or off, and changes at once. */
export function Switch({ checked, onChange, label, name, hint, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-label={name}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={classes(
          'relative h-6 w-10 shrink-0 rounded-full border transition-colors duration-150 disabled:opacity-60',
          checked ? 'border-transparent bg-accent-solid' : 'border-field bg-sunken',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'absolute top-0.5 size-[18px] rounded-full',
            checked ? 'right-0.5 bg-surface' : 'left-0.5 bg-field',
          )}
        />
      </button>
      {label && (
        <div className="min-w-0">
          <label htmlFor={id} className="cursor-pointer font-medium">
            {label}
          </label>
          {hint && (
            <p id={`${id}-hint`} className="text-[13px] text-muted">
              {hint}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

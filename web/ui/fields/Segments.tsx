import { classes } from '#web/lib/classes.ts';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A choice of one of a few, all in sight. */
export const Segments = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: Props<Value>) => (
  <fieldset className="inline-flex gap-0.5 rounded-base bg-sunken p-0.5">
    <legend className="sr-only">{label}</legend>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className={classes(
          'inline-flex h-7 items-center rounded-[6px] px-2.5 font-medium text-[13px]',
          option.value === value ? 'bg-surface' : 'text-muted hover:text-text',
        )}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
);

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
    {options.map((one) => (
      <button
        key={one.value}
        type="button"
        aria-pressed={one.value === value}
        onClick={() => onChange(one.value)}
        className={classes(
          'inline-flex h-7 items-center rounded-[6px] px-2.5 font-medium text-[13px]',
          one.value === value ? 'bg-surface' : 'text-muted hover:text-text',
        )}
      >
        {one.label}
      </button>
    ))}
  </fieldset>
);

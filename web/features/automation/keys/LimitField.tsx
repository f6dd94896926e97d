import type { ReactNode } from 'react';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

type Props = {
  /** ‘Only these folders’. */
  label: string;
  /** ‘All folders’. */
  all: string;
  options: readonly { id: number; label: ReactNode }[];
  /** Null: all. */
  chosen: readonly number[] | null;
  error: string | undefined;
  onChange: (chosen: number[] | null) => void;
};

/** Limits a key to some of what a workspace has. */
export function LimitField({ label, all, options, chosen, error, onChange }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <Select
        aria-label={label}
        value={chosen ? 'some' : 'all'}
        options={[
          { value: 'all', label: all },
          { value: 'some', label: chosen ? `${chosen.length} chosen` : 'Choose…' },
        ]}
        onChange={(value) => onChange(value === 'all' ? null : (chosen?.slice() ?? []))}
      />
      {chosen && (
        <fieldset className="max-h-40 overflow-y-auto rounded-base border border-line px-2">
          <legend className="sr-only">{label}</legend>
          {options.map(({ id, label: name }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={(isOn) =>
                onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Unfinished } from '#contract/automation/rules-settings.ts';
import { weekdayName } from '#contract/automation/rules-words.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import type { Choice } from './use-names.ts';

export const MAX_WORD = 100;

/** The fields of which the blocks of rules are made. */

type ChooseProps = {
  label: string;
  value: number | null | undefined;
  choices: readonly Choice[];
  onChange: (id: number) => void;
  /** What it is without a choice, where it can be without. */
  empty?: { label: string; onChoose: () => void } | undefined;
  /** Where there is nothing to choose. */
  none: ReactNode;
};

/** One of what a workspace has; what was chosen and is gone is empty. */
export const Choose = ({ label, value, choices, onChange, empty, none }: ChooseProps) =>
  choices.length === 0 ? (
    <p className="text-[13px] text-muted">{none}</p>
  ) : (
    <Field label={label}>
      <Select
        value={choices.some(({ id }) => id === value) ? String(value) : ''}
        placeholder="Choose…"
        options={[
          ...(empty ? [{ value: '', label: empty.label }] : []),
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) => (id === '' ? empty?.onChoose() : onChange(Number(id)))}
      />
    </Field>
  );

type SomeProps<Value extends string | number> = {
  label: string;
  values: readonly Value[];
  options: readonly { value: Value; label: string }[];
  onChange: (values: Value[]) => void;
};

/** Several of a few, as buttons that stay pressed. */
export const ChooseSome = <Value extends string | number>({
  label,
  values,
  options,
  onChange,
}: SomeProps<Value>) => (
  <fieldset>
    <legend className="font-medium text-[13px]">{label}</legend>
    <div className="mt-1 flex max-h-48 flex-wrap gap-1.5 overflow-y-auto p-0.5">
      {options.map(({ value, label: text }) => {
        const isOn = values.includes(value);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              onChange(isOn ? values.filter((other) => other !== value) : [...values, value])
            }
            className={classes(
              'min-h-7 rounded-full border px-2.5 text-[13px] max-md:min-h-11',
              isOn ? 'border-transparent bg-accent-soft text-accent' : 'border-line',
            )}
          >
            {text}
          </button>
        );
      })}
    </div>
  </fieldset>
);

type NumberProps = {
  label: string;
  value: number | null | undefined;
  min?: number;
  max: number;
  onChange: (value: number | null) => void;
};

/** A whole number; empty is null. */
export const NumberField = ({ label, value, min = 1, max, onChange }: NumberProps) => (
  <Field
    label={label}
    error={
      typeof value === 'number' && !(Number.isInteger(value) && value >= min && value <= max)
        ? `Enter a whole number from ${min} to ${max.toLocaleString('en')}.`
        : undefined
    }
  >
    <Input
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  </Field>
);

export const TimeField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null | undefined;
  onChange: (value: string | null) => void;
}) => (
  <Field label={label} hint={useZone()}>
    <Input
      type="time"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    />
  </Field>
);

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  value: day,
  label: weekdayName(day),
}));

type Mark = Partial<
  Unfinished<{
    kind: 'figures';
    metric: 'views' | 'reactions';
    at_least: number;
    within_hours: number;
  }>
>;

/** So many views or reactions, within hours of the publication or at any time. */
export const MarkFields = ({
  value: { metric, at_least, within_hours },
  onChange,
}: {
  value: Mark;
  onChange: (part: {
    metric?: 'views' | 'reactions';
    at_least?: number | null;
    within_hours?: number | null;
  }) => void;
}) => (
  <div className="grid gap-3 sm:grid-cols-3">
    <Field label="Figure">
      <Select
        value={metric ?? 'reactions'}
        options={[
          { value: 'reactions', label: 'Reactions' },
          { value: 'views', label: 'Views' },
        ]}
        onChange={(next) => onChange({ metric: next as 'views' | 'reactions' })}
      />
    </Field>
    <NumberField
      label="At least"
      value={at_least}
      max={1_000_000_000}
      onChange={(next) => onChange({ at_least: next })}
    />
    <NumberField
      label="Within hours (optional)"
      value={within_hours}
      max={24 * 90}
      onChange={(next) => onChange({ within_hours: next })}
    />
  </div>
);

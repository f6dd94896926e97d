import { type Choice, ON } from '#contract/networks/network-rules.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';

/** A longer text gets several lines. */
const LONG = 200;

/** A choice of a network: one of its values, a switch, or a text. */
export function ChoiceField({
  choice: { label, help, values, max = 0, isSwitch, required },
  allowed,
  value,
  onChange,
}: {
  choice: Choice;
  /** The values that the account has; all where it is not said. */
  allowed: readonly string[] | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  if (isSwitch)
    return (
      <div className="sm:col-span-2">
        <Checkbox checked={value === ON} onChange={(on) => onChange(on ? ON : '')}>
          {label}
          {help && <span className="block text-muted text-xs">{help}</span>}
        </Checkbox>
      </div>
    );
  const offered = values?.filter((choice) => !allowed || allowed.includes(choice.value));
  return (
    <Field
      label={label}
      hint={help}
      required={required !== undefined}
      className={max > LONG ? 'sm:col-span-2' : ''}
    >
      {offered ? (
        <Select
          value={value || (required === undefined ? offered[0]?.value : undefined)}
          placeholder="Choose…"
          options={offered}
          onChange={onChange}
        />
      ) : max > LONG ? (
        <Textarea
          value={value}
          maxLength={max}
          rows={2}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input value={value} maxLength={max} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}

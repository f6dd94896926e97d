import type { Values, Variable } from '#contract/content/templates.ts';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';

type Props = {
  variable: Variable;
  values: Values;
  onChange: (value: string) => void;
  hint?: React.ReactNode;
};

/** The field of a variable in the form of a use. */
export function VariableField({ variable, values, onChange, hint }: Props) {
  const { name, label, kind, choices, default: preset, is_required: required } = variable;
  const value = values[name] ?? preset ?? '';
  const change = ({ target }: { target: { value: string } }) => onChange(target.value);
  return (
    <Field label={label} required={required} hint={hint}>
      {kind === 'choice' ? (
        <Select
          value={value}
          options={[
            ...(required ? [] : [{ value: '', label: 'None' }]),
            ...choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          placeholder="Choose"
          onChange={onChange}
        />
      ) : kind === 'long' ? (
        <Textarea dir="auto" rows={3} value={value} onChange={change} data-variable={name} />
      ) : (
        <Input
          dir="auto"
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'link' ? 'url' : undefined}
          value={value}
          onChange={change}
          data-variable={name}
        />
      )}
    </Field>
  );
}

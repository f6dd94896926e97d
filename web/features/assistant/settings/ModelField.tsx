import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

type Props = {
  label: string;
  value: string;
  /** Those of the server, once it has been tried and lists them. */
  models: readonly string[] | null;
  error: string | undefined;
  onChange: (model: string) => void;
};

/** A model: one of those that the server has, or a name. */
export const ModelField = ({ label, value, models, error, onChange }: Props) => (
  <Field label={label} error={error}>
    {models ? (
      <Select
        value={value}
        options={[...new Set([value, ...models])]
          .filter((model) => model || models.includes(''))
          .map((model) => ({ value: model, label: model || 'None' }))}
        placeholder="Choose a model"
        onChange={onChange}
      />
    ) : (
      <Input
        value={value}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

import { type ComponentProps, useRef } from 'react';
import type {
  Action,
  SettingsOf,
  Unfinished,
  UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { MAX_VALUE, type Variable } from '#contract/content/templates.ts';
import { paths } from '#contract/paths.ts';
import { Choose } from '#web/features/automation/rules/Fields.tsx';
import type { Choices } from '#web/features/automation/rules/use-names.ts';
import { useTemplate } from '#web/features/reusable/templates/template-queries.ts';
import { useInsertion } from '#web/ui/dragging/insertion.ts';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { Tokens } from './SaidText.tsx';

type Draft = Extract<Unfinished<Action>, { kind: 'draft' }>;
type Props = {
  value: Draft;
  trigger: UnfinishedRule['trigger'];
  choices: Choices;
  onChange: (action: Draft) => void;
};

/** What a draft is made of. */
export function DraftFields({ value, trigger, choices, onChange }: Props) {
  const change = (part: SettingsOf<Draft>) => onChange({ ...value, ...part });
  const isTemplate = value.from !== 'trigger';
  const kept = useRef(new Map<number, Draft['values']>());
  /** The values of one that is chosen again come back. */
  function choose(template: number) {
    if (value.template) kept.current.set(value.template, value.values);
    change({ template, values: kept.current.get(template) ?? {} });
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label="From">
        <Select
          value={value.from ?? 'template'}
          options={[
            { value: 'template', label: 'A template' },
            { value: 'trigger', label: 'The text of what started the rule' },
          ]}
          onChange={(from) => change({ from, template: null, values: {} })}
        />
      </Field>
      {isTemplate && (
        <Choose
          label="Template"
          value={value.template}
          choices={choices.template}
          onChange={choose}
          none={
            <>
              There is no template yet. <TextLink to={paths.template('new')}>Write one</TextLink>
            </>
          }
        />
      )}
      {isTemplate && value.template ? (
        <ValueFields
          template={value.template}
          values={value.values ?? {}}
          trigger={trigger}
          onChange={(values) => change({ values })}
        />
      ) : null}
      <FolderField
        label="In folder"
        empty={
          isTemplate
            ? { label: 'That of the template', onChoose: () => change({ folder: null }) }
            : undefined
        }
        value={value.folder}
        choices={choices}
        onChange={(folder) => change({ folder })}
      />
    </div>
  );
}

type ValueProps = {
  template: number;
  values: Record<string, string>;
  trigger: UnfinishedRule['trigger'];
  onChange: (values: Record<string, string>) => void;
};

/** What the variables of a template are filled with. */
function ValueFields({ template, values, trigger, onChange }: ValueProps) {
  const variables = useTemplate(template).data?.variables ?? [];
  /** Without one, the default of the template is taken. */
  const change = (name: string, value: string) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...values, [name]: value }).filter(([, text]) => text !== ''),
      ),
    );
  return variables.map((variable) => (
    <ValueField
      key={variable.name}
      variable={variable}
      value={values[variable.name] ?? ''}
      trigger={trigger}
      onChange={(value) => change(variable.name, value)}
    />
  ));
}

type ValueFieldProps = {
  variable: Variable;
  value: string;
  trigger: UnfinishedRule['trigger'];
  onChange: (value: string) => void;
};

function ValueField({ variable, value, trigger, onChange }: ValueFieldProps) {
  const { name, label, default: preset, is_required } = variable;
  const { field, insert } = useInsertion<HTMLInputElement>();
  return (
    <div>
      <Field label={label || name} required={is_required && !preset}>
        <Input
          {...field}
          value={value}
          placeholder={preset ?? undefined}
          aria-required={(is_required && !preset) || undefined}
          maxLength={MAX_VALUE}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <Tokens trigger={trigger} onTake={insert} />
    </div>
  );
}

export const FolderField = ({
  label,
  value,
  choices,
  onChange,
  empty,
}: {
  label: string;
  value: number | null | undefined;
  choices: Choices;
  onChange: (folder: number) => void;
  empty?: ComponentProps<typeof Choose>['empty'];
}) => (
  <Choose
    label={label}
    value={value}
    choices={choices.folder}
    onChange={onChange}
    empty={empty}
    none="There is no folder yet."
  />
);

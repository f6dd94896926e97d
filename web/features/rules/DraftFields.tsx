import type {
  Action,
  SettingsOf,
  Unfinished,
  UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { MAX_VALUE } from '#contract/content/templates.ts';
import { paths } from '#contract/paths.ts';
import { useTemplate } from '#web/features/templates/template-queries.ts';
import { Field, Input } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { Choose } from './Fields.tsx';
import { Tokens } from './SaidText.tsx';
import type { Choices } from './use-names.ts';

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
          onChange={(template) => change({ template, values: {} })}
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
        label={isTemplate ? 'In folder (otherwise the template’s)' : 'In folder'}
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
  return variables.map(({ name, label, is_required }) => (
    <div key={name}>
      <Field label={label || name} required={is_required}>
        <Input
          value={values[name] ?? ''}
          maxLength={MAX_VALUE}
          onChange={({ target }) => onChange({ ...values, [name]: target.value })}
        />
      </Field>
      <Tokens
        trigger={trigger}
        onTake={(token) => onChange({ ...values, [name]: (values[name] ?? '') + token })}
      />
    </div>
  ));
}

export const FolderField = ({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: number | null | undefined;
  choices: Choices;
  onChange: (folder: number) => void;
}) => (
  <Choose
    label={label}
    value={value}
    choices={choices.folder}
    onChange={onChange}
    none="There is no folder yet."
  />
);

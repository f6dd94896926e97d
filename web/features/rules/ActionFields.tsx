import { givenBy } from '#contract/automation/rules-sentence.ts';
import {
  type Action,
  type ActionKind,
  MAX_RULE_TEXT,
  type RuleWhen,
  type Unfinished,
  type UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { MAX_VALUE } from '#contract/content/templates.ts';
import { paths } from '#contract/paths.ts';
import { useTemplate } from '#web/features/templates/template-queries.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { AfterwardFields } from './AfterwardFields.tsx';
import { Choose, ChooseSome, NumberField, TimeField } from './Fields.tsx';
import { ACTION_OPTIONS, startAction } from './rule-form.ts';
import { SetChoice } from './TriggerFields.tsx';
import type { Choices } from './use-names.ts';

type Given = Unfinished<Action>;
type Draft = Extract<Given, { kind: 'draft' }>;
type Props = {
  value: Given;
  trigger: UnfinishedRule['trigger'];
  choices: Choices;
  onChange: (action: Given) => void;
};

/** What is done. */
export const ActionFields = (props: Props) => (
  <div className="flex flex-col gap-3">
    <Field label="Action">
      <Select
        value={props.value.kind}
        options={ACTION_OPTIONS}
        onChange={(kind) => props.onChange(startAction(kind as ActionKind))}
      />
    </Field>
    <Settings {...props} />
  </div>
);

function Settings({ value, trigger, choices, onChange }: Props) {
  const change = (part: object) => onChange({ ...value, ...part } as Given);
  switch (value.kind) {
    case 'draft':
      return <DraftFields value={value} trigger={trigger} choices={choices} onChange={onChange} />;
    case 'schedule':
      return (
        <div className="flex flex-col gap-3">
          <SetChoice value={value.set} choices={choices} onChange={(set) => change({ set })} />
          <WhenFields value={value.when} onChange={(when) => change({ when })} />
        </div>
      );
    case 'tags':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Add tags">
            <TagInput
              tags={value.add ?? []}
              longest={MAX_TAG_LENGTH}
              onChange={(add) => change({ add })}
            />
          </Field>
          <Field label="Remove tags">
            <TagInput
              tags={value.remove ?? []}
              longest={MAX_TAG_LENGTH}
              onChange={(remove) => change({ remove })}
            />
          </Field>
        </div>
      );
    case 'move':
      return (
        <FolderField
          label="Folder"
          value={value.folder}
          choices={choices}
          onChange={(folder) => change({ folder })}
        />
      );
    case 'evergreen':
      return (
        <div className="flex flex-col gap-1.5">
          <FolderField
            label="Evergreen folder"
            value={value.folder}
            choices={choices}
            onChange={(folder) => change({ folder })}
          />
          <p className="text-muted text-xs">
            By the settings of the folder: its channels, the days between two uses, and whether it
            asks.
          </p>
        </div>
      );
    case 'comment':
      return (
        <div>
          <Field label="Text">
            <Textarea
              rows={3}
              maxLength={MAX_RULE_TEXT}
              value={value.text ?? ''}
              onChange={({ target }) => change({ text: target.value })}
            />
          </Field>
          <Tokens
            trigger={trigger}
            onTake={(token) => change({ text: (value.text ?? '') + token })}
          />
        </div>
      );
    case 'repost':
    case 'reply':
    case 'remove':
      return <AfterwardFields value={value} choices={choices} onChange={onChange} />;
    case 'notify':
      return (
        <div className="flex flex-col gap-3">
          <ChooseSome
            label="People"
            values={value.people ?? []}
            options={choices.person.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(people) => change({ people })}
          />
          <Checkbox checked={value.author ?? false} onChange={(author) => change({ author })}>
            Also the author of the post
          </Checkbox>
        </div>
      );
    default:
      return null;
  }
}

function DraftFields({ value, trigger, choices, onChange }: Props & { value: Draft }) {
  const change = (part: object) => onChange({ ...value, ...part } as Given);
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

/** Values of what has happened, which are added to a text. */
function Tokens({
  trigger,
  onTake,
}: {
  trigger: UnfinishedRule['trigger'];
  onTake: (token: string) => void;
}) {
  const given = givenBy(trigger);
  if (given.length === 0) return null;
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      {given.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          title={`Insert {{${name}}}`}
          onClick={() => onTake(`{{${name}}}`)}
          className="min-h-6 rounded bg-approved px-2 text-on-approved text-xs max-md:min-h-11"
        >
          {label}
        </button>
      ))}
    </div>
  );
}

const FolderField = ({
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

/** The next free slots, or an hour so many days later. */
export function WhenFields({
  value,
  onChange,
}: {
  value: RuleWhen | null | undefined;
  onChange: (when: RuleWhen) => void;
}) {
  const at = value && value !== 'queue' ? value : undefined;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field label="When">
        <Select
          value={at ? 'at' : 'queue'}
          options={[
            { value: 'queue', label: 'In the next free slots' },
            { value: 'at', label: 'At a set time, days later' },
          ]}
          onChange={(kind) => onChange(kind === 'queue' ? 'queue' : { days: 1, at: '09:00' })}
        />
      </Field>
      {at && (
        <>
          <NumberField
            label="Days later"
            min={0}
            max={365}
            value={at.days}
            onChange={(days) => onChange({ ...at, days: days ?? 0 })}
          />
          <TimeField
            label="At"
            value={at.at}
            onChange={(time) => onChange({ ...at, at: time ?? '' })}
          />
        </>
      )}
    </div>
  );
}

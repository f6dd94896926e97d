import { CONDITIONS } from '#contract/automation/rules-conditions.ts';
import type {
  Condition,
  ConditionKind,
  SettingsOf,
  Unfinished,
} from '#contract/automation/rules-settings.ts';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
import {
  ChooseSome,
  MAX_WORD,
  MarkFields,
  NumberField,
  TimeField,
  WEEKDAYS,
} from '#web/features/automation/rules/Fields.tsx';
import type { Choice, Choices } from '#web/features/automation/rules/use-names.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { startCondition } from './rule-form.ts';
import { useSettingsByKind } from './use-settings-by-kind.ts';

type Given = Unfinished<Condition>;
type Props = {
  value: Given;
  options: readonly { value: ConditionKind; label: string }[];
  choices: Choices;
  onChange: (condition: Given) => void;
};

const HAS = [
  { value: 'any', label: 'has any of' },
  { value: 'none', label: 'has none of' },
] as const;
type Has = (typeof HAS)[number]['value'];
const optionsOf = (choices: readonly Choice[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }));

/** What has to hold. */
export function ConditionFields({ value, options, choices, onChange }: Props) {
  const settingsOf = useSettingsByKind(value, startCondition);
  return (
    <div className="flex flex-col gap-3">
      <Field label="Condition">
        <Select
          value={value.kind}
          options={
            options.some(({ value: kind }) => kind === value.kind)
              ? options
              : [...options, { value: value.kind, label: CONDITIONS[value.kind].label }]
          }
          onChange={(kind) => onChange(settingsOf(kind as ConditionKind))}
        />
      </Field>
      <Settings value={value} choices={choices} onChange={onChange} />
    </div>
  );
}

function Settings({ value, choices, onChange }: Omit<Props, 'options'>) {
  const change = (part: SettingsOf<Given>) => onChange({ ...value, ...part } as Given);
  switch (value.kind) {
    case 'folder':
      return (
        <ChooseSome
          label="Folders"
          values={value.folders ?? []}
          options={optionsOf(choices.folder)}
          onChange={(folders) => change({ folders })}
        />
      );
    case 'author':
      return (
        <ChooseSome
          label="People"
          values={value.people ?? []}
          options={optionsOf(choices.person)}
          onChange={(people) => change({ people })}
        />
      );
    case 'network':
      return (
        <ChooseSome
          label="Networks"
          values={value.networks ?? []}
          options={ALL_NETWORKS.map((network) => ({
            value: network,
            label: NETWORK_NAMES[network],
          }))}
          onChange={(networks) => change({ networks })}
        />
      );
    case 'channel':
      return (
        <ChooseSome
          label="Accounts"
          values={value.channels ?? []}
          options={optionsOf(choices.channel)}
          onChange={(channels) => change({ channels })}
        />
      );
    case 'tag':
      return (
        <div className="flex flex-col gap-3">
          <Has value={value.has} onChange={(has) => change({ has })} />
          <Field label="Tags">
            <TagInput
              tags={value.tags ?? []}
              longest={MAX_TAG_LENGTH}
              onChange={(tags) => change({ tags })}
            />
          </Field>
        </div>
      );
    case 'words':
      return (
        <div className="flex flex-col gap-3">
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Where">
              <Select
                value={value.of ?? 'text'}
                options={[
                  { value: 'text', label: 'The text' },
                  { value: 'title', label: 'The title' },
                ]}
                onChange={(of) => change({ of })}
              />
            </Field>
            <Has value={value.has} onChange={(has) => change({ has })} />
          </div>
          <Field label="Words">
            <TagInput
              tags={value.words ?? []}
              longest={MAX_WORD}
              onChange={(words) => change({ words })}
            />
          </Field>
        </div>
      );
    case 'picture':
    case 'link':
      return (
        <Field label={value.kind === 'picture' ? 'A picture' : 'A link'}>
          <Select
            value={value.has === false ? 'no' : 'yes'}
            options={[
              { value: 'yes', label: 'It has one' },
              { value: 'no', label: 'It has none' },
            ]}
            onChange={(has) => change({ has: has === 'yes' })}
          />
        </Field>
      );
    case 'hours':
      return (
        <div className="flex flex-col gap-3">
          <ChooseSome
            label="Days (any, where none is chosen)"
            values={value.weekdays ?? []}
            options={WEEKDAYS}
            onChange={(weekdays) => change({ weekdays })}
          />
          <div className="grid grid-cols-2 gap-3">
            <TimeField label="From" value={value.from} onChange={(from) => change({ from })} />
            <TimeField label="To" value={value.to} onChange={(to) => change({ to })} />
          </div>
        </div>
      );
    case 'figures':
      return <MarkFields value={value} onChange={change} />;
    case 'age':
      return (
        <NumberField
          label="At least this many days old"
          value={value.days}
          max={3650}
          onChange={(days) => change({ days })}
        />
      );
  }
}

const Has = ({
  value,
  onChange,
}: {
  value: Has | null | undefined;
  onChange: (has: Has) => void;
}) => (
  <Field label="Match">
    <Select value={value ?? 'any'} options={HAS} onChange={onChange} />
  </Field>
);

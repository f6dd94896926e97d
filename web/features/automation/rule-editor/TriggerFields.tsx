import type {
  SettingsOf,
  Trigger,
  TriggerKind,
  Unfinished,
} from '#contract/automation/rules-settings.ts';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { STATUSES } from '#contract/content/workflow.ts';
import { paths } from '#contract/paths.ts';
import {
  Choose,
  MAX_WORD,
  MarkFields,
  NumberField,
  TimeField,
  WEEKDAYS,
} from '#web/features/automation/rules/Fields.tsx';
import type { Choices } from '#web/features/automation/rules/use-names.ts';
import { capitalise } from '#web/lib/text.ts';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { startTrigger, TRIGGER_OPTIONS } from './rule-form.ts';
import { useSettingsByKind } from './use-settings-by-kind.ts';

type Given = Unfinished<Trigger>;
type Props = { value: Given | null; choices: Choices; onChange: (trigger: Given) => void };

/** When a rule runs. */
export function TriggerFields({ value, choices, onChange }: Props) {
  const settingsOf = useSettingsByKind(value, startTrigger);
  return (
    <div className="flex flex-col gap-3">
      <Field label="What happens">
        <Select
          value={value?.kind ?? ''}
          placeholder="Choose when it runs"
          options={TRIGGER_OPTIONS}
          onChange={(kind) => onChange(settingsOf(kind as TriggerKind))}
        />
      </Field>
      {value && <Settings value={value} choices={choices} onChange={onChange} />}
    </div>
  );
}

const EVERY = [
  { value: 'day', label: 'Every day' },
  { value: 'weekdays', label: 'Every weekday' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const;

type Dated = Omit<Unfinished<Extract<Trigger, { kind: 'time' }>>, 'kind'>;
type DatedProps = {
  value: Dated;
  options: readonly (typeof EVERY)[number][];
  onChange: (part: Dated) => void;
};

/** Days, and an hour of them. */
const DatedFields = ({ value, options, onChange }: DatedProps) => (
  <div className="grid gap-3 sm:grid-cols-3">
    <Field label="How often">
      <Select
        value={value.every ?? undefined}
        options={options}
        onChange={(every) =>
          onChange({
            every,
            weekday: every === 'week' ? (value.weekday ?? 1) : null,
            day: every === 'month' ? (value.day ?? 1) : null,
          })
        }
      />
    </Field>
    {value.every === 'week' && (
      <Field label="Day">
        <Select
          value={String(value.weekday ?? '')}
          options={WEEKDAYS.map(({ value: day, label }) => ({ value: String(day), label }))}
          onChange={(day) => onChange({ weekday: Number(day) })}
        />
      </Field>
    )}
    {value.every === 'month' && (
      <NumberField
        label="Day of the month"
        value={value.day}
        max={31}
        onChange={(day) => onChange({ day })}
      />
    )}
    <TimeField label="At" value={value.at} onChange={(at) => onChange({ at })} />
  </div>
);

type FileProps = {
  value: Extract<Given, { kind: 'file_added' }>;
  choices: Choices;
  onChange: (part: SettingsOf<Given>) => void;
};

/** Where a file comes, and with what. */
const FileFields = ({ value, choices, onChange }: FileProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    <Field label="In folder">
      <Select
        value={value.folder ? String(value.folder) : ''}
        options={[
          { value: '', label: 'Any' },
          ...choices.folder.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) => onChange({ folder: id ? Number(id) : null })}
      />
    </Field>
    <Field label="With tag (optional)">
      <Input
        value={value.tag ?? ''}
        maxLength={MAX_TAG_LENGTH}
        onChange={({ target }) => onChange({ tag: target.value || null })}
      />
    </Field>
  </div>
);

function Settings({ value, choices, onChange }: Props & { value: Given }) {
  const change = (part: SettingsOf<Given>) => onChange({ ...value, ...part } as Given);
  switch (value.kind) {
    case 'feed_entry':
      return (
        <Choose
          label="Feed"
          value={value.feed}
          choices={choices.feed}
          onChange={(feed) => change({ feed })}
          none={
            <>
              There is no feed yet. <TextLink to={paths.feeds}>Add one</TextLink>
            </>
          }
        />
      );
    case 'time':
      return <DatedFields value={value} options={EVERY} onChange={change} />;
    case 'post_moved':
      return (
        <Field label="It becomes">
          <Select
            value={value.status ?? undefined}
            placeholder="Choose a status"
            options={STATUSES.map((status) => ({ value: status, label: capitalise(status) }))}
            onChange={(status) => change({ status })}
          />
        </Field>
      );
    case 'post_tagged':
      return (
        <Field label="Tag">
          <Input
            value={value.tag ?? ''}
            maxLength={MAX_TAG_LENGTH}
            onChange={({ target }) => change({ tag: target.value })}
          />
        </Field>
      );
    case 'publication':
      return (
        <Field label="What happened">
          <Select
            value={value.became ?? undefined}
            options={[
              { value: 'published', label: 'Published' },
              { value: 'stopped', label: 'Stopped' },
            ]}
            onChange={(became) => change({ became })}
          />
        </Field>
      );
    case 'incoming':
      return (
        <Choose
          label="Address"
          value={value.address}
          choices={choices.address}
          onChange={(address) => change({ address })}
          none={
            <>
              There is no address yet. <TextLink to={paths.webhooks}>Add one</TextLink>
            </>
          }
        />
      );
    case 'day_note':
      return (
        <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_160px]">
          <Field label="With one of these words (optional)">
            <TagInput
              tags={value.words ?? []}
              longest={MAX_WORD}
              onChange={(words) => change({ words })}
            />
          </Field>
          <TimeField label="At" value={value.at} onChange={(at) => change({ at })} />
        </div>
      );
    case 'figures':
      return <MarkFields value={value} onChange={change} />;
    case 'file_added':
      return <FileFields value={value} choices={choices} onChange={change} />;
    case 'post_idle':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField
            label="Not changed for days"
            value={value.days}
            max={365}
            onChange={(days) => change({ days })}
          />
          <TimeField label="At" value={value.at} onChange={(at) => change({ at })} />
        </div>
      );
    case 'best_post':
      return (
        <div className="flex flex-col gap-3">
          <DatedFields value={value} options={EVERY.slice(2)} onChange={change} />
          <Field label="The most">
            <Select
              value={value.metric ?? undefined}
              options={[
                { value: 'views', label: 'Views' },
                { value: 'reactions', label: 'Reactions' },
              ]}
              onChange={(metric) => change({ metric })}
            />
          </Field>
        </div>
      );
    case 'queue_low':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <SetChoice value={value.set} choices={choices} onChange={(set) => change({ set })} />
          <NumberField
            label="Fewer posts than"
            value={value.fewer_than}
            max={100}
            onChange={(fewer_than) => change({ fewer_than })}
          />
        </div>
      );
    default:
      return null;
  }
}

export const SetChoice = ({
  value,
  choices,
  onChange,
}: {
  value: number | null | undefined;
  choices: Choices;
  onChange: (set: number) => void;
}) => (
  <Choose
    label="Channel set"
    value={value}
    choices={choices.set}
    onChange={onChange}
    none="There is no channel set yet. Choose channels in the publish dialog of any post, and save them as a set."
  />
);

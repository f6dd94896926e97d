import type {
  Action,
  ActionKind,
  RuleWhen,
  SettingsOf,
  Unfinished,
  UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import {
  Choose,
  ChooseSome,
  NumberField,
  TimeField,
} from '#web/features/automation/rules/Fields.tsx';
import type { Choices } from '#web/features/automation/rules/use-names.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { AfterwardFields } from './AfterwardFields.tsx';
import { DraftFields, FolderField } from './DraftFields.tsx';
import { PromptFields } from './PromptFields.tsx';
import { ACTION_OPTIONS, startAction } from './rule-form.ts';
import { SaidText } from './SaidText.tsx';
import { SetChoice } from './TriggerFields.tsx';
import { useSettingsByKind } from './use-settings-by-kind.ts';

type Given = Unfinished<Action>;
type Props = {
  value: Given;
  trigger: UnfinishedRule['trigger'];
  choices: Choices;
  onChange: (action: Given) => void;
};

/** What is done. */
export function ActionFields(props: Props) {
  const settingsOf = useSettingsByKind(props.value, startAction);
  return (
    <div className="flex flex-col gap-3">
      <Field label="Action">
        <Select
          value={props.value.kind}
          options={ACTION_OPTIONS}
          onChange={(kind) => props.onChange(settingsOf(kind as ActionKind))}
        />
      </Field>
      <Settings {...props} />
    </div>
  );
}

function Settings({ value, trigger, choices, onChange }: Props) {
  const change = (part: SettingsOf<Given>) => onChange({ ...value, ...part } as Given);
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
    case 'assign':
      return (
        <Choose
          label="Person"
          value={value.person}
          choices={choices.person}
          onChange={(person) => change({ person })}
          none="Nobody else is a member yet."
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
        <SaidText
          label="Text"
          value={value.text}
          trigger={trigger}
          onChange={(text) => change({ text })}
        />
      );
    case 'prompt':
      return <PromptFields value={value} choices={choices} onChange={onChange} />;
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
          <Checkbox
            checked={value.webhooks ?? false}
            onChange={(webhooks) => change({ webhooks, ...(!webhooks && { text: null }) })}
          >
            Also programs, by webhook
            <span className="block text-muted text-xs">
              Webhooks with the event <code>rule.told</code> receive this text and the post.
            </span>
          </Checkbox>
          {value.webhooks && (
            <SaidText
              label="Text for programs"
              value={value.text}
              trigger={trigger}
              onChange={(text) => change({ text })}
            />
          )}
        </div>
      );
    default:
      return null;
  }
}

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
          {/* Null while it is written: the text is not complete then. */}
          <NumberField
            label="Days later"
            min={0}
            max={365}
            value={at.days}
            onChange={(days) => onChange({ ...at, days: days as number })}
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

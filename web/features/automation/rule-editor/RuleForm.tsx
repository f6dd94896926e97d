import { Plus } from 'lucide-react';
import type { DryRun } from '#contract/automation/rules.ts';
import { becomesWords } from '#contract/automation/rules-actions.ts';
import {
  actionWords,
  conditionWords,
  makesDraft,
  publishesUnasked,
  sentence,
  triggerWords,
} from '#contract/automation/rules-sentence.ts';
import {
  MAX_ACTIONS,
  MAX_CONDITIONS,
  type UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { choice, gap } from '#contract/automation/rules-words.ts';
import { type Choices, namesOf } from '#web/features/automation/rules/use-names.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { ActionFields } from './ActionFields.tsx';
import { BecomesFields } from './BecomesFields.tsx';
import { Block, type Opened } from './Block.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import {
  conditionOptions,
  movedBy,
  type Problems,
  startAction,
  startCondition,
} from './rule-form.ts';
import { TriggerFields } from './TriggerFields.tsx';

type Props = {
  rule: UnfinishedRule;
  choices: Choices;
  problems: Problems;
  tried: DryRun | undefined;
  maker: string;
  writes: boolean;
  opened: Opened | undefined;
  onOpen: (opened: Opened | undefined) => void;
  onGap: (block: string) => void;
  onChange: (part: Partial<UnfinishedRule>) => void;
};

/** The parts of a rule, in the order of its sentence. */
export function RuleForm(props: Props) {
  const { rule, choices, problems, tried, maker, writes, opened, onOpen, onGap, onChange } = props;
  const { trigger, conditions, actions } = rule;
  const options = conditionOptions(trigger);
  const firstCondition = options[0];
  const isPhone = useMedia(PHONE);
  const names = namesOf(choices);
  const shared = { whole: sentence(rule, names), writes, opened, onOpen, onGap };
  const blockOf = (name: string) => ({ ...shared, name, problem: problems.get(name) });
  /** What is added is edited next. */
  const openNew = (block: string) => isPhone && onOpen({ block, atGap: false });
  return (
    <ol className="flex flex-col gap-3">
      <Block
        {...blockOf('trigger')}
        word="When"
        label="When"
        words={trigger ? triggerWords(trigger, names) : [gap('Choose when it runs', 'trigger')]}
      >
        <TriggerFields
          value={trigger}
          choices={choices}
          onChange={(next) => onChange({ trigger: next })}
        />
      </Block>
      {conditions.map((condition, at) => (
        <Block
          {...blockOf(`conditions.${at}`)}
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
          key={at}
          word={at === 0 ? 'If' : 'And'}
          label={`Condition ${at + 1}`}
          words={conditionWords(condition, names)}
          onRemove={
            writes ? () => onChange({ conditions: conditions.toSpliced(at, 1) }) : undefined
          }
          onMove={(by) => onChange({ conditions: movedBy(conditions, at, by) })}
          canMove={conditions.length > 1}
        >
          <ConditionFields
            value={condition}
            options={options}
            choices={choices}
            onChange={(next) => onChange({ conditions: conditions.with(at, next) })}
          />
        </Block>
      ))}
      {writes && firstCondition && conditions.length < MAX_CONDITIONS && (
        <Add
          name="conditions"
          label="Condition"
          onAdd={() => {
            onChange({ conditions: [...conditions, startCondition(firstCondition.value)] });
            openNew(`conditions.${conditions.length}`);
          }}
        />
      )}
      {actions.map((action, at) => (
        <Block
          {...blockOf(`actions.${at}`)}
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
          key={at}
          word={at === 0 ? 'Then' : 'And'}
          label={`Action ${at + 1}`}
          words={actionWords(action, names)}
          onRemove={writes ? () => onChange({ actions: actions.toSpliced(at, 1) }) : undefined}
          onMove={(by) => onChange({ actions: movedBy(actions, at, by) })}
          canMove={actions.length > 1}
        >
          <ActionFields
            value={action}
            trigger={trigger}
            choices={choices}
            onChange={(next) => onChange({ actions: actions.with(at, next) })}
          />
        </Block>
      ))}
      {problems.has('actions') && (
        <li role="alert" className="ml-14 max-md:ml-0">
          <button
            type="button"
            onClick={() => onGap('actions')}
            className="text-left text-[13px] text-danger hover:underline"
          >
            {problems.get('actions')}
          </button>
        </li>
      )}
      {writes && actions.length < MAX_ACTIONS && (
        <Add
          name="actions"
          label="Action"
          onAdd={() => {
            onChange({
              actions: [...actions, startAction(actions.length === 0 ? 'draft' : 'notify')],
            });
            openNew(`actions.${actions.length}`);
          }}
        />
      )}
      {makesDraft(rule) && (
        <Block
          {...blockOf('becomes')}
          word="And"
          label="What becomes of the draft"
          isDanger={publishesUnasked(rule)}
          words={
            rule.becomes.kind === 'draft'
              ? [choice('it waits as a draft')]
              : becomesWords(rule.becomes, names)
          }
        >
          <BecomesFields
            value={rule.becomes}
            choices={choices}
            tried={tried}
            maker={maker}
            onChange={(becomes) => onChange({ becomes })}
          />
        </Block>
      )}
    </ol>
  );
}

const Add = ({ name, label, onAdd }: { name: string; label: string; onAdd: () => void }) => (
  <li data-block={name} className="ml-14 max-md:ml-0">
    <Button variant="link" size="small" onClick={onAdd}>
      <Plus size={16} aria-hidden /> {label}
    </Button>
  </li>
);

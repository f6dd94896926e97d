import { Plus } from 'lucide-react';
import type { DryRun } from '#contract/automation/rules.ts';
import { makesDraft, publishesUnasked } from '#contract/automation/rules-sentence.ts';
import {
  MAX_ACTIONS,
  MAX_CONDITIONS,
  type UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { ActionFields } from './ActionFields.tsx';
import { BecomesFields } from './BecomesFields.tsx';
import { Block } from './Block.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import {
  conditionOptions,
  movedBy,
  type Problems,
  startAction,
  startCondition,
} from './rule-form.ts';
import { TriggerFields } from './TriggerFields.tsx';
import type { Choices } from './use-names.ts';

type Props = {
  rule: UnfinishedRule;
  choices: Choices;
  problems: Problems;
  tried: DryRun | undefined;
  maker: string;
  onChange: (part: Partial<UnfinishedRule>) => void;
};

/** The parts of a rule, in the order of its sentence. */
export function RuleForm({ rule, choices, problems, tried, maker, onChange }: Props) {
  const { trigger, conditions, actions } = rule;
  const options = conditionOptions(trigger);
  const firstCondition = options[0];
  return (
    <ol className="flex flex-col gap-3">
      <Block word="When" label="When" problem={problems.get('trigger')}>
        <TriggerFields
          value={trigger}
          choices={choices}
          onChange={(next) => onChange({ trigger: next })}
        />
      </Block>
      {conditions.map((condition, at) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
          key={at}
          word={at === 0 ? 'If' : 'And'}
          label={`Condition ${at + 1}`}
          problem={problems.get(`conditions.${at}`)}
          onRemove={() => onChange({ conditions: conditions.toSpliced(at, 1) })}
          onMove={(by) => onChange({ conditions: movedBy(conditions, at, by) })}
        >
          <ConditionFields
            value={condition}
            options={options}
            choices={choices}
            onChange={(next) => onChange({ conditions: conditions.with(at, next) })}
          />
        </Block>
      ))}
      {firstCondition && conditions.length < MAX_CONDITIONS && (
        <Add
          label="Condition"
          onAdd={() =>
            onChange({ conditions: [...conditions, startCondition(firstCondition.value)] })
          }
        />
      )}
      {actions.map((action, at) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
          key={at}
          word={at === 0 ? 'Then' : 'And'}
          label={`Action ${at + 1}`}
          problem={problems.get(`actions.${at}`)}
          onRemove={() => onChange({ actions: actions.toSpliced(at, 1) })}
          onMove={(by) => onChange({ actions: movedBy(actions, at, by) })}
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
        <li role="alert" className="ml-14 text-[13px] text-danger max-sm:ml-0">
          {problems.get('actions')}
        </li>
      )}
      {actions.length < MAX_ACTIONS && (
        <Add
          label="Action"
          onAdd={() =>
            onChange({
              actions: [...actions, startAction(actions.length === 0 ? 'draft' : 'notify')],
            })
          }
        />
      )}
      {makesDraft(rule) && (
        <Block
          word="And"
          label="What becomes of the draft"
          problem={problems.get('becomes')}
          isDanger={publishesUnasked(rule)}
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

const Add = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <li className="ml-14 max-sm:ml-0">
    <Button variant="link" size="small" onClick={onAdd}>
      <Plus size={16} aria-hidden /> {label}
    </Button>
  </li>
);

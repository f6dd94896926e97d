import { becomesWords } from '#contract/automation/rules-actions.ts';
import type { RunStep } from '#contract/automation/rules-runs.ts';
import {
  actionWords,
  asText,
  conditionWords,
  makesDraft,
  triggerWords,
} from '#contract/automation/rules-sentence.ts';
import type { RuleText } from '#contract/automation/rules-settings.ts';
import type { Names } from '#contract/automation/rules-words.ts';
import type { Command, Decision } from '../engine.ts';
import type { Facts } from '../judge.ts';

/** What a run did, as it is stored. Pure. */

/** What undoes a step. */
export type Undo =
  | { do: 'trash'; item: number }
  | { do: 'withdraw'; item: number }
  | { do: 'tags'; item: number; add: string[]; remove: string[] }
  | { do: 'move'; item: number; from: number; to: number }
  | { do: 'cancel'; publications: number[] }
  | { do: 'uncomment'; comment: number }
  | { do: 'unassign'; item: number; from: number | null; to: number }
  | { do: 'unpropose'; run: number }
  | { do: 'cancel_afterward'; afterward: number };

/** `item`: its id. */
export type Step = Omit<RunStep, 'item'> & { item: number | null; undo: Undo | null };

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The steps of a run that begins: those of the actions come last, one for each command. */
export function stepsOf(
  rule: RuleText,
  names: Names,
  facts: Facts,
  decision: Decision,
  now: string,
): Step[] {
  const judged = 'judged' in decision ? decision.judged : [];
  const isWaiting = decision.do === 'wait';
  const stepOf = (
    part: Step['part'],
    kind: string,
    text: string,
    given: Partial<Step> = {},
  ): Step => ({
    ...{ part, kind, text, state: 'not_reached', result: null, at: null },
    ...{ item: null, link: null, undo: null },
    ...given,
  });
  const trigger = stepOf('trigger', rule.trigger.kind, asText(triggerWords(rule.trigger, names)), {
    state: 'done',
    result: `“${facts.title}”`,
    at: facts.at,
    item: facts.item,
    link: facts.entry === null ? null : facts.link,
  });
  const conditions = rule.conditions.map((condition, at) => {
    const verdict = judged[at];
    return stepOf('condition', condition.kind, asText(conditionWords(condition, names)), {
      ...(verdict && {
        state: verdict.holds ? 'done' : 'left_out',
        result: verdict.holds ? 'True' : `${capitalised(verdict.text)}.`,
        at: now,
      }),
    });
  });
  const waiting = isWaiting ? { state: 'waits' as const } : {};
  const actions = rule.actions.map((action) =>
    stepOf('action', action.kind, asText(actionWords(action, names)), waiting),
  );
  const { becomes } = rule;
  const end =
    makesDraft(rule) && becomes.kind !== 'draft'
      ? [stepOf('becomes', becomes.kind, asText(becomesWords(becomes, names)), waiting)]
      : [];
  return [trigger, ...conditions, ...actions, ...end];
}

const WORDS: Readonly<Record<Exclude<Command['do'], 'notify'>, string>> = {
  draft: '1 draft',
  submit: 'in review',
  schedule: 'scheduled',
  tags: 'tagged',
  move: 'moved',
  assign: 'assigned',
  evergreen: '1 post taken',
  comment: 'commented',
  prompt: 'asked for a proposal',
  afterward: 'planned for afterwards',
};

/** What was done, in a few words. */
export const summaryOf = (commands: readonly Command[]): string =>
  [
    ...new Set(
      commands.map((command) => (command.do === 'notify' ? 'people notified' : WORDS[command.do])),
    ),
  ].join(', ');

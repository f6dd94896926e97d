import { wrongValue } from '../content/filled-template.ts';
import type { Variable } from '../content/templates.ts';
import { ACTIONS, becomesWords } from './rules-actions.ts';
import { CONDITIONS } from './rules-conditions.ts';
import type { Action, Condition, Trigger, Unfinished, UnfinishedRule } from './rules-settings.ts';
import { type Given, TRIGGERS } from './rules-triggers.ts';
import { type Names, plain, type Segment, type Subject } from './rules-words.ts';

/** A rule as a sentence, and what does not fit in it. Pure. */

type AnyWords = (settings: unknown, names: Names) => Segment[];

export const triggerWords = (trigger: Unfinished<Trigger> | Trigger, names: Names): Segment[] =>
  (TRIGGERS[trigger.kind].words as AnyWords)(trigger, names);
export const conditionWords = (
  condition: Unfinished<Condition> | Condition,
  names: Names,
): Segment[] => (CONDITIONS[condition.kind].words as AnyWords)(condition, names);
export const actionWords = (action: Unfinished<Action> | Action, names: Names): Segment[] =>
  (ACTIONS[action.kind].words as AnyWords)(action, names);

export const makesDraft = ({ actions }: Pick<UnfinishedRule, 'actions'>): boolean =>
  actions.some(({ kind }) => kind === 'draft');

/** Whether a rule publishes, or deletes, what nobody has looked at. */
export const publishesUnasked = (rule: Pick<UnfinishedRule, 'actions' | 'becomes'>): boolean =>
  (rule.becomes.kind === 'schedule' && makesDraft(rule)) ||
  rule.actions.some((action) => 'unasked' in action && action.unasked === true);

/** What a trigger is about; nothing where none is chosen. @public for the form of a rule */
export const subjectOf = (trigger: { kind: Trigger['kind'] } | null): Subject =>
  trigger ? TRIGGERS[trigger.kind].subject : 'nothing';

/** What a trigger gives as variables. @public for the form of a rule */
export const givenBy = (trigger: { kind: Trigger['kind'] } | null): readonly Given[] =>
  trigger ? TRIGGERS[trigger.kind].gives : [];

/** Words whose gaps lead to this block; named as in errors of the API: 'conditions.0'. */
const within = (block: string, words: readonly Segment[]): Segment[] =>
  words.map((word) => (word.tone === 'gap' ? { ...word, block } : word));

/** The whole sentence, with its full stop. */
export function sentence(rule: UnfinishedRule, names: Names): Segment[] {
  const { trigger, conditions, actions, becomes } = rule;
  const begin: Segment[] = trigger
    ? within('trigger', triggerWords(trigger, names))
    : [
        plain('When '),
        { text: 'something happens', tone: 'gap', field: 'trigger', block: 'trigger' },
      ];
  const ifs = conditions.flatMap((condition, at) => [
    plain(at === 0 ? ', if ' : ' and '),
    ...within(`conditions.${at}`, conditionWords(condition, names)),
  ]);
  const done = actions.map((action, at) => within(`actions.${at}`, actionWords(action, names)));
  const end = makesDraft(rule) ? within('becomes', becomesWords(becomes, names)) : [];
  const all = [...done, ...(end.length ? [end] : [])];
  const thens: Segment[] = all.length
    ? all.flatMap((words, at) => [
        plain(at === 0 ? ', then ' : at === all.length - 1 ? ' and ' : ', '),
        ...words,
      ])
    : [
        plain(', then '),
        { text: 'something is done', tone: 'gap', field: 'actions', block: 'actions' },
      ];
  return [...begin, ...ifs, ...thens, plain('.')];
}

export const asText = (segments: readonly Segment[]): string =>
  segments.map(({ text }) => text).join('');

/** What is wrong with a rule as a whole; `path` as in errors of the API: 'conditions.0', 'actions.1'. */
export type Misfit = { path: string; text: string };

/** Where entries do not fit each other, as errors: a rule that has any is not saved. */
export function misfits(
  rule: Pick<UnfinishedRule, 'trigger' | 'conditions' | 'actions'>,
): Misfit[] {
  const { trigger, conditions, actions } = rule;
  if (!trigger) return [{ path: 'trigger', text: 'Choose when it runs.' }];
  const subject = subjectOf(trigger);
  const found: Misfit[] = [];
  for (const [at, condition] of conditions.entries()) {
    const { label, of } = CONDITIONS[condition.kind];
    if (condition.kind === 'hours' && condition.from && condition.from === condition.to)
      found.push({ path: `conditions.${at}`, text: 'Choose two different hours.' });
    if (!of.includes(subject))
      found.push({
        path: `conditions.${at}`,
        text: `‘${label}’ can’t be asked here: ‘${TRIGGERS[trigger.kind].label}’ has none.`,
      });
  }
  let hasPost = subject === 'post' || subject === 'publication';
  for (const [at, action] of actions.entries()) {
    const path = `actions.${at}`;
    if (action.kind === 'draft') {
      if (action.from === 'trigger' && subject === 'nothing')
        found.push({ path, text: 'There is no text to make a draft of: choose a template.' });
      if (actions.slice(0, at).some(({ kind }) => kind === 'draft'))
        found.push({ path, text: 'A rule makes one draft at a time.' });
      hasPost = true;
    } else if (ACTIONS[action.kind].needs === 'post' && !hasPost)
      found.push({
        path,
        text: `‘${ACTIONS[action.kind].label}’ needs a post: make a draft first.`,
      });
    else if (ACTIONS[action.kind].needs === 'publication' && !isOut(trigger))
      found.push({
        path,
        text: `‘${ACTIONS[action.kind].label}’ needs a post that is out: choose ‘${TRIGGERS.publication.label}’ or ‘${TRIGGERS.figures.label}’.`,
      });
    else if (action.kind === 'notify' && action.author && !hasPost)
      found.push({ path, text: 'There is no post whose author could be notified.' });
    if (action.kind === 'prompt' && actions.slice(0, at).some(({ kind }) => kind === 'prompt'))
      found.push({ path, text: 'A rule asks the assistant once.' });
    if (action.kind === 'tags' && action.add?.some((tag) => action.remove?.includes(tag)))
      found.push({ path, text: 'A tag can’t be added and removed at once.' });
    if (answersItself(trigger, action) && !makesDraft({ actions: actions.slice(0, at) }))
      found.push({ path, text: ITSELF[action.kind] ?? 'This would answer itself.' });
  }
  return found;
}

/**
 * What a template would refuse in each run: a value that is missing or wrong. What has a token of the
 * trigger depends on the event.
 */
export function wrongValues(
  { actions }: Pick<UnfinishedRule, 'actions'>,
  variablesOf: (template: number) => readonly Variable[],
): Misfit[] {
  return actions.flatMap((action, at) => {
    if (action.kind !== 'draft' || action.from === 'trigger' || !action.template) return [];
    const values = action.values ?? {};
    return variablesOf(action.template)
      .filter(({ name }) => !values[name]?.includes('{{'))
      .flatMap((variable) => wrongValue(variable, values) ?? [])
      .map((text) => ({ path: `actions.${at}`, text: `${text}.` }));
  });
}

/** Whether a trigger is about what is at a network. */
const isOut = (trigger: Unfinished<Trigger>) =>
  trigger.kind === 'figures' ||
  trigger.kind === 'best_post' ||
  (trigger.kind === 'publication' && trigger.became !== 'stopped');

const ITSELF: Readonly<Record<string, string>> = {
  tags: 'This would answer itself: it tags what it waits for.',
  submit: 'This would answer itself: it submits what it waits for.',
};

function answersItself(trigger: Unfinished<Trigger>, action: Unfinished<Action>): boolean {
  if (trigger.kind === 'post_tagged')
    return action.kind === 'tags' && Boolean(trigger.tag && action.add?.includes(trigger.tag));
  return trigger.kind === 'post_moved' && trigger.status === 'review' && action.kind === 'submit';
}

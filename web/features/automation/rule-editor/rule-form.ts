import { ACTIONS } from '#contract/automation/rules-actions.ts';
import { CONDITIONS } from '#contract/automation/rules-conditions.ts';
import { misfits, subjectOf, wrongValues } from '#contract/automation/rules-sentence.ts';
import {
  type Action,
  type ActionKind,
  type Becomes,
  type Condition,
  type ConditionKind,
  RuleText,
  type Trigger,
  type TriggerKind,
  type Unfinished,
  type UnfinishedRule,
} from '#contract/automation/rules-settings.ts';
import { TRIGGERS } from '#contract/automation/rules-triggers.ts';
import type { Variable } from '#contract/content/templates.ts';

/** The state of the form of a rule. */

export const NEW_RULE: UnfinishedRule = {
  name: '',
  trigger: null,
  conditions: [],
  actions: [],
  becomes: { kind: 'draft' },
};

const kindsOf = <Kind extends string>(entries: Record<Kind, { label: string }>) =>
  (Object.keys(entries) as Kind[]).map((value) => ({ value, label: entries[value].label }));

export const TRIGGER_OPTIONS = kindsOf(TRIGGERS);
export const ACTION_OPTIONS = kindsOf(ACTIONS);

/** The conditions that can be asked of what a trigger is about. */
export const conditionOptions = (trigger: UnfinishedRule['trigger']) =>
  kindsOf(CONDITIONS).filter(({ value }) => CONDITIONS[value].of.includes(subjectOf(trigger)));

/** What an entry begins with. */
const TRIGGER_STARTS: { [Kind in TriggerKind]: Unfinished<Extract<Trigger, { kind: Kind }>> } = {
  feed_entry: { kind: 'feed_entry' },
  time: { kind: 'time', every: 'week', weekday: 1, at: '09:00' },
  post_moved: { kind: 'post_moved', status: 'approved' },
  post_made: { kind: 'post_made' },
  post_tagged: { kind: 'post_tagged' },
  publication: { kind: 'publication', became: 'published' },
  figures: { kind: 'figures', metric: 'reactions', at_least: 100, within_hours: null },
  queue_low: { kind: 'queue_low', fewer_than: 3 },
  incoming: { kind: 'incoming' },
  file_added: { kind: 'file_added', folder: null, tag: null },
  post_idle: { kind: 'post_idle', days: 14, at: '09:00' },
  best_post: { kind: 'best_post', every: 'month', day: 1, at: '10:00', metric: 'views' },
  day_note: { kind: 'day_note', words: [], at: '09:00' },
};

const CONDITION_STARTS: {
  [Kind in ConditionKind]: Unfinished<Extract<Condition, { kind: Kind }>>;
} = {
  folder: { kind: 'folder' },
  tag: { kind: 'tag', has: 'any' },
  author: { kind: 'author' },
  network: { kind: 'network' },
  channel: { kind: 'channel' },
  words: { kind: 'words', of: 'text', has: 'any' },
  picture: { kind: 'picture', has: true },
  link: { kind: 'link', has: true },
  hours: { kind: 'hours', weekdays: [], from: null, to: null },
  figures: { kind: 'figures', metric: 'views', at_least: 1000, within_hours: null },
  age: { kind: 'age', days: 30 },
};

const ACTION_STARTS: { [Kind in ActionKind]: Unfinished<Extract<Action, { kind: Kind }>> } = {
  draft: { kind: 'draft', from: 'template' },
  submit: { kind: 'submit' },
  schedule: { kind: 'schedule', when: 'queue' },
  tags: { kind: 'tags', add: [], remove: [] },
  move: { kind: 'move' },
  assign: { kind: 'assign' },
  evergreen: { kind: 'evergreen' },
  comment: { kind: 'comment' },
  prompt: { kind: 'prompt', ask: 'improve' },
  repost: { kind: 'repost', channel: null, hours: 24, unasked: false },
  reply: { kind: 'reply', hours: 24, unasked: false },
  remove: { kind: 'remove', days: 30, unasked: false },
  notify: { kind: 'notify', people: [], author: false, webhooks: false },
};

export const startTrigger = (kind: TriggerKind): Unfinished<Trigger> => TRIGGER_STARTS[kind];
export const startCondition = (kind: ConditionKind): Unfinished<Condition> =>
  CONDITION_STARTS[kind];
export const startAction = (kind: ActionKind): Unfinished<Action> => ACTION_STARTS[kind];

export const startBecomes = (kind: Becomes['kind']): Unfinished<Becomes> =>
  kind === 'schedule' ? { kind, when: { days: 1, at: '09:00' } } : { kind };

/** What is wrong, by block: 'name', 'trigger', 'conditions.0', 'actions.1', 'becomes'. */
export type Problems = ReadonlyMap<string, string>;

/**
 * The text of a rule, where it is complete, else what is wrong with it.
 * @param variables of the template of its draft, where they are known
 */
export function checkRule(
  rule: UnfinishedRule,
  variables: readonly Variable[] = [],
): { text?: RuleText; problems: Problems } {
  const parsed = RuleText.safeParse({
    name: rule.name,
    trigger: rule.trigger,
    conditions: rule.conditions,
    actions: rule.actions,
    becomes: rule.becomes,
  });
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [block = '', at] = path.map(String);
    const where = (block === 'conditions' || block === 'actions') && at ? `${block}.${at}` : block;
    if (!problems.has(where)) problems.set(where, message);
  }
  // What does not fit is not to be filled in first.
  for (const { path, text } of misfits(rule)) problems.set(path, text);
  for (const { path, text } of wrongValues(rule, () => variables))
    if (!problems.has(path)) problems.set(path, text);
  return parsed.success && problems.size === 0 ? { text: parsed.data, problems } : { problems };
}

/** The same list with an entry elsewhere. */
export function movedBy<Entry>(entries: readonly Entry[], at: number, by: number): Entry[] {
  const to = at + by;
  const entry = entries[at];
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries];
  return entries.toSpliced(at, 1).toSpliced(to, 0, entry);
}

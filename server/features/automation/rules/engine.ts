import {
  MAX_DEPTH,
  MAX_FAILURES,
  MAX_RULE_RUNS,
  MAX_WORKSPACE_RUNS,
} from '#contract/automation/rules.ts';
import { makesDraft } from '#contract/automation/rules-sentence.ts';
import type { Action, RuleText, RuleWhen } from '#contract/automation/rules-settings.ts';
import { MAX_TEXT_LENGTH } from '#contract/content/comments.ts';
import { MAX_VALUE } from '#contract/content/templates.ts';
import { replaceTokens, tokensIn } from '#contract/content/variables.ts';
import { type Facts, judge } from './judge.ts';

/**
 * What a rule does about what has happened. Pure: dry runs and real ones decide by it, and differ in
 * nothing but that the commands of a real one are carried out.
 */

export type EngineRule = RuleText & { id: number };

export type EngineState = {
  isOn: boolean;
  /** Null where its maker is no member any more. */
  rights: { write: boolean; decide: boolean } | null;
  /** Whether all publishing is paused. */
  isPaused: boolean;
  /** Of the last 24 hours. */
  runs: number;
  workspaceRuns: number;
  /** Whether the next run waits for a look. */
  firstRunWaits: boolean;
  zone: string;
  now: number;
};

export type EngineEvent = {
  facts: Facts;
  /** The rules that led to it. */
  chain: readonly number[];
  /** Whether a person asked for this run, or let it go on. */
  isAsked: boolean;
};

/**
 * `asks`: it is proposed, and a person decides. Without it, only what is approved is scheduled, but
 * for a draft of a rule that says so (`isUnread`).
 */
export type Command =
  | {
      do: 'draft';
      from: 'template' | 'trigger';
      template: number | null;
      values: Record<string, string>;
      folder: number | null;
      /** Whose words the values are (provenance.ts): principals. */
      words: readonly number[];
    }
  | { do: 'submit' }
  | { do: 'schedule'; set: number; when: RuleWhen; asks: boolean; isUnread: boolean }
  | { do: 'tags'; add: string[]; remove: string[] }
  | { do: 'move'; folder: number }
  | { do: 'assign'; person: number }
  | { do: 'evergreen'; folder: number; asks: boolean }
  | { do: 'comment'; text: string }
  /** Asks the assistant for another text, which is proposed. */
  | { do: 'prompt'; prompt: Extract<Action, { kind: 'prompt' }> }
  | {
      do: 'afterward';
      /** What is done with the publication; the text of a reply is that of a snippet. */
      what:
        | { kind: 'repost'; channel: number | null; hours: number }
        | { kind: 'reply'; snippet: number; hours: number }
        | { kind: 'remove'; days: number };
      asks: boolean;
    }
  /** `told`: what programs are told; null where they are not. */
  | { do: 'notify'; people: number[]; author: boolean; told?: string | null };

/** What came of each condition, up to the first that does not hold. */
type Judged = { holds: boolean; text: string };

export type Decision =
  | { do: 'nothing' }
  | { do: 'pause'; why: string }
  | { do: 'leave_out'; why: string; isKnown: boolean; judged: Judged[] }
  | { do: 'wait'; why: string; judged: Judged[]; commands: Command[] }
  | { do: 'act'; judged: Judged[]; commands: Command[] };

/** What a rule does about an event. */
export function step(rule: EngineRule, state: EngineState, event: EngineEvent): Decision {
  const { facts, chain, isAsked } = event;
  if (chain.includes(rule.id) || chain.length >= MAX_DEPTH) return { do: 'nothing' };
  const leaveOut = (why: string, judged: Judged[] = [], isKnown = false): Decision => ({
    do: 'leave_out',
    why,
    isKnown,
    judged,
  });
  if (!state.isOn && !isAsked) return leaveOut('the rule was off or paused');
  if (state.rights === null)
    return { do: 'pause', why: 'Its maker is no member of this workspace any more.' };
  if (!state.rights.write)
    return { do: 'pause', why: 'Its maker may not write in this workspace any more.' };
  const { obstacle } = facts;
  if (obstacle && (obstacle.kind === 'gone' || !isAsked))
    return leaveOut(obstacle.text, [], obstacle.kind !== 'gone');
  const judged: Judged[] = [];
  for (const condition of rule.conditions) {
    const verdict = judge(condition, facts, state);
    judged.push(verdict);
    if (!verdict.holds) return leaveOut(verdict.text, judged);
  }
  const commands = commandsOf(rule, state, facts);
  if (isAsked) return { do: 'act', judged, commands };
  if (state.runs >= MAX_RULE_RUNS)
    return leaveOut(`the rule had ${MAX_RULE_RUNS} runs in 24 hours`, judged);
  if (state.workspaceRuns >= MAX_WORKSPACE_RUNS)
    return leaveOut(`the workspace had ${MAX_WORKSPACE_RUNS} runs in 24 hours`, judged);
  if (state.firstRunWaits)
    return { do: 'wait', why: 'The first run waits for a look.', judged, commands };
  return { do: 'act', judged, commands };
}

/**
 * A text with what has happened filled in, cut to so many characters: a thousand times the text of a
 * long post is more than the memory of the process.
 */
function filled(text: string, { tokens }: Pick<Facts, 'tokens'>, max: number): string {
  let room = max;
  const whole = replaceTokens(text, ({ name, isLiteral }) => {
    if (isLiteral || !Object.hasOwn(tokens, name)) return undefined;
    const value = tokens[name]?.slice(0, room);
    room -= value?.length ?? 0;
    return value;
  });
  // Half a character cannot be stored.
  return whole.slice(0, max).toWellFormed();
}

/** Nobody is mentioned by what a stranger's feed says, nor by the end of one value and the next one. */
const withoutMentions = ({ tokens }: Facts): Pick<Facts, 'tokens'> => ({
  tokens: Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [
      name,
      value.replaceAll('<@', '< @').replace(/<$/, '< '),
    ]),
  ),
});

/** Whose words come into a draft: those of what has happened, and of who gave the names that it takes. */
const wordsIn = (texts: readonly string[], { words, namedBy }: Facts) => [
  ...new Set([
    ...words,
    ...texts
      .flatMap(tokensIn)
      .flatMap(({ name }) => (Object.hasOwn(namedBy, name) ? (namedBy[name] ?? []) : [])),
  ]),
];

function commandsOf(rule: EngineRule, state: EngineState, facts: Facts): Command[] {
  const asks = !state.rights?.decide || state.isPaused;
  const commands = rule.actions.map((action) => commandOf(action, facts, asks));
  const { becomes } = rule;
  if (!makesDraft(rule) || becomes.kind === 'draft') return commands;
  return [
    ...commands,
    becomes.kind === 'review'
      ? { do: 'submit' }
      : { do: 'schedule', set: becomes.set, when: becomes.when, asks, isUnread: true },
  ];
}

function commandOf(action: Action, facts: Facts, asks: boolean): Command {
  switch (action.kind) {
    case 'draft': {
      const { from, template, folder } = action;
      const values = Object.entries(action.values).map(([name, value]) => [
        name,
        // One character more than a value may have: it is refused then, and not cut.
        filled(value, facts, MAX_VALUE + 1),
      ]);
      const words = wordsIn(Object.values(action.values), facts);
      return { do: 'draft', from, template, values: Object.fromEntries(values), folder, words };
    }
    case 'submit':
      return { do: 'submit' };
    case 'schedule':
      return { do: 'schedule', set: action.set, when: action.when, asks, isUnread: false };
    case 'tags':
      return { do: 'tags', add: action.add, remove: action.remove };
    case 'move':
      return { do: 'move', folder: action.folder };
    case 'assign':
      return { do: 'assign', person: action.person };
    case 'evergreen':
      return { do: 'evergreen', folder: action.folder, asks };
    case 'comment':
      return { do: 'comment', text: filled(action.text, withoutMentions(facts), MAX_TEXT_LENGTH) };
    case 'prompt':
      return { do: 'prompt', prompt: action };
    case 'repost': {
      const { kind, channel, hours, unasked } = action;
      return { do: 'afterward', what: { kind, channel, hours }, asks: asks || !unasked };
    }
    case 'reply': {
      const { kind, snippet, hours, unasked } = action;
      return { do: 'afterward', what: { kind, snippet, hours }, asks: asks || !unasked };
    }
    case 'remove': {
      const { kind, days, unasked } = action;
      return { do: 'afterward', what: { kind, days }, asks: asks || !unasked };
    }
    case 'notify':
      return {
        ...{ do: 'notify', people: action.people, author: action.author },
        told: action.webhooks ? filled(action.text ?? '', facts, MAX_TEXT_LENGTH) : null,
      };
  }
}

/** Whether so many failures in a row pause a rule. */
export const isPausedBy = (failures: number): boolean => failures >= MAX_FAILURES;

import { z } from 'zod';
import { VersionField } from '../content/items.ts';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant, UserRef } from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { RUN_STATES } from './rules-runs.ts';
import { RuleText } from './rules-settings.ts';

/** Rules that act by themselves, and what they did (docs/domain/automation.md, 'Automation'). */

/** The maximum number of rules of a workspace. */
export const MAX_RULES = 100;
/** Within 24 hours. */
export const MAX_RULE_RUNS = 100;
export const MAX_WORKSPACE_RUNS = 1000;
/** Failures in a row that pause a rule. */
export const MAX_FAILURES = 5;
/** Of runs that cause others. */
export const MAX_DEPTH = 3;
/** Of a dry run. */
export const TRY_DAYS = 30;
/** Of a dry run, the latest first. */
export const MAX_TRIED = 200;

/** 'paused': by the server, after failures, or because its maker may not do what it says. */
const RULE_STATES = ['off', 'on', 'paused'] as const;
export type RuleState = (typeof RULE_STATES)[number];

const Rule = RuleText.extend({
  id: z.int(),
  state: z.enum(RULE_STATES),
  /** Why it is paused, as a sentence. */
  pause_reason: z.string().nullable(),
  /** What it does otherwise than it says, since its maker lost a right, as a sentence. */
  warning: z.string().nullable(),
  /** Whether its next run waits for a look. */
  first_run_waits: z.boolean(),
  version: z.int(),
  /** Whether this version was tried: else it cannot be switched on. */
  is_tried: z.boolean(),
  tried_at: Instant.nullable(),
  /** Whether it publishes what nobody has read. */
  publishes_unasked: z.boolean(),
  /** Whose rights it has; null where the account was deleted. */
  maker: UserRef,
  /** The latest run but for those that were left out. */
  last_run: z
    .object({ id: z.int(), at: Instant, state: z.enum(RUN_STATES), result: z.string() })
    .nullable(),
  /** When it runs next, or its feed is read next; null where it is not known, or it is not on. */
  next_at: Instant.nullable(),
  /** The number of runs so far, also of those that were left out; and of those that wait for a look. */
  runs: z.int(),
  waiting: z.int(),
  updated_at: Instant,
});
export type Rule = z.output<typeof Rule>;

export const listRules = endpoint({
  method: 'GET',
  path: '/api/rules/',
  access: 'read',
  summary: `The rules of the workspace, by name; ${MAX_RULES} at most`,
  response: z.object({
    rules: z.array(Rule),
    /** Of the last 24 hours, of the whole workspace. */
    runs_today: z.int(),
    max_runs_today: z.int(),
    /** The number of rules that are on and publish without asking. */
    publish_unasked: z.int(),
  }),
});

export const getRule = endpoint({
  method: 'GET',
  path: '/api/rules/:id/',
  access: 'read',
  summary: 'One rule',
  params: IdParams,
  response: Rule,
});

const Saved = RuleText.extend({
  first_run_waits: z.boolean('Expected true or false.').default(false),
  /** From a dry run of the same text: the rule counts as tried. */
  proof: z.string().max(100, 'Expected the proof of a dry run.').optional(),
});

export const createRule = endpoint({
  method: 'POST',
  path: '/api/rules/',
  access: 'write',
  summary:
    'Create a rule, which is off; one that publishes without asking takes the right to publish',
  body: Saved,
  response: Rule,
  status: 201,
});

export const updateRule = endpoint({
  method: 'PUT',
  path: '/api/rules/:id/',
  access: 'write',
  summary:
    'Save a rule, which has the rights of the caller then; one whose new text was not tried is switched off. With `version`, a stale save gets 409',
  params: IdParams,
  body: Saved.extend({ version: VersionField.optional() }),
  response: Rule,
});

export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/rules/:id/',
  access: 'write',
  summary: 'Delete a rule and its runs; what it made stays',
  params: IdParams,
});

export const switchRule = endpoint({
  method: 'PUT',
  path: '/api/rules/:id/switch/',
  access: 'write',
  summary: 'Switch a rule on or off; on only when its present text was tried',
  params: IdParams,
  body: z.object({ on: z.boolean('Expected true or false.') }),
  response: Rule,
});

/**
 * What would have come of an event. 'publish': without asking. 'act': on a post that is there.
 * 'known': it was used already. 'fail': an action could not be done.
 */
const TRIED = ['publish', 'draft', 'act', 'left_out', 'known', 'fail'] as const;

const DryRun = z.object({
  /** For saving this text as tried. */
  proof: z.string(),
  from: Instant,
  /** All that has happened, and what would have come of it. */
  events: z.int(),
  published: z.int(),
  drafts: z.int(),
  acted: z.int(),
  left_out: z.int(),
  known: z.int(),
  failed: z.int(),
  /** The channels that it would have published on. */
  channels: z.int(),
  /** The latest first; 200 at most. */
  results: z.array(
    z.object({
      title: z.string(),
      at: Instant,
      outcome: z.enum(TRIED),
      /** A sentence: ‘Draft, then published on 3 channels’, ‘Left out: the title has “sale”’. */
      text: z.string(),
      /** The beginning of the text of the draft. */
      preview: z.string().nullable(),
      networks: z.array(z.enum(ALL_NETWORKS)),
      /** When it would have gone out; null where that is not known, or it would not. */
      due_at: Instant.nullable(),
    }),
  ),
});
export type DryRun = z.output<typeof DryRun>;

export const tryRuleText = endpoint({
  method: 'POST',
  path: '/api/rules/try/',
  reads: true,
  access: 'write',
  summary: `What this text of a rule would have done in the last ${TRY_DAYS} days; nothing is made or sent`,
  body: RuleText,
  response: DryRun,
});

export const tryRule = endpoint({
  method: 'POST',
  path: '/api/rules/:id/try/',
  access: 'write',
  summary: `The same for a rule as it is saved, which counts as tried then`,
  params: IdParams,
  response: DryRun,
});

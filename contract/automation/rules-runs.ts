import { z } from 'zod';
import { STATUSES } from '../content/workflow.ts';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, IdText, Instant, intParam } from '../http/fields.ts';
import type { TriggerKind } from './rules-settings.ts';

/** Runs of rules: what they did, and why (docs/domain/automation.md, 'Automation'). */

export const RUN_DAYS = 90;

/**
 * 'left_out': a condition did not hold, or a person left it out. 'waits': for a person. 'undone': all
 * of it that could be.
 */
export const RUN_STATES = ['running', 'done', 'left_out', 'failed', 'waits', 'undone'] as const;
export type RunState = (typeof RUN_STATES)[number];

const RunSummary = z.object({
  id: z.int(),
  /** Of its rule, from 1. */
  number: z.int(),
  rule: z.object({ id: z.int(), name: z.string() }),
  /** What it is about: the title of an entry or a post, or a time. */
  title: z.string(),
  state: z.enum(RUN_STATES),
  /** In a few words: ‘1 draft’, ‘left out’, ‘failed’. */
  result: z.string(),
  at: Instant,
});
export type RunSummary = z.output<typeof RunSummary>;

const STEP_STATES = ['done', 'left_out', 'failed', 'not_reached', 'waits'] as const;

const RunStep = z.object({
  part: z.enum(['trigger', 'condition', 'action', 'becomes']),
  /** That of the entry (rules-triggers.ts and its neighbours). */
  kind: z.string(),
  /** What: the words of the entry. */
  text: z.string(),
  state: z.enum(STEP_STATES),
  /** What came of it, as a sentence. */
  result: z.string().nullable(),
  at: Instant.nullable(),
  /** What it made or changed, while it is there. */
  item: z
    .object({ id: z.int(), title: z.string(), status: z.enum(STATUSES), folder: z.int() })
    .nullable(),
  /** Of the entry of a feed. */
  link: z.string().nullable(),
});
export type RunStep = z.output<typeof RunStep>;

const Run = RunSummary.extend({
  /** In milliseconds; null while it runs or waits. */
  took: z.int().nullable(),
  steps: z.array(RunStep),
  /** ‘Acted as {name} with the rights of {Ida Dahl (owner)}’. */
  acted_as: z.string(),
  can_undo: z.boolean(),
  /** What undoing does, or why it cannot be undone, as sentences; null where there is nothing to say. */
  undo_text: z.string().nullable(),
  can_run_again: z.boolean(),
});
export type Run = z.output<typeof Run>;

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/rule-runs/',
  access: 'read',
  summary: `Runs of the last ${RUN_DAYS} days, the latest first; \`before\` continues after an id`,
  query: z.object({
    rule: IdText.optional(),
    state: z.enum(['failed', 'waits'], 'Expected failed or waits.').optional(),
    before: IdText.optional(),
    page_size: intParam(1, 100).default(50),
  }),
  response: z.object({
    /** Of the workspace, or of the rule. */
    all: z.int(),
    failed: z.int(),
    waits: z.int(),
    results: z.array(RunSummary),
  }),
});

export const getRun = endpoint({
  method: 'GET',
  path: '/api/rule-runs/:id/',
  access: 'read',
  summary: 'One run with its steps',
  params: IdParams,
  response: Run,
});

export const undoRun = endpoint({
  method: 'POST',
  path: '/api/rule-runs/:id/undo/',
  access: 'write',
  summary:
    'Undo what can be undone: drafts go to the trash, requests are taken back, tags and folders come back',
  params: IdParams,
  response: Run,
});

export const runAgain = endpoint({
  method: 'POST',
  path: '/api/rule-runs/:id/again/',
  access: 'write',
  summary: 'Run the rule again on the same event, as it is now: a new run',
  params: IdParams,
  response: Run,
});

/**
 * What starts a rule that can be run by hand: nothing has to have happened for it. @public for the
 * list of rules
 */
export const RUN_NOW_TRIGGERS: readonly TriggerKind[] = ['time', 'queue_low'];

export const runNow = endpoint({
  method: 'POST',
  path: '/api/rules/:id/run/',
  access: 'write',
  summary:
    'Run a rule once, now, whose trigger is a time or a queue that runs low; it neither counts nor waits',
  params: IdParams,
  response: Run,
});

export const letRunGoOn = endpoint({
  method: 'POST',
  path: '/api/rule-runs/:id/go-on/',
  access: 'write',
  summary: 'Let a run that waits for a look go on',
  params: IdParams,
  response: Run,
});

export const leaveRunOut = endpoint({
  method: 'POST',
  path: '/api/rule-runs/:id/leave-out/',
  access: 'write',
  summary: 'Leave a run out that waits for a look',
  params: IdParams,
  response: Run,
});

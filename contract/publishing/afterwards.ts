import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, UserRef } from '../http/fields.ts';
import { AFTERWARD_KINDS } from '../networks/afterward-kinds.ts';

/** What is done with a publication once it is out (docs/domain/publishing.md, 'Afterwards'). */

/** @public for forms */
export const MAX_HOURS = 24 * 365;
/** @public for forms */
export const MAX_DAYS = 365;
/** A reply may be as long as the network takes; no network takes more. */
const MAX_REPLY = 10_000;
/** Of one publication. */
export const MAX_AFTERWARDS = 10;

const AFTERWARD_STATES = [
  'proposed',
  'waiting',
  'running',
  'done',
  'stopped',
  'cancelled',
] as const;
export type AfterwardState = (typeof AFTERWARD_STATES)[number];

const EXPECTED_HOURS = `Expected a whole number of hours from 1 to ${MAX_HOURS}.`;
const Hours = z.int(EXPECTED_HOURS).min(1, EXPECTED_HOURS).max(MAX_HOURS, EXPECTED_HOURS);
const EXPECTED_DAYS = `Expected a whole number of days from 1 to ${MAX_DAYS}.`;
const Days = z.int(EXPECTED_DAYS).min(1, EXPECTED_DAYS).max(MAX_DAYS, EXPECTED_DAYS);

/** Hours and days count from the publication on. */
export const GivenAfterward = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('repost'),
      hours: Hours,
      /** Another own account of the same network; absent: the same account. */
      channel: Id.optional(),
    }),
    z.object({
      kind: z.literal('reply'),
      hours: Hours,
      text: z
        .string('Enter a text.')
        .trim()
        .min(1, 'Enter a text.')
        .max(MAX_REPLY, `A reply has at most ${MAX_REPLY} characters.`),
    }),
    z.object({
      kind: z.literal('remove'),
      days: Days,
      /** Nothing brings a post back: a person says that they know. */
      consent: z.literal(true, 'Confirm that the post is deleted for good.'),
    }),
  ],
  `Expected one of ${AFTERWARD_KINDS.join(', ')}.`,
);
export type GivenAfterward = z.output<typeof GivenAfterward>;

export const GivenAfterwards = z
  .array(GivenAfterward, 'Expected a list of what is done afterwards.')
  .max(MAX_AFTERWARDS, `Expected at most ${MAX_AFTERWARDS}.`);

export const Afterward = z.object({
  id: z.int(),
  kind: z.enum(AFTERWARD_KINDS),
  state: z.enum(AFTERWARD_STATES),
  /** As those of publications. */
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  /** Whether it is proposed, or has stopped, and goes on once somebody says so. */
  can_continue: z.boolean(),
  hours: z.int(),
  /** Of a reply. */
  text: z.string().nullable(),
  /** The account that does it. */
  channel: z.int(),
  handle: z.string(),
  /** Null until its publication is out. */
  due_at: Instant.nullable(),
  /** Whether it is held by a pause. */
  held: z.boolean(),
  url: z.string().nullable(),
  ended_at: Instant.nullable(),
  /** Null for what a rule has added. */
  created_by: UserRef,
});
export type Afterward = z.output<typeof Afterward>;

export const addAfterwards = endpoint({
  method: 'POST',
  path: '/api/publications/:id/afterwards/',
  access: 'write',
  summary:
    'Add what is done with a publication afterwards: a repost, a reply below it, its deletion',
  params: IdParams,
  body: z.object({ afterwards: GivenAfterwards.min(1, 'Expected at least one.') }),
  response: z.array(Afterward),
  status: 201,
});

export const cancelAfterward = endpoint({
  method: 'DELETE',
  path: '/api/afterwards/:id/',
  access: 'write',
  summary: 'Cancel what is done with a publication afterwards',
  params: IdParams,
});

/**
 * Accepts what a rule has proposed, or continues what has stopped. `there`: what a person saw at the
 * network, where its outcome is unknown.
 */
export const continueAfterward = endpoint({
  method: 'POST',
  path: '/api/afterwards/:id/continue/',
  access: 'decide',
  summary: 'Accept what a rule proposes to do afterwards, or continue what has stopped',
  params: IdParams,
  body: z.object({ there: z.boolean('Expected true or false.').optional() }).optional(),
  response: Afterward,
});

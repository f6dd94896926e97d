import { z } from 'zod';
import { Item, ItemText, StatusField, VersionField } from '../content/items.ts';
import { STATUSES } from '../content/workflow.ts';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant, optionalText, pageOf, UserRef } from '../http/fields.ts';
import { Additions, SeenAdditions } from './additions.ts';
import { Afterward } from './afterwards.ts';
import { Publication } from './publications.ts';

const MAX_COMMENT_LENGTH = 2000;
/** A post has at most one proposal for each account. */
const MAX_SEEN = 500;

const Status = z.enum(STATUSES);

/**
 * A change of status, or a request for one: `pending` waits for a decision. A thread has one, on
 * its root. The decision has its own user and comment beside those of the request; a deleted user
 * is null.
 */
export const Transition = z.object({
  id: z.int(),
  item: z.int(),
  from_state: Status,
  target_state: Status,
  comment: z.string().nullable(),
  state: z.enum(['pending', 'approved', 'rejected', 'done']),
  user: UserRef,
  /** Whether the publisher made it: `user` is null then, as that of a deleted user. */
  by_schedule: z.boolean(),
  created_at: Instant,
  decided_by: UserRef,
  decided_at: Instant.nullable(),
  decision_comment: z.string().nullable(),
});
export type Transition = z.output<typeof Transition>;

const OpenTransition = z.object({ target_state: Status, comment_required: z.boolean() });

const Comment = optionalText('Comment', MAX_COMMENT_LENGTH);

/**
 * The account, time and options of a proposal, and what is done with it afterwards: what an approval
 * schedules beside the text.
 */
const SeenProposal = Publication.pick({ id: true, due_at: true, options: true }).extend({
  afterwards: z
    .array(Afterward.pick({ id: true, state: true }))
    .max(MAX_SEEN)
    .optional(),
});
export type SeenProposal = z.output<typeof SeenProposal>;

/**
 * `version` is that of the item, or of the root, that was read, and `seen` the proposals: the
 * decision applies to these alone. `additions` is the digest of what is added to the text. An approval
 * without `version` or `additions` is of those for which review was asked.
 */
const Decision = z.object({
  comment: Comment,
  version: VersionField.optional(),
  seen: z.array(SeenProposal).max(MAX_SEEN).optional(),
  additions: SeenAdditions,
});

export const TransitionBody = z.object({ target_state: StatusField, ...Decision.shape });

/** docs/domain/review.md, 'Workflow'. Any part of a thread stands for the thread. */
export const openTransitions = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/workflow_transitions/',
  access: 'read',
  summary: 'The transitions that are open to an item',
  params: IdParams,
  response: z.array(OpenTransition),
});

export const makeTransition = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/workflow_transition/',
  access: 'write',
  summary: 'Make a transition; to `review` it requests a decision',
  params: IdParams,
  body: TransitionBody,
  response: Transition,
  status: 201,
});

export const approve = endpoint({
  method: 'POST',
  path: '/api/content/workflow/approve/:id/',
  access: 'decide',
  summary: 'Approve a pending review, by the id of its transition',
  params: IdParams,
  body: Decision,
  response: Transition,
});

export const reject = endpoint({
  method: 'POST',
  path: '/api/content/workflow/reject/:id/',
  access: 'decide',
  summary: 'Reject a pending review with a comment; the text becomes a draft',
  params: IdParams,
  body: Decision,
  response: Transition,
});

export const listTransitions = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/transitions/',
  access: 'read',
  summary: 'The last 50 transitions of an item or its thread, newest first',
  params: IdParams,
  response: z.array(Transition),
});

/** The texts of a post when it was approved or rejected last; null where it never was. */
const DecidedText = z
  .object({
    state: z.enum(['approved', 'rejected']),
    decided_by: UserRef,
    decided_at: Instant,
    /** The parts of today that existed then, in any order. */
    parts: z.array(
      ItemText.pick({ content: true, network_texts: true, media: true, language: true }).extend({
        id: z.int(),
      }),
    ),
  })
  .nullable();
export type DecidedText = z.output<typeof DecidedText>;

export const getDecidedText = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/decided-text/',
  access: 'read',
  summary: 'The text of the last approval or rejection of an item or its thread, to compare with',
  params: IdParams,
  response: DecidedText,
});

export const listPending = endpoint({
  method: 'GET',
  path: '/api/content/workflow/pending/',
  access: 'read',
  summary: 'Pending reviews, the longest waiting first, 100 at most',
  response: pageOf(
    Transition.extend({
      content: Item,
      /** What an approval schedules. */
      publications: z.array(Publication),
      /** What is approved beside the text. */
      additions: Additions,
    }),
  ).pick({ count: true, results: true }),
});

/** The maximum number of open publications that are looked at, those that are due first. */
export const MAX_LOOKED_AT = 5000;
/** The maximum number of publications that are listed. */
export const MAX_STOPPING = 20;

const StoppedByPolicy = z.object({
  /** The number of publications that would stop at their times. */
  count: z.int(),
  /** Whether there are more open publications than were looked at. */
  has_more: z.boolean(),
  /** The first of them, in the order of their times. */
  publications: z.array(Publication),
});
export type PolicyPreview = z.output<typeof StoppedByPolicy>;

/** None where the workspace demands an approval already. */
export const previewPolicy = endpoint({
  method: 'GET',
  path: '/api/workspace/policy/preview/',
  access: 'manage',
  summary: `What would stop if only approved texts were published; the first ${MAX_STOPPING} are listed`,
  response: StoppedByPolicy,
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, optionalText, pageOf, Who } from './fields.ts';
import { Item, StatusField, VersionField } from './items.ts';
import { STATUSES } from './workflow.ts';

const LONGEST_COMMENT = 2000;

const Status = z.enum(STATUSES);

/**
 * A change of status, or the request for one: `pending` waits for a decision. Of a thread it is one, by its root. Who and
 * what of a decision stand beside who asked; a person who is gone is null.
 */
export const Transition = z.object({
  id: z.int(),
  item: z.int(),
  from_state: Status,
  target_state: Status,
  comment: z.string().nullable(),
  state: z.enum(['pending', 'approved', 'rejected', 'done']),
  user: Who,
  created_at: Instant,
  decided_by: Who,
  decided_at: Instant.nullable(),
  decision_comment: z.string().nullable(),
});
export type Transition = z.output<typeof Transition>;

const OpenTransition = z.object({ target_state: Status, comment_required: z.boolean() });

const Comment = optionalText(LONGEST_COMMENT);

/** With `version`, that of the item or the thread's root as it was read: the decision is about that text and no other. */
const Decision = z.object({ comment: Comment, version: VersionField.optional() });

export const TransitionBody = z.object({ target_state: StatusField, ...Decision.shape });

/** Section 7, 'Content items'. Any part of a thread stands for the whole. */
export const openTransitions = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/workflow_transitions/',
  access: 'read',
  summary: 'The transitions that are open to an item',
  params: IdParams,
  answer: z.array(OpenTransition),
});

export const makeTransition = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/workflow_transition/',
  access: 'write',
  changes: 'content',
  summary: 'Make a transition; to `review` it waits for a decision, out of it, it is one',
  params: IdParams,
  body: TransitionBody,
  answer: Transition,
  status: 201,
});

export const approve = endpoint({
  method: 'POST',
  path: '/api/content/workflow/approve/:id/',
  access: 'decide',
  changes: 'content',
  summary: 'Approve what waits for a decision, by the id of its transition',
  params: IdParams,
  body: Decision,
  answer: Transition,
});

export const reject = endpoint({
  method: 'POST',
  path: '/api/content/workflow/reject/:id/',
  access: 'decide',
  changes: 'content',
  summary: 'Reject what waits for a decision, with a comment; it is a draft again',
  params: IdParams,
  body: Decision,
  answer: Transition,
});

/** Ours. */
export const listTransitions = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/transitions/',
  access: 'read',
  summary: 'The last 50 transitions of an item or its thread, newest first',
  params: IdParams,
  answer: z.array(Transition),
});

/** Ours. */
export const listPending = endpoint({
  method: 'GET',
  path: '/api/content/workflow/pending/',
  access: 'read',
  summary: 'What waits for a decision, the longest waiting first, 100 at most',
  answer: pageOf(Transition.extend({ content: Item })).pick({ count: true, results: true }),
});

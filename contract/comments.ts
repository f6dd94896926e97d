import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Instant, Who } from './fields.ts';

export const LONGEST_TEXT = 2000;

/** How a text names a member: by the id, so that their name may change. */
export const MENTION = /<@([1-9]\d{0,14})>/g;

/**
 * `item`: the one that it was said of, the root where it was a thread. `text` is null where it was deleted and has answers;
 * `mentions` are those whom it names. An answer (`parent`) is never resolved: the first comment is, with all its answers.
 */
const Comment = z.object({
  id: z.int(),
  item: z.int(),
  parent: z.int().nullable(),
  text: z.string().nullable(),
  mentions: z.array(z.object({ id: z.int(), name: z.string() })),
  user: Who,
  created_at: Instant,
  edited_at: Instant.nullable(),
  resolved_at: Instant.nullable(),
  resolved_by: Who,
});
export type Comment = z.output<typeof Comment>;

const Conversation = Comment.extend({ replies: z.array(Comment) });
export type Conversation = z.output<typeof Conversation>;

const Text = z
  .string('Please write something')
  .trim()
  .min(1, 'Please write something')
  .max(LONGEST_TEXT, `Expected at most ${LONGEST_TEXT} characters.`);

/** Ours (the specification has no comments). */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/comments/',
  access: 'read',
  summary: 'What was said of an item or of any part of its thread, oldest first, each with its answers; the last 200',
  params: IdParams,
  answer: z.array(Conversation),
});

export const comment = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/comments/',
  access: 'write',
  changes: 'comments',
  summary: 'Say something of an item, or answer to what was said; <@7> names the member 7, who is told',
  params: IdParams,
  body: z.object({ text: Text, parent: Id.nullish() }),
  answer: Comment,
  status: 201,
});

export const editComment = endpoint({
  method: 'PUT',
  path: '/api/content/comments/:id/',
  access: 'write',
  changes: 'comments',
  summary: 'Change what one said oneself',
  params: IdParams,
  body: z.object({ text: Text }),
  answer: Comment,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/content/comments/:id/',
  access: 'write',
  changes: 'comments',
  summary: 'Delete what one said oneself, or, who manages the workspace, what anybody said; answers to it stay',
  params: IdParams,
});

export const resolveComment = endpoint({
  method: 'POST',
  path: '/api/content/comments/:id/resolve/',
  access: 'write',
  changes: 'comments',
  summary: 'Say that what was meant is done',
  params: IdParams,
  answer: Comment,
});

export const reopenComment = endpoint({
  method: 'POST',
  path: '/api/content/comments/:id/reopen/',
  access: 'write',
  changes: 'comments',
  summary: 'Say that it is not done after all',
  params: IdParams,
  answer: Comment,
});

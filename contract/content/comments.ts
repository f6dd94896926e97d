import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { hasControl, Id, IdParams, Instant, UserRef } from '../http/fields.ts';

export const MAX_TEXT_LENGTH = 2000;

/** Of a conversation: they are read together. */
export const MAX_REPLIES = 500;

/** How a text mentions a member: by id, because names change. */
export const MENTION = /<@([1-9]\d{0,14})>/g;

/**
 * `item`: the item that was commented on, the root where it was a thread. `text` is null where the
 * comment was deleted and has replies. `mentions`: the mentioned members. A reply (`parent`) is
 * never resolved by itself: the first comment is, with all its replies.
 */
export const Comment = z.object({
  id: z.int(),
  item: z.int(),
  parent: z.int().nullable(),
  text: z.string().nullable(),
  mentions: z.array(z.object({ id: z.int(), name: z.string() })),
  user: UserRef,
  created_at: Instant,
  edited_at: Instant.nullable(),
  resolved_at: Instant.nullable(),
  resolved_by: UserRef,
});
export type Comment = z.output<typeof Comment>;

const Conversation = Comment.extend({ replies: z.array(Comment) });
export type Conversation = z.output<typeof Conversation>;

const Text = z
  .string('Comment is required')
  .trim()
  .min(1, 'Comment is required')
  .max(MAX_TEXT_LENGTH, `Comment must be at most ${MAX_TEXT_LENGTH} characters`)
  .refine((text) => !hasControl(text), 'Comment can’t contain control characters');

/** docs/domain/review.md, 'Comments'. */
export const listComments = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/comments/',
  access: 'read',
  summary:
    'The comments of an item and its thread, oldest first, each with its replies; at most the last 200, fewer if they are long',
  params: IdParams,
  response: z.array(Conversation),
});

export const comment = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/comments/',
  access: 'write',
  summary: 'Comment on an item, or reply to a comment; <@7> mentions and notifies the member 7',
  params: IdParams,
  body: z.object({ text: Text, parent: Id.nullish() }),
  response: Comment,
  status: 201,
});

export const editComment = endpoint({
  method: 'PUT',
  path: '/api/content/comments/:id/',
  access: 'write',
  summary: 'Edit your own comment',
  params: IdParams,
  body: z.object({ text: Text }),
  response: Comment,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/content/comments/:id/',
  access: 'write',
  summary: 'Delete your own comment, or, with the capability manage, any comment; replies stay',
  params: IdParams,
});

export const resolveComment = endpoint({
  method: 'POST',
  path: '/api/content/comments/:id/resolve/',
  access: 'write',
  summary: 'Resolve a comment',
  params: IdParams,
  response: Comment,
});

export const reopenComment = endpoint({
  method: 'POST',
  path: '/api/content/comments/:id/reopen/',
  access: 'write',
  summary: 'Reopen a comment',
  params: IdParams,
  response: Comment,
});

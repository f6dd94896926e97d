import { z } from 'zod';
import { comment } from '#contract/content/comments.ts';
import { createItem, getItem, type Item, updateItem } from '#contract/content/items.ts';
import { createThread, saveThread } from '#contract/content/threads.ts';
import { makeTransition } from '#contract/publishing/review.ts';
import { AppError } from '../../errors.ts';
import { ADDS, type Caller, REPLACES, requestId, tool, withoutPublishing } from '../tool.ts';
import {
  attached,
  fileIds,
  folderId,
  language,
  networkTexts,
  PostSummary,
  postId,
  summaryOf,
  tags,
  text,
  version,
} from './post-shapes.ts';

const written = z.object({ post: PostSummary });

/** What agents write is a draft, or waits for review; what was decided about is for people. */
const OPEN: readonly Item['status'][] = ['draft', 'review'];

/**
 * How what agents write is saved: where it is scheduled meanwhile, it stops as a changed text, and is
 * not published without a question.
 */
export const AS_DRAFT = { narrow: withoutPublishing };

/** @throws AppError 409 for a post that was decided about: approved, or scheduled as it is */
export function requireOpen({ status, publications }: Pick<Item, 'status' | 'publications'>): void {
  const refuse = (why: string) => new AppError('stale', 409, why);
  if (!OPEN.includes(status))
    throw refuse(
      `This post is ${status}: its text was decided about, and a person changes it. Drafts and posts in review can be changed here.`,
    );
  const { state, next_at } = publications ?? {};
  // Another one that has stopped comes first.
  const isPlanned = state === 'stopped' && next_at != null;
  if (state === 'scheduled' || state === 'publishing' || isPlanned)
    throw refuse(
      'This post is scheduled with the text that it has. Cancel what is planned (list_publications), change it, and schedule it again; or ask a person to change it.',
    );
}

/** The first item of a post. @throws AppError 404 */
async function rootOf({ call }: Pick<Caller, 'call'>, post: number): Promise<Item> {
  const item = await call(getItem, { params: { id: String(post) } });
  if (item.thread_root === null || item.thread_root === item.id) return item;
  return call(getItem, { params: { id: String(item.thread_root) } });
}

export const createDraft = tool({
  name: 'create_draft',
  title: 'Write a draft',
  description:
    'Saves a new draft of a single post in a folder. It is published nowhere by that: a person, or propose_publication, goes on from there.',
  annotations: ADDS,
  uses: [createItem],
  input: z.object({
    ...{ folder_id: folderId, text, network_texts: networkTexts, file_ids: fileIds },
    ...{ tags, language, request_id: requestId },
    description: z.string().max(500).optional().describe('For colleagues; it is not published.'),
  }),
  output: written,
  run: async (caller, { folder_id, text, network_texts, file_ids, request_id, ...rest }) => {
    const item = await caller.call(
      createItem,
      {
        body: {
          ...{ ...rest, folder: folder_id, content: text, network_texts },
          ...(file_ids && { media: attached(file_ids) ?? [] }),
        },
      },
      { idempotencyKey: request_id },
    );
    return { post: summaryOf(item, caller) };
  },
});

export const createThreadTool = tool({
  name: 'create_thread',
  title: 'Write a thread',
  description:
    'Saves a new draft of a thread in a folder, with its parts in order. It is published nowhere by that.',
  annotations: ADDS,
  uses: [createThread],
  input: z.object({
    folder_id: folderId,
    parts: z
      .array(z.strictObject({ text, network_texts: networkTexts, file_ids: fileIds }))
      .min(1)
      .max(500),
    ...{ tags, language, request_id: requestId },
    description: z.string().max(500).optional().describe('For colleagues; it is not published.'),
  }),
  output: written,
  run: async (caller, { folder_id, parts, request_id, ...rest }) => {
    const items = parts.map(({ text, network_texts, file_ids }) => ({
      ...{ content: text, network_texts, media: attached(file_ids) },
    }));
    const [root] = await caller.call(
      createThread,
      { body: { ...rest, folder: folder_id, items } },
      { idempotencyKey: request_id },
    );
    if (!root) throw new Error('A thread was created without parts');
    return { post: summaryOf(root, caller) };
  },
});

export const updateDraft = tool({
  name: 'update_draft',
  title: 'Change a draft',
  description:
    'Changes the given fields of a draft, or of a post in review. Former versions stay in its history. With parts, the whole thread is replaced: parts with an id are kept or changed, those without one are added, those that are left out are removed.',
  annotations: REPLACES,
  uses: [getItem, updateItem, saveThread],
  input: z.object({
    ...{ post_id: postId, version },
    text: text.optional().describe('Of a single post, or of the first part of a thread.'),
    network_texts: networkTexts,
    parts: z
      .array(
        z.strictObject({
          id: z.int().positive().optional().describe('Of a part that is there, by get_post.'),
          ...{ text, network_texts: networkTexts, file_ids: fileIds },
        }),
      )
      .min(1)
      .max(500)
      .optional(),
    ...{ tags, language },
    folder_id: folderId.optional(),
    description: z.string().max(500).nullable().optional(),
  }),
  output: written,
  run: async (caller, { post_id, folder_id, parts, text, network_texts, ...rest }) => {
    const root = await rootOf(caller, post_id);
    requireOpen(root);
    const params = { id: String(root.id) };
    const shared = { ...rest, ...(folder_id !== undefined && { folder: folder_id }) };
    if (!parts) {
      const body = { ...shared, content: text, network_texts };
      const saved = await caller.call(updateItem, { params, body }, AS_DRAFT);
      return { post: summaryOf(saved, caller) };
    }
    if (text !== undefined || network_texts !== undefined)
      throw new AppError('invalid', 400, 'Expected text, or parts, and not both.');
    const items = parts.map(({ id, text, network_texts, file_ids }) => ({
      ...{ id, content: text, network_texts, media: attached(file_ids) },
    }));
    const body = { ...shared, items };
    const [saved = root] = await caller.call(saveThread, { params, body }, AS_DRAFT);
    return { post: summaryOf(saved, caller) };
  },
});

export const submitForReview = tool({
  name: 'submit_for_review',
  title: 'Submit for review',
  description:
    'Asks the people who approve posts for a decision about this draft. Nothing is published by that.',
  annotations: ADDS,
  uses: [makeTransition],
  input: z.object({
    post_id: postId,
    comment: z.string().max(2000).optional().describe('For those who decide.'),
    version: version.optional(),
  }),
  output: z.object({ transition_id: z.int(), status: z.string(), state: z.string() }),
  run: async ({ call }, { post_id, ...rest }) => {
    const { id, target_state, state } = await call(makeTransition, {
      params: { id: String(post_id) },
      body: { target_state: 'review', ...rest },
    });
    return { transition_id: id, status: target_state, state };
  },
});

export const commentTool = tool({
  name: 'comment',
  title: 'Comment on a post',
  description:
    'Writes a comment for colleagues below a post, or replies to one. Comments are never published.',
  annotations: ADDS,
  uses: [comment],
  input: z.object({
    post_id: postId,
    text: z.string().min(1).max(2000),
    reply_to: z.int().positive().optional().describe('The id of a comment.'),
    request_id: requestId,
  }),
  output: z.object({ comment_id: z.int(), created_at: z.string() }),
  run: async ({ call }, { post_id, text, reply_to, request_id }) => {
    const { id, created_at } = await call(
      comment,
      { params: { id: String(post_id) }, body: { text, parent: reply_to } },
      { idempotencyKey: request_id },
    );
    return { comment_id: id, created_at };
  },
});

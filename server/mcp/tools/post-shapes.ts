import { z } from 'zod';
import type { Attachment } from '#contract/attachments.ts';
import type { Item } from '#contract/content/items.ts';
import { STATUSES } from '#contract/content/workflow.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { cut } from '../../http/outgoing/foreign.ts';
import type { Caller } from '../tool.ts';

/** Posts as agents see them. */

const EXCERPT = 300;

export const PostSummary = z.object({
  id: z.int(),
  title: z.string(),
  excerpt: z.string().describe('The beginning of the text.'),
  status: z.enum(STATUSES),
  folder_id: z.int(),
  parts: z.int().describe('More than 1 in a thread.'),
  tags: z.array(z.string()),
  version: z.int().describe('Pass it on when you change the post.'),
  publishing: z.string().nullable().describe('The most urgent state of its publications.'),
  next_at: z.string().nullable().describe('When it is published next.'),
  planned_at: z.string().nullable(),
  updated_at: z.string(),
  link: z.string(),
});

/** @param root the first item of the post */
export const summaryOf = (root: Item, { link }: Pick<Caller, 'link'>) => ({
  id: root.thread_root ?? root.id,
  title: root.title,
  excerpt: cut(root.content, EXCERPT),
  status: root.status,
  folder_id: root.folder,
  parts: Math.max(1, root.thread_size),
  tags: root.tags,
  version: root.version,
  publishing: root.publications?.state ?? null,
  next_at: root.publications?.next_at ?? null,
  planned_at: root.planned_at,
  updated_at: root.updated_at,
  link: link(paths.editContent(root.thread_root ?? root.id)),
});

const NetworkTexts = z.partialRecord(z.enum(ALL_NETWORKS), z.string());

export const Part = z.object({
  id: z.int(),
  position: z.int().describe('From 0.'),
  text: z.string(),
  network_texts: NetworkTexts.describe('Texts for some networks instead of the text.'),
  media: z.array(
    z.object({ file_id: z.int(), name: z.string(), kind: z.string(), alt: z.string() }),
  ),
});

export const partOf = ({ id, thread_order: position, content, network_texts, media }: Item) => ({
  ...{ id, position, text: content, network_texts },
  media: media.map(({ file, name, kind, alt }) => ({ file_id: file, name, kind, alt })),
});

/* What agents write. The endpoints check it, and say what is wrong. */

export const text = z.string().min(1).describe('The text, as it is to be published.');
export const networkTexts = NetworkTexts.optional().describe(
  'Other texts for some networks, where the text does not suit them.',
);
export const fileIds = z
  .array(z.int().positive())
  .max(20)
  .optional()
  .describe('Files of the library, by describe_media.');
export const tags = z.array(z.string()).optional();
export const language = z
  .string()
  .nullable()
  .optional()
  .describe('A BCP 47 tag, such as en or pt-BR.');
export const folderId = z.int().positive().describe('A folder, from list_folders.');
export const postId = z.int().positive().describe('A post, from search_posts.');
export const version = z
  .int()
  .positive()
  .describe('The version that you read: a change that others made meanwhile is not overwritten.');

/** Files as the API takes them. */
export const attached = (ids: readonly number[] | undefined) =>
  ids?.map((file) => ({ file })) as Attachment[] | undefined;

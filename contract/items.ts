import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, IdText, Instant, InstantText, numberText, optionalText, pageOf, repeated } from './fields.ts';
import { STATUSES } from './workflow.ts';

const LONGEST_CONTENT = 100_000;
export const LONGEST_TAG = 50;
const MOST_TAGS = 30;

export const Item = z.object({
  id: z.int(),
  folder: z.int(),
  title: z.string(),
  content: z.string(),
  description: z.string().nullable(),
  status: z.enum(STATUSES),
  tags: z.array(z.string()),
  view_count: z.int(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  published_date: Instant.nullable(),
  is_thread_root: z.boolean(),
  is_thread_part: z.boolean(),
  is_standalone: z.boolean(),
  thread_size: z.int(),
  thread_order: z.int(),
  thread_root: z.int().nullable(),
});
export type Item = z.output<typeof Item>;

/** A text that says something; `missing` is the message where it does not. */
export const contentText = (missing: string) =>
  z
    .string(missing)
    .refine((text) => text.trim() !== '', missing)
    .refine((text) => text.length <= LONGEST_CONTENT, `Content must be at most ${LONGEST_CONTENT} characters`);

const content = contentText('Content is required');

export const StatusField = z.enum(STATUSES, `Expected one of ${STATUSES.join(', ')}.`);

/** Tags keep their order and their case; blank and repeated ones are dropped. */
export const Tags = z
  .array(
    z.string('Expected a list of texts.').trim().max(LONGEST_TAG, `A tag has at most ${LONGEST_TAG} characters`),
    'Expected a list of texts.',
  )
  .transform((tags) => [...new Set(tags.filter(Boolean))])
  .refine((tags) => tags.length <= MOST_TAGS, `An item has at most ${MOST_TAGS} tags`);

export const ItemCreate = z.object({
  folder: Id,
  content,
  description: optionalText(500),
  status: StatusField.default('draft'),
  tags: Tags.default([]),
  is_thread_root: z.boolean('Expected true or false.').optional(),
});
export type ItemCreate = z.input<typeof ItemCreate>;

export const VersionField = z
  .int('Expected the version that was read, a whole number.')
  .positive('Expected a positive version.');

/** A place in a thread, from 0; what lies behind the end means the end. */
export const OrderField = z
  .int('Expected a place in the thread, a whole number from 0.')
  .min(0, 'Expected a place in the thread, a whole number from 0.');

/**
 * Only the fields given are changed; with `version`, a save that is stale answers 409 with the current item. Folder, status
 * and description of a thread's part are the whole thread's; its `thread_order` moves it.
 */
export const ItemUpdate = z.object({
  folder: Id.optional(),
  content: content.optional(),
  description: optionalText(500),
  status: StatusField.optional(),
  tags: Tags.optional(),
  version: VersionField.optional(),
  thread_order: OrderField.optional(),
});
export type ItemUpdate = z.input<typeof ItemUpdate>;

const ORDER_FIELDS = ['created_at', 'updated_at', 'title', 'view_count'] as const;
export const ORDERINGS = ORDER_FIELDS.flatMap((field) => [field, `-${field}`] as const);
export type Ordering = (typeof ORDERINGS)[number];

export const TagField = z.string().max(LONGEST_TAG, `A tag has at most ${LONGEST_TAG} characters`);

export const ItemQuery = z.object({
  search: z.string().max(500, 'Expected at most 500 characters.').optional(),
  status: repeated(StatusField).optional(),
  folder: repeated(IdText).optional(),
  tags: repeated(TagField).optional(),
  updated_after: InstantText.optional(),
  is_thread_root: z
    .enum(['true', 'false'], 'Expected true or false.')
    .transform((text) => text === 'true')
    .optional(),
  ordering: z.enum(ORDERINGS, `Expected one of ${ORDERINGS.join(', ')}.`).default('-updated_at'),
  page: numberText(1, 10_000_000).optional(),
  page_size: numberText(1, 100).default(20),
  cursor: z.string().max(2000, 'This is no cursor of ours.').optional(),
});
export type ItemQuery = z.output<typeof ItemQuery>;

export const ItemPage = pageOf(Item);
export type ItemPage = z.output<typeof ItemPage>;

/** Section 7, 'Content items'. */
export const listItems = endpoint({
  method: 'GET',
  path: '/api/content/items/',
  access: 'read',
  summary:
    'Items that match every filter given; `next` and `previous` walk by key, `page` jumps by offset and is slower. A page of long texts is shorter, or with `page` refused',
  query: ItemQuery,
  answer: ItemPage,
});

export const getItem = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/',
  access: 'read',
  summary: 'One item',
  params: IdParams,
  answer: Item,
});

export const createItem = endpoint({
  method: 'POST',
  path: '/api/content/items/',
  access: 'write',
  changes: 'content',
  summary: 'Make a single item; with `is_thread_root`, a thread of one to which replies can be added',
  body: ItemCreate,
  answer: Item,
  status: 201,
});

export const updateItem = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/',
  access: 'write',
  changes: 'content',
  summary: 'Change the fields given, leave the others alone',
  params: IdParams,
  body: ItemUpdate,
  answer: Item,
});

export const deleteItem = endpoint({
  method: 'DELETE',
  path: '/api/content/items/:id/',
  access: 'write',
  changes: 'content',
  summary: 'Delete an item, with its thread where it is the root; it is kept in the trash until it is purged',
  params: IdParams,
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, optionalText } from './fields.ts';
import { contentText, Item, OrderField, StatusField, Tags, VersionField } from './items.ts';

export const MOST_PARTS = 500;
/** All parts together, in UTF-16 units: a thread goes over the wire in one piece. */
export const LONGEST_THREAD = 1_000_000;
/** As much JSON as the longest thread can take, where every character is escaped. */
const LARGEST_BODY = 8 * 1024 * 1024;
const LONGEST_SUFFIX = 100;

const content = contentText('All thread items must have content');

const partsOf = <Schema extends z.ZodType>(part: Schema) =>
  z
    .array(part, 'Expected the list of the thread’s items.')
    .min(1, 'A thread must have at least one item')
    .max(MOST_PARTS, `A thread has at most ${MOST_PARTS} items`);

/** All parts in their order; the first is the root. */
const Thread = z.array(Item);

export const ThreadCreate = z.object({
  folder: Id,
  status: StatusField.default('draft'),
  description: optionalText(500),
  tags: Tags.default([]),
  items: partsOf(z.object({ content })),
});
export type ThreadCreate = z.input<typeof ThreadCreate>;

/** A whole thread as it is to be: parts with an id are kept or changed, without one made, and those left out deleted. */
export const ThreadSave = z.object({
  folder: Id.optional(),
  status: StatusField.optional(),
  description: optionalText(500),
  tags: Tags.optional(),
  version: VersionField.optional(),
  items: partsOf(z.object({ id: Id.optional(), content })),
});
export type ThreadSave = z.input<typeof ThreadSave>;

const Reply = z.object({
  content: contentText('Content is required'),
  folder: Id.optional(),
  status: StatusField.optional(),
  tags: Tags.default([]),
  thread_order: OrderField.optional(),
});

/** The name of a copy is the source's title and this. */
export const TitleSuffix = z
  .string('Expected a text.')
  .max(LONGEST_SUFFIX, `Expected at most ${LONGEST_SUFFIX} characters.`)
  .default(' (Copy)');

/** Section 7, 'Threads'. Any part's id leads to its thread. */
export const getThread = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/thread/',
  access: 'read',
  summary: 'The thread that an item is in, root first; an item that stands alone is a list of one',
  params: IdParams,
  answer: Thread,
});

export const createThread = endpoint({
  method: 'POST',
  path: '/api/content/items/thread/',
  access: 'write',
  changes: 'content',
  summary: 'Make a whole thread at once',
  body: ThreadCreate,
  bodyLimit: LARGEST_BODY,
  answer: Thread,
  status: 201,
});

export const saveThread = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/thread/',
  access: 'write',
  changes: 'content',
  summary: 'Save a whole thread at once; `version` is the root’s',
  params: IdParams,
  body: ThreadSave,
  bodyLimit: LARGEST_BODY,
  answer: Thread,
});

export const addToThread = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/add-to-thread/',
  access: 'write',
  changes: 'content',
  summary: 'Put an item into the thread of `parent`, at `thread_order` or at its end; it takes over folder and status',
  params: IdParams,
  body: z.object({ parent: Id, thread_order: OrderField.optional() }),
  answer: Item,
});

export const reply = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/reply/',
  access: 'write',
  changes: 'content',
  summary: 'Make a new part of an item’s thread, at `thread_order` or at its end, with the thread’s folder and status',
  params: IdParams,
  body: Reply,
  answer: Item,
  status: 201,
});

export const reorder = endpoint({
  method: 'PATCH',
  path: '/api/content/items/:id/reorder/',
  access: 'write',
  changes: 'content',
  summary: 'Move a part to another place of its thread; what comes to the first place is the root',
  params: IdParams,
  body: z.object({ thread_order: OrderField }),
  answer: Item,
});

export const removeFromThread = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/remove-from-thread/',
  access: 'write',
  changes: 'content',
  summary: 'Take a part out of its thread, and with `preserve_children` false all that follow: each stands alone then',
  params: IdParams,
  body: z.object({ preserve_children: z.boolean('Expected true or false.').default(true) }),
  answer: Item,
});

export const duplicateThread = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/duplicate-thread/',
  access: 'write',
  changes: 'content',
  summary: 'Copy a whole thread, as a draft',
  params: IdParams,
  body: z.object({ title_suffix: TitleSuffix }),
  answer: Thread,
  status: 201,
});

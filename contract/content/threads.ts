import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, optionalText, refuseInName } from '../http/fields.ts';
import { composed } from '../http/marks.ts';
import {
  autosaveShape,
  contentText,
  Item,
  MAX_BODY_BYTES as MAX_ITEM_BYTES,
  PositionField,
  partCreateShape,
  partUpdateShape,
  StatusField,
  threadDetailsCreateShape,
  threadDetailsUpdateShape,
  VersionField,
} from './items.ts';

export const MAX_PARTS = 500;
/** All parts together, in UTF-16 units: a thread is sent as one body. */
export const MAX_THREAD_LENGTH = 1_000_000;
/** The longest thread as JSON, with every character escaped. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MAX_SUFFIX_LENGTH = 100;

const content = contentText('All thread items must have content');

const partsOf = <Schema extends z.ZodType>(part: Schema) =>
  z
    .array(part, 'Expected the list of the thread’s items.')
    .min(1, 'A thread must have at least one item')
    .max(MAX_PARTS, `A thread has at most ${MAX_PARTS} items`);

/** All parts in order; the first is the root. */
const Thread = z.array(Item);

export const ThreadCreate = z.object({
  folder: Id,
  status: StatusField.default('draft'),
  description: optionalText('Description', 500),
  ...threadDetailsCreateShape,
  items: partsOf(z.object({ content, ...partCreateShape })),
});
export type ThreadCreate = z.input<typeof ThreadCreate>;

/**
 * A whole thread: parts with an id are kept or changed, parts without one are created, parts that
 * are left out are deleted.
 */
export const ThreadSave = z.object({
  folder: Id.optional(),
  status: StatusField.optional(),
  description: optionalText('Description', 500),
  ...threadDetailsUpdateShape,
  version: VersionField.optional(),
  ...autosaveShape,
  items: partsOf(z.object({ id: Id.optional(), content, ...partUpdateShape })),
});
export type ThreadSave = z.input<typeof ThreadSave>;

const Reply = z.object({
  content: contentText('Content is required'),
  folder: Id.optional(),
  status: StatusField.optional(),
  ...partCreateShape,
  ...threadDetailsCreateShape,
  thread_order: PositionField.optional(),
});

/** A copy is named after the title of its source with this suffix. */
export const TitleSuffix = z
  .string('Expected a string.')
  .overwrite(composed)
  .max(MAX_SUFFIX_LENGTH, `Expected at most ${MAX_SUFFIX_LENGTH} characters.`)
  .superRefine(refuseInName('A suffix'))
  .default(' (Copy)');

/** docs/domain/content.md, 'Threads'. The id of any part stands for the thread. */
export const getThread = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/thread/',
  access: 'read',
  summary: 'The thread of an item, root first; a standalone item is a list of one',
  params: IdParams,
  response: Thread,
});

export const createThread = endpoint({
  method: 'POST',
  path: '/api/content/items/thread/',
  access: 'write',
  summary: 'Create a whole thread',
  body: ThreadCreate,
  bodyLimit: MAX_BODY_BYTES,
  response: Thread,
  status: 201,
  keepsOwnKeys: true,
});

export const saveThread = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/thread/',
  access: 'write',
  summary: 'Save a whole thread; `version` is that of the root',
  params: IdParams,
  body: ThreadSave,
  bodyLimit: MAX_BODY_BYTES,
  response: Thread,
});

export const addToThread = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/add-to-thread/',
  access: 'write',
  summary:
    'Add an item to the thread of `parent`, at `thread_order` or at its end; it gets the folder and status of the thread',
  params: IdParams,
  body: z.object({ parent: Id, thread_order: PositionField.optional() }),
  response: Item,
});

export const reply = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/reply/',
  access: 'write',
  summary:
    'Add a new part to the thread of an item, at `thread_order` or at its end, with the folder and status of the thread',
  params: IdParams,
  body: Reply,
  bodyLimit: MAX_ITEM_BYTES,
  response: Item,
  status: 201,
});

export const reorder = endpoint({
  method: 'PATCH',
  path: '/api/content/items/:id/reorder/',
  access: 'write',
  summary: 'Move a part within its thread; the first one is the root',
  params: IdParams,
  body: z.object({ thread_order: PositionField }),
  response: Item,
});

export const removeFromThread = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/remove-from-thread/',
  access: 'write',
  summary:
    'Remove a part from its thread, and with `preserve_children` false all parts after it; each becomes standalone',
  params: IdParams,
  body: z.object({ preserve_children: z.boolean('Expected true or false.').default(true) }),
  response: Item,
});

export const duplicateThread = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/duplicate-thread/',
  access: 'write',
  summary: 'Copy a whole thread, as a draft',
  params: IdParams,
  body: z.object({ title_suffix: TitleSuffix }),
  response: Thread,
  status: 201,
});

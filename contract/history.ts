import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, numberText, Who } from './fields.ts';
import { Item, VersionField } from './items.ts';
import { STATUSES } from './workflow.ts';

/** An item as it was after a change; who changed it is null when they are gone. */
const HistoryEntry = z.object({
  version: z.int(),
  /** What was done: create, update, status, restore, or what was done to its thread. */
  action: z.string(),
  user: Who,
  created_at: Instant,
  content: z.string(),
  description: z.string().nullable(),
  status: z.enum(STATUSES),
  tags: z.array(z.string()),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** Section 7, 'Content items'. */
export const getHistory = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/history/',
  access: 'read',
  summary:
    'The last versions of an item, newest first, 100 at most and fewer of long texts; with `before`, those before that version',
  params: IdParams,
  query: z.object({ before: numberText(1, 999_999_999).optional() }),
  answer: z.array(HistoryEntry),
});

/**
 * Ours. With `current_version`, the version that was seen as the present one, a restoration of something that was changed
 * since answers 409. Each part of a thread has a history of its own; the description is in its root's.
 */
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/restore/',
  access: 'write',
  changes: 'content',
  summary: 'Bring back text, description and tags of a version, not the status; makes a new version',
  params: IdParams,
  body: z.object({ version: VersionField, current_version: VersionField.optional() }),
  answer: Item,
});

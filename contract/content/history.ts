import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant, intParam, UserRef } from '../http/fields.ts';
import { Item, ItemText, VersionField } from './items.ts';
import { STATUSES } from './workflow.ts';

/** An item as it was after a change. The user is null where they were deleted. */
const HistoryEntry = z.object({
  version: z.int(),
  /** The action: create, update, status, restore, or an action on its thread. */
  action: z.string(),
  user: UserRef,
  /** Whether the publisher made it: `user` is null then, too. */
  by_schedule: z.boolean(),
  created_at: Instant,
  description: z.string().nullable(),
  status: z.enum(STATUSES),
  ...ItemText.shape,
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** docs/domain/review.md, 'History'. */
export const getHistory = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/history/',
  access: 'read',
  summary:
    'Versions of an item, newest first, at most 100, fewer if they are long; with `before`, those before that version',
  params: IdParams,
  query: z.object({ before: intParam(1, 999_999_999).optional() }),
  response: z.array(HistoryEntry),
});

/**
 * `current_version` is the version that the caller saw as the present one. If the item has changed
 * since, the response is 409. Each part of a thread has a history of its own; the description is in
 * that of the root.
 */
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/restore/',
  access: 'write',
  summary:
    'Restore text, description, tags and language of a version, not the status; creates a new version',
  params: IdParams,
  body: z.object({ version: VersionField, current_version: VersionField.optional() }),
  response: Item,
});

import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, Instant, intParam, pageOf, UserRef } from '../http/fields.ts';
import { MAX_ITEMS } from './bulk.ts';
import { Item } from './items.ts';
import { STATUSES } from './workflow.ts';

/** A post in the trash, by its first item. */
const TrashedPost = z.object({
  id: z.int(),
  title: z.string(),
  excerpt: z.string(),
  status: z.enum(STATUSES),
  is_thread: z.boolean(),
  thread_size: z.int(),
  /** Null where the folder was deleted. */
  folder: z.int().nullable(),
  deleted_at: Instant,
  deleted_by: UserRef,
  /** When it is erased. */
  erased_at: Instant,
});
export type TrashedPost = z.output<typeof TrashedPost>;

/** docs/domain/content.md, 'Trash'. */
export const listTrash = endpoint({
  method: 'GET',
  path: '/api/content/trash/',
  access: 'read',
  summary: 'The posts in the trash, the last deleted first',
  query: z.object({
    page: intParam(1, 10_000_000).optional(),
    page_size: intParam(1, 100).default(50),
  }),
  /** `days`: how long a post stays in it. */
  response: pageOf(TrashedPost).extend({ days: z.int() }),
});

export const restoreFromTrash = endpoint({
  method: 'POST',
  path: '/api/content/trash/restore/',
  access: 'write',
  summary: `Restore up to ${MAX_ITEMS} posts from the trash, all or nothing; \`folder\` is for those whose folder was deleted`,
  body: z.object({
    item_ids: z
      .array(Id, 'Expected a list of ids.')
      .min(1, 'Expected at least one id.')
      .max(MAX_ITEMS, `Expected at most ${MAX_ITEMS} ids.`),
    folder: Id.optional(),
  }),
  response: z.object({ count: z.int(), items: z.array(Item) }),
});

export const emptyTrash = endpoint({
  method: 'DELETE',
  path: '/api/content/trash/',
  access: 'manage',
  summary: 'Erase everything in the trash, for good',
  response: z.object({ count: z.int() }),
});

import type { Folder } from '#contract/content/folders.ts';
import { emptyDetails, type Item } from '#contract/content/items.ts';
import type { Entry } from '#contract/publishing/calendar.ts';
import type { Publication } from '#contract/publishing/publications.ts';

/** Values for tests of the web, as the API has them. */

const INSTANT = '2026-11-24T09:00:00.000Z';

export const itemOf = (fields: Partial<Item> & { id: number }): Item => ({
  folder: 1,
  title: 'A title',
  content: 'A text',
  network_texts: {},
  media: [],
  description: null,
  status: 'draft',
  ...emptyDetails,
  view_count: 0,
  version: 1,
  created_at: INSTANT,
  updated_at: INSTANT,
  published_date: null,
  is_thread_root: false,
  is_thread_part: false,
  is_standalone: true,
  thread_size: 1,
  thread_order: 0,
  thread_root: null,
  publications: null,
  planned_at: null,
  network_views: null,
  comments: 0,
  author: 1,
  assignee: null,
  ...fields,
});

/** A thread of items with these ids, root first. */
export const threadOf = (ids: readonly number[], fields: Partial<Item> = {}): Item[] =>
  ids.map((id, order) =>
    itemOf({
      id,
      is_thread_root: order === 0,
      is_thread_part: true,
      is_standalone: false,
      thread_size: ids.length,
      thread_order: order,
      thread_root: ids[0] as number,
      ...fields,
    }),
  );

export const folderOf = (fields: Partial<Folder> & { id: number }): Folder => ({
  name: `Folder ${fields.id}`,
  description: null,
  parent: null,
  content_items_count: 0,
  posts_count: 0,
  created_at: INSTANT,
  updated_at: INSTANT,
  ...fields,
});

/** A scheduled publication of the calendar. */
export const entryOf = (fields: Partial<Entry> = {}): Entry => ({
  publication: 1,
  item: 1,
  channels: [1],
  state: 'scheduled',
  reason: null,
  due_at: INSTANT,
  local_time: null,
  zone: null,
  queued: false,
  held: false,
  excerpt: 'A text',
  parts: 1,
  picture: null,
  author: 1,
  ...fields,
});

/** A scheduled publication that is due. */
export const publicationOf = (given: Partial<Publication> = {}): Publication => ({
  id: 1,
  item: 1,
  excerpt: 'A text',
  channel: { id: 1, network: 'practice', handle: '@ada', name: 'Ada', url: null },
  state: 'scheduled',
  reason: null,
  detail: null,
  due_at: '2026-11-27T07:00:00Z',
  local_time: null,
  zone: null,
  cause: null,
  sendable: ['scheduled', 'present'],
  may_be_there: false,
  queued: false,
  held: false,
  options: {},
  next_attempt_at: null,
  published_at: null,
  parts: 1,
  sent: 0,
  removed: 0,
  removal_failure: null,
  url: null,
  ended_by: null,
  ended_at: null,
  created_by: { id: 1, name: 'Ada Byron' } as Publication['created_by'],
  created_at: '2026-11-26T07:00:00Z',
  afterwards: [],
  ...given,
});

import type { Item } from '#contract/content/items.ts';
import type { Subject } from './PublishDialog.tsx';

/** The post of an item, for the publish dialog. A reply has another version than its post. */
export const subjectOf = (item: Item): Subject => ({
  items: [item.id],
  excerpt: item.content,
  parts: item.thread_size,
  ...(!item.is_thread_part || item.is_thread_root ? { version: item.version } : {}),
});

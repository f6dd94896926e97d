import type { Item } from '#contract/content/items.ts';
import type { WallTime } from '#web/features/publishing/times/wall-times.ts';

export type Subject = {
  /** The items; each stands for its post. */
  items: readonly number[];
  /** The first item of the only post: what is chosen for it is kept. */
  post?: number;
  /** The beginning of the text, and the number of its parts, where it is one post. */
  excerpt?: string;
  /** Of the only post. */
  folder?: number;
  parts?: number;
  /** The version that is shown: another one is not published. */
  version?: number;
  /** What is proposed: a time, and channels. */
  at?: WallTime;
  channels?: readonly number[];
};

/** The post of an item, for the publish dialog. A reply has another version than its post. */
export const subjectOf = (item: Item): Subject => ({
  items: [item.id],
  post: item.thread_root ?? item.id,
  excerpt: item.content,
  folder: item.folder,
  parts: item.thread_size,
  ...(!item.is_thread_part || item.is_thread_root ? { version: item.version } : {}),
});

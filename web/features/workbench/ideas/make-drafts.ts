import { createItem, type Item } from '#contract/content/items.ts';
import { createThread } from '#contract/content/threads.ts';
import { setDraftTime } from '#contract/publishing/calendar.ts';
import { call, onceFor } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { contentKeys } from '#web/api/query.ts';

type New = {
  /** With the same key, it is created once. */
  key: string;
  folder: number;
  texts: readonly string[];
  /** The wall time in the zone of the workspace for which it is planned. */
  at?: string | undefined;
};

/** Creates a draft, as the editor does. @returns its first part */
export async function makeDraft({ key, folder, texts, at }: New): Promise<Item> {
  const items = texts.map((content) => ({ content }));
  const shared = { folder, status: 'draft' } as const;
  const headers = onceFor(key);
  const [item] =
    items.length > 1
      ? await call(createThread, { body: { ...shared, items }, headers })
      : [await call(createItem, { body: { ...shared, content: texts[0] ?? '' }, headers })];
  if (!item) throw new Error('A thread has no parts');
  try {
    if (at !== undefined)
      await call(setDraftTime, { params: { id: String(item.id) }, body: { at: { local: at } } });
  } finally {
    refetchWhenSettled(contentKeys);
  }
  return item;
}

import {
  createItem,
  DETAIL_FIELDS,
  detailsOf,
  type Item,
  type ItemCreate,
  updateItem,
} from '#contract/content/items.ts';
import {
  createThread,
  saveThread,
  type ThreadCreate,
  type ThreadSave,
} from '#contract/content/threads.ts';
import { call, onceFor } from '#web/api/client.ts';
import { refetchWhenSettled } from '#web/api/optimistic.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { type ItemChange, useCreateItem, useUpdateItem } from '#web/features/items/item-queries.ts';
import { useCreateThread, useSaveThread } from '#web/features/threads/thread-queries.ts';
import type { EditorValues } from './editor-fields.ts';
import type { Saved } from './use-editor.ts';

/** A request that saves what is in the editor: a new or existing item or thread, as a whole. */
type Request =
  | { to: 'create item'; key: string; body: ItemCreate }
  | { to: 'update item'; change: ItemChange }
  | { to: 'create thread'; key: string; body: ThreadCreate }
  | { to: 'save thread'; change: { id: number } & ThreadSave };

function requestOf(
  { kind, folder, status, description, parts, ...given }: EditorValues,
  saved: Saved | undefined,
  key: string,
): Request {
  const shared = { folder, status };
  const details = detailsOf(given);
  const known = saved && { id: saved.id, version: saved.version };
  if (kind === 'single') {
    const { content = '', network_texts = {}, media = [] } = parts[0] ?? {};
    const text = { content, network_texts, media };
    if (known) return { to: 'update item', change: { ...known, ...shared, ...details, ...text } };
    const is = { is_thread_part: false, is_standalone: true };
    return { to: 'create item', key, body: { ...shared, ...details, ...text, ...is } };
  }
  const items = parts.map(({ key: _, ...part }) => part);
  const thread = { ...shared, description: description.trim() || null, items };
  if (!saved || !known) return { to: 'create thread', key, body: { ...thread, ...details } };
  // Unchanged details stay as each part has them.
  const changed = DETAIL_FIELDS.filter(
    (name) => JSON.stringify(details[name]) !== JSON.stringify(saved[name]),
  );
  const own = Object.fromEntries(changed.map((name) => [name, details[name]]));
  return { to: 'save thread', change: { ...known, ...thread, ...own } };
}

/** Saves by hand, with a toast; `created`: the author creates it now, if it was saved before. */
export function useSave() {
  const create = useCreateItem();
  const update = useUpdateItem();
  const begin = useCreateThread();
  const save = useSaveThread();
  return (
    values: EditorValues,
    saved: Saved | undefined,
    { key, created }: { key: string; created: boolean },
  ): Promise<unknown> => {
    const request = requestOf(values, saved, key);
    switch (request.to) {
      case 'create item':
        return create.mutateAsync({ ...request.body, key });
      case 'update item':
        return update.mutateAsync({ ...request.change, created });
      case 'create thread':
        return begin.mutateAsync({ ...request.body, key });
      case 'save thread':
        return save.mutateAsync({ ...request.change, created });
    }
  };
}

/** Saves without a word (docs/domain.md, 'Autosave'). Returns the items in order. */
export async function autosave(
  values: EditorValues,
  saved: Saved | undefined,
  key: string,
): Promise<Item[]> {
  const items = await send(requestOf(values, saved, key));
  // The editor has the newest text: its own thread is not asked for again.
  await Promise.all(
    items.map(({ id }) => queryClient.cancelQueries({ queryKey: keys.thread(id), exact: true })),
  );
  for (const { id } of items)
    queryClient.setQueryData<Item[]>(keys.thread(id), (known) => known && items);
  refetchWhenSettled([
    keys.itemLists,
    keys.allSuggestions,
    keys.statistics,
    keys.volume,
    keys.folders,
    keys.calendar,
    ...items.map(({ id }) => keys.history(id)),
  ]);
  return items;
}

async function send(request: Request): Promise<Item[]> {
  switch (request.to) {
    case 'create item':
      return [await call(createItem, { body: request.body, headers: onceFor(request.key) })];
    case 'update item': {
      const { id, ...body } = request.change;
      const params = { id: String(id) };
      return [await call(updateItem, { params, body: { ...body, autosave: true } })];
    }
    case 'create thread':
      return call(createThread, { body: request.body, headers: onceFor(request.key) });
    case 'save thread': {
      const { id, ...body } = request.change;
      const params = { id: String(id) };
      return call(saveThread, { params, body: { ...body, autosave: true } });
    }
  }
}

import {
  createItem,
  DETAIL_FIELDS,
  detailsOf,
  type Item,
  type ItemCreate,
  type ItemUpdate,
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
import { contentKeys, keys, queryClient, updateCache } from '#web/api/query.ts';
import { draftAgain } from '#web/features/content/items/draft-again.ts';
import { addToCachedLists, mapCachedItems } from '#web/features/content/items/item-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { EditorValues } from './editor-fields.ts';
import type { SaveOptions } from './editor-saver.ts';
import type { Saved } from './editor-state.ts';

/** A request that saves what is in the editor: a new or existing item or thread, as a whole. */
type Request =
  | { to: 'create item'; key: string; body: ItemCreate }
  | { to: 'update item'; change: { id: number } & ItemUpdate }
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

/**
 * Saves what is in the editor, and returns its items in order. A person who saves is told; the editor
 * saves a draft `itself` without a word (docs/domain/review.md, 'Autosave').
 */
export async function save(
  values: EditorValues,
  saved: Saved | undefined,
  { by, key, keepalive, creates, assisted = false }: SaveOptions,
): Promise<Item[]> {
  const isAutosave = by === 'itself';
  const items = await send(requestOf(values, saved, key), { isAutosave, assisted }, keepalive);
  // The editor has the newest text: its own thread is not asked for again.
  await Promise.all(
    items.map(({ id }) => queryClient.cancelQueries({ queryKey: keys.thread(id), exact: true })),
  );
  for (const { id } of items)
    queryClient.setQueryData<Item[]>(keys.thread(id), (known) => known && items);
  if (isAutosave) {
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
  updateCache(() => showSaved(items, saved === undefined));
  refetchWhenSettled(contentKeys);
  const [root] = items;
  const again = draftAgain(
    values.kind === 'thread' ? 'thread' : 'item',
    values.status,
    root?.status,
  );
  const description = `Item ${creates ? 'created' : 'updated'} successfully${again}`;
  toast({ title: 'Success', description });
  return items;
}

/** Shows what was saved in the lists, before they are read again. */
function showSaved(items: readonly Item[], isNew: boolean) {
  const known = new Map(items.map((item) => [item.id, item]));
  if (isNew) for (const item of items.toReversed()) addToCachedLists(item);
  else mapCachedItems((item) => known.get(item.id) ?? item);
}

async function send(
  request: Request,
  { isAutosave, assisted }: { isAutosave: boolean; assisted: boolean },
  keepalive: boolean,
): Promise<Item[]> {
  const how = { ...(isAutosave && { autosave: true }), ...(assisted && { assisted }) };
  switch (request.to) {
    case 'create item':
      return [
        await call(createItem, { body: request.body, headers: onceFor(request.key), keepalive }),
      ];
    case 'update item': {
      const { id, ...body } = request.change;
      const params = { id: String(id) };
      return [await call(updateItem, { params, body: { ...body, ...how }, keepalive })];
    }
    case 'create thread':
      return call(createThread, { body: request.body, headers: onceFor(request.key), keepalive });
    case 'save thread': {
      const { id, ...body } = request.change;
      const params = { id: String(id) };
      return call(saveThread, { params, body: { ...body, ...how }, keepalive });
    }
  }
}

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import type { RowTask } from '#web/features/workbench/actions/use-item-changes.ts';
import { useBulk } from '#web/features/workbench/bulk/bulk-queries.ts';
import { isKeyTaken, useSingleKeys } from '#web/lib/keyboard/single-keys.ts';
import { hasReplies, type ListRow } from './list-rows.ts';

export type ListSelection = {
  /** Whether the boxes of all rows are shown. */
  isOn: boolean;
  isSelected: (id: number) => boolean;
  /** Toggles an item; `range` extends from the last one. */
  onToggle: (id: number, range: boolean) => void;
  onAll: () => void;
  onClear: () => void;
  /** The selected items. */
  ids: readonly number[];
};

type Keys = {
  rows: readonly ListRow[];
  /** The row that the keys act on. */
  place: number;
  grouped: boolean;
  selection: ListSelection | undefined;
  isOpen: (root: Item) => boolean;
  move: (index: number) => void;
  onToggle: (root: number) => void;
  /** Shows all replies of an open thread. */
  onWhole: (root: number) => void;
  onDelete: (item: Item) => void;
  onStatus: (item: Item) => void;
  onTask: (task: RowTask, item: Item) => void;
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;
type Acts = Record<string, () => unknown>;
type Person = {
  writes: boolean;
  singles: boolean;
  go: (path: string) => void;
  duplicate: (id: number) => void;
};

/** Moves to the next row in this direction that is loaded; `selects`: both are selected with it. */
function step({ rows, place, selection, move }: Keys, by: number, selects: boolean) {
  let to = place + by;
  while (rows[to] && !rows[to]?.item) to += by;
  if (!rows[to]) return;
  if (selects && selection)
    for (const row of [rows[place], rows[to]])
      if (row?.item && !row.root && !selection.isSelected(row.item.id))
        selection.onToggle(row.item.id, false);
  move(to);
}

/** The keys that move, and open and close threads. */
function movesOf(keys: Keys, row: ListRow, item: Item, shiftKey: boolean): Acts {
  const { rows, isOpen, move, onToggle, onWhole } = keys;
  const isRoot = keys.grouped && row.root === null && hasReplies(item);
  return {
    ArrowDown: () => step(keys, 1, shiftKey),
    ArrowUp: () => step(keys, -1, shiftKey),
    Home: () => move(0),
    End: () => move(rows.findLastIndex((row) => row.item !== undefined)),
    ArrowRight: () => isRoot && (isOpen(item) ? onWhole : onToggle)(item.id),
    ArrowLeft: () => {
      if (isRoot && isOpen(item)) onToggle(item.id);
      else if (row.root) move(rows.findIndex((other) => other.item?.id === row.root?.id));
    },
  };
}

/** The keys that act on an item that exists. */
function actsOf(
  keys: Keys,
  { root }: ListRow,
  item: Item,
  shiftKey: boolean,
  { writes, singles, go, duplicate }: Person,
): Acts {
  const { selection } = keys;
  const toggle = (range: boolean) => !root && selection?.onToggle(item.id, range);
  return {
    ' ': () => (selection?.isOn ? toggle(shiftKey) : go(paths.previewContent(item.id))),
    ...(writes && { Delete: () => keys.onDelete(item) }),
    ...(writes &&
      singles && {
        e: () => go(paths.editContent(item.id)),
        x: () => toggle(false),
        X: () => toggle(true),
        s: () => keys.onStatus(item),
        m: () => keys.onTask('move', item),
        t: () => keys.onTask('tags', item),
        d: () => duplicate(item.id),
        p: () => keys.onTask('publish', item),
        '#': () => keys.onDelete(item),
      }),
  };
}

/** Does what a key is for; false where it is for nothing. */
function press(keys: Keys, person: Person, event: Pressed): boolean {
  const { rows, place, selection } = keys;
  const row = rows[place];
  const item = row?.item;
  if (!item) return false;
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'a' || !selection) return false;
    selection.onAll();
    return true;
  }
  const down = () => step(keys, 1, shiftKey);
  const up = () => step(keys, -1, shiftKey);
  const acts: Acts = {
    ...movesOf(keys, row, item, shiftKey),
    ...(selection?.isOn && { Escape: selection.onClear }),
    ...(person.singles && { j: down, k: up, J: down, K: up }),
    // One that is being created has no page yet.
    ...(item.id > 0 ? actsOf(keys, row, item, shiftKey, person) : { ' ': () => {} }),
  };
  const act = acts[key];
  act?.();
  return act !== undefined;
}

/**
 * The keys of a list (docs/domain/pages.md, 'Content page'). Without the focus in the page, the
 * arrow keys enter the list.
 */
export function useListKeys(keys: Keys) {
  const navigate = useNavigate();
  const writes = useCan('write');
  const singles = useSingleKeys((state) => state.on);
  const bulk = useBulk();
  const person: Person = {
    writes,
    singles,
    go: (path) => void navigate(path),
    duplicate: (id) =>
      bulk.mutate({ operation: 'duplicate', ids: [id], from: window.location.href }),
  };
  const pressed = (event: Pressed) => press(keys, person, event);
  const latest = useRef(pressed);
  latest.current = pressed;
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const idle =
        document.activeElement === document.body || document.activeElement?.id === 'main';
      const enters = ['ArrowDown', 'ArrowUp', 'j', 'k'].includes(event.key);
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (!idle || event.defaultPrevented || modified || isKeyTaken(event.target)) return;
      // The first key goes to the row that had the focus last.
      if (enters && (singles || event.key.startsWith('Arrow'))) keys.move(keys.place);
      else if (event.key !== 'Escape' || !latest.current(event)) return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return (event: KeyboardEvent) => {
    // Keys on the buttons of a row are those of the buttons.
    const target = event.target as Element;
    const onRow = target.matches('[data-row]');
    const onButton = !onRow && (event.key === ' ' || event.key === 'Enter');
    if (event.altKey || event.defaultPrevented || onButton || isKeyTaken(target)) return;
    if (latest.current(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

import { Trash2 } from 'lucide-react';
import type { Item } from '#contract/content/items.ts';
import { useCan } from '#web/api/workspace.ts';
import { headlineOf } from '#web/features/content/items/headline.ts';
import { type RowTask, useItemChanges } from '#web/features/workbench/actions/use-item-changes.ts';
import { useOfferedActions } from '#web/lib/page-actions.ts';
import type { ListRow } from './list-rows.ts';

/** Offers the actions on the row that had the focus, by its item, to the command palette. */
export function useRowActions(
  rows: readonly ListRow[],
  active: number | null,
  onTask: (task: RowTask, item: Item) => void,
  onDelete: (item: Item) => void,
) {
  const writes = useCan('write');
  const item = active === null ? undefined : rows.find(({ item }) => item?.id === active)?.item;
  const changesOf = useItemChanges((task) => item && onTask(task, item));
  const deletes = { label: 'Delete…', icon: Trash2, hint: '#' };
  useOfferedActions({
    heading: item ? headlineOf(item).title : '',
    actions:
      item && item.id > 0 && writes
        ? [...changesOf(item), { ...deletes, run: () => onDelete(item) }]
        : [],
  });
}

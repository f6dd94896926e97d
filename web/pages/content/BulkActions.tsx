import { useState } from 'react';
import type { Status } from '#contract/workflow.ts';
import { BulkBar } from '#web/features/bulk/BulkBar.tsx';
import { type Action, useBulk } from '#web/features/bulk/bulk-queries.ts';
import { MoveDialog } from '#web/features/bulk/MoveDialog.tsx';
import { clearSelection, selectAll, useSelection } from '#web/features/bulk/selection.ts';
import { FolderOptions } from '#web/features/folders/FolderOptions.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { filterOf, type ItemFilters } from '#web/features/items/item-queries.ts';
import { PublishDialog } from '#web/features/publishing/lazy-dialogs.tsx';
import { plural } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type Props = {
  filters: ItemFilters;
  /** The loaded ids, and the total of matches. */
  loaded: number[];
  count: number;
};

/** The bar below the list, and its dialogs. */
export function BulkActions({ filters, loaded, count }: Props) {
  const { ids, all } = useSelection();
  const folders = useFolders();
  const bulk = useBulk();
  const [asking, setAsking] = useState<'move' | 'delete' | 'publish' | null>(null);
  // Items that have left the list are not operated on.
  const seen = loaded.filter((id) => ids.has(id));
  const chosen = all ? count : seen.length;
  const what = plural(chosen, 'item');

  function run(action: Action) {
    const target = all
      ? { ids: loaded, all: { filter: filterOf(filters), list: filters } }
      : { ids: seen };
    const before = useSelection.getState();
    // After a failure the selection is restored, too.
    bulk.mutate({ ...action, ...target }, { onError: () => useSelection.setState(before) });
    clearSelection();
    setAsking(null);
  }

  return (
    <>
      <BulkBar
        chosen={chosen}
        count={count}
        onSelectAll={selectAll}
        onClear={clearSelection}
        onStatus={(status: Status) => run({ operation: 'status_change', status })}
        onPublish={all ? undefined : () => setAsking('publish')}
        onMove={() => setAsking('move')}
        onDuplicate={() => run({ operation: 'duplicate' })}
        onArchive={() => run({ operation: 'archive' })}
        onDelete={() => setAsking('delete')}
      />
      {asking === 'publish' && (
        <PublishDialog subject={{ items: [...ids] }} onClose={() => setAsking(null)} />
      )}
      {asking === 'move' && (
        <MoveDialog
          title={`Move ${what}`}
          folderOptions={
            <FolderOptions folders={(folders.data ?? []).filter(({ id }) => id > 0)} />
          }
          onMove={(folder) => run({ operation: 'move', folder })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${what}`}
          question={`Are you sure you want to delete ${what}? The root of a thread takes its replies along. This action cannot be undone.`}
          confirm="Delete"
          onConfirm={() => run({ operation: 'delete' })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

import { Archive, Copy, FolderInput, Hash, Hourglass, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import {
  filterOf,
  type ItemFilters,
  useWaitingCopies,
} from '#web/features/content/items/item-queries.ts';
import { PublishDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { laterComponent } from '#web/lib/later.ts';
import { useOfferedActions } from '#web/lib/page-actions.ts';
import { plural } from '#web/lib/text.ts';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import { type Action, useBulk } from './bulk-queries.ts';
import { clearSelection, selectAll, useSelection } from './selection.ts';

const MoveDialog = laterComponent(() =>
  import('./MoveDialog.tsx').then((module) => module.MoveDialog),
);

const TagsDialog = laterComponent(() =>
  import('./TagsDialog.tsx').then((module) => module.TagsDialog),
);

type Props = {
  filters: ItemFilters;
  /** The loaded ids, and the total of matches. */
  loaded: Item[];
  count: number;
};

/** The bar below the list, and its dialogs. */
export function BulkActions({ filters, loaded, count }: Props) {
  const { ids, all } = useSelection();
  const bulk = useBulk();
  const [asking, setAsking] = useState<'move' | 'delete' | 'publish' | 'tags' | null>(null);
  // Items that have left the list are not operated on.
  const seen = loaded.filter(({ id }) => ids.has(id));
  const known = all ? loaded : seen;
  const chosen = all ? count : seen.length;
  const hasThread = all || seen.some((item) => item.is_thread_root);
  const what = plural(chosen, 'item');
  const waiting = useWaitingCopies({ items: known.map(({ id }) => id) }, asking === 'delete');

  function run(action: Action) {
    const target = {
      ids: known.map(({ id }) => id),
      before: known,
      ...(all && { all: { filter: filterOf(filters), list: filters } }),
    };
    const before = useSelection.getState();
    // After a failure the selection is restored, too.
    bulk.mutateAsync({ ...action, ...target }).catch(() => useSelection.setState(before));
    clearSelection();
    setAsking(null);
  }

  const open = (entry: NonNullable<typeof asking>) => () => setAsking(entry);
  useOfferedActions({
    heading: `${chosen} selected`,
    actions:
      chosen === 0
        ? []
        : [
            {
              label: 'Submit for review',
              icon: Hourglass,
              run: () => run({ operation: 'status_change', status: 'review' }),
            },
            ...(all ? [] : [{ label: 'Publish…', icon: Send, run: open('publish') }]),
            { label: 'Move to…', also: 'folder', icon: FolderInput, run: open('move') },
            { label: 'Tags…', icon: Hash, run: open('tags') },
            {
              label: 'Duplicate',
              also: 'copy',
              icon: Copy,
              run: () => run({ operation: 'duplicate' }),
            },
            { label: 'Archive', icon: Archive, run: () => run({ operation: 'archive' }) },
            { label: 'Delete…', icon: Trash2, run: open('delete') },
          ],
  });
  return (
    <>
      <BulkBar
        chosen={chosen}
        count={count}
        onSelectAll={selectAll}
        onClear={clearSelection}
        onStatus={(status: Status) => run({ operation: 'status_change', status })}
        onPublish={all ? undefined : open('publish')}
        onMove={open('move')}
        onTags={open('tags')}
        onDuplicate={() => run({ operation: 'duplicate' })}
        onArchive={() => run({ operation: 'archive' })}
        onDelete={open('delete')}
      />
      {asking === 'publish' && (
        <PublishDialog
          subject={{ items: seen.map(({ id }) => id) }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'move' && (
        <MoveDialog
          title={`Move ${what}`}
          onMove={(folder) => run({ operation: 'move', folder })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'tags' && (
        <TagsDialog
          title={`Tags for ${what}`}
          onSave={(add, remove) => run({ operation: 'tag', add, remove })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${what}`}
          question={`Are you sure you want to delete ${what}? ${hasThread ? 'Deleting the root of a thread deletes its replies, too. ' : ''}${waiting && `${waiting} `}You can restore ${chosen === 1 ? 'it' : 'them'} from the trash.`}
          confirm="Delete"
          onConfirm={() => run({ operation: 'delete' })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

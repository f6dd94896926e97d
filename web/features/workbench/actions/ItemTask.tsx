import { lazy, Suspense } from 'react';
import type { Item } from '#contract/content/items.ts';
import { PublishDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { subjectOf } from '#web/features/publishing/schedule/subject.ts';
import { useBulk } from '#web/features/workbench/bulk/bulk-queries.ts';
import { MoveDialog } from '#web/features/workbench/bulk/MoveDialog.tsx';
import { TagsDialog } from '#web/features/workbench/bulk/TagsDialog.tsx';
import type { RowTask } from './use-item-changes.ts';

/** With the arithmetic of times, which few need. */
const RepeatDialog = lazy(() =>
  import('#web/features/calendar/dialogs/RepeatDialog.tsx').then((module) => ({
    default: module.RepeatDialog,
  })),
);

export type ItemTaskProps = { task: RowTask; item: Item; onClose: () => void };

/** The dialog of an action for one item. */
export function ItemTask({ task, item, onClose }: ItemTaskProps) {
  const bulk = useBulk();
  if (task === 'publish') return <PublishDialog subject={subjectOf(item)} onClose={onClose} />;
  if (task === 'repeat')
    return (
      <Suspense>
        <RepeatDialog item={item} onClose={onClose} />
      </Suspense>
    );
  if (task === 'move')
    return (
      <MoveDialog
        title="Move to…"
        current={item.folder}
        onMove={(folder) => bulk.mutate({ operation: 'move', folder, ids: [item.id] })}
        onClose={onClose}
      />
    );
  return (
    <TagsDialog
      title="Tags"
      tags={item.tags}
      onSave={(add, remove) => bulk.mutate({ operation: 'tag', add, remove, ids: [item.id] })}
      onClose={onClose}
    />
  );
}

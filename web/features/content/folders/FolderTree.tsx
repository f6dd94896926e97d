import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Folder } from '#contract/content/folders.ts';
import { useCan } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Input } from '#web/ui/fields/Field.tsx';
import { FolderRows, type TreeActions } from './FolderRows.tsx';
import { forestOf } from './tree.ts';

/** From this number of folders on, a field narrows them. */
const MANY = 20;

type Props = TreeActions & {
  selected: number | null;
  /** Undefined while loading. */
  folders: Folder[] | undefined;
  failed: boolean;
  onRetry: () => void;
};

export function FolderTree({ folders, selected, failed, onRetry, ...actions }: Props) {
  const writes = useCan('write');
  const [filter, setFilter] = useState('');
  const forest = useMemo(() => forestOf(folders ?? []), [folders]);
  return (
    <section aria-label="Folders" className="flex min-h-0 grow flex-col">
      <div className="flex h-8 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 className="font-medium text-muted text-xs">Folders</h2>
        {writes && (
          <Button
            variant="link"
            size="small"
            onClick={() => actions.onCreate(null)}
            aria-label="New folder"
            className="text-xs"
          >
            <Plus size={14} aria-hidden />
            New
          </Button>
        )}
      </div>
      {folders && folders.length >= MANY && (
        <div className="shrink-0 px-2 pb-1">
          <Input
            type="search"
            aria-label="Filter folders"
            placeholder="Find a folder"
            value={filter}
            maxLength={100}
            onChange={({ target }) => setFilter(target.value)}
            className="h-7 text-[13px]"
          />
        </div>
      )}
      {failed && !folders && (
        <div className="px-2">
          <RetryAlert message="Failed to load folders" onRetry={onRetry} />
        </div>
      )}
      {!folders && !failed && (
        <div role="status" aria-label="Loading folders" className="flex flex-col gap-2 px-4 py-1">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-5" />
          ))}
        </div>
      )}
      {folders?.length === 0 && (
        <div className="mx-2 rounded-base border border-line border-dashed px-3 py-4 text-center">
          <p className="font-medium">No folders yet</p>
          <p className="text-muted text-xs">Create your first folder to organize content</p>
        </div>
      )}
      {folders && folders.length > 0 && (
        <FolderRows
          forest={forest}
          filter={filter}
          selected={selected}
          writes={writes}
          {...actions}
        />
      )}
    </section>
  );
}

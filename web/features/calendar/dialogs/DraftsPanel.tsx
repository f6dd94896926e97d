import { GripVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { useUntimedDrafts } from '#web/features/calendar/entries/calendar-queries.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { MediaThumb } from '#web/features/media/files/MediaStrip.tsx';
import { dragItems } from '#web/lib/dragged-items.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useDragSource } from '#web/ui/dragging/drag.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

const SEARCH_MS = 250;

/** Drafts that have no time yet: dragged to a day, or planned by a dialog. */
export function DraftsPanel({ onPlan }: { onPlan: (draft: Item) => void }) {
  const [search, setSearch] = useState('');
  const drafts = useUntimedDrafts(useDebounced(search.trim(), SEARCH_MS));
  const rows = drafts.data?.results ?? [];
  return (
    <section
      aria-label="Drafts"
      className="flex min-h-0 w-full flex-col rounded-base border border-line bg-surface"
    >
      <div className="flex flex-col gap-3 border-line border-b p-3">
        <div className="flex items-center justify-between">
          <h2 className="font-semibold">Drafts</h2>
          <span className="text-muted text-xs tabular-nums">{drafts.data?.count}</span>
        </div>
        <SearchInput
          size="small"
          aria-label="Search drafts"
          placeholder="Search drafts…"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {drafts.isPending ? (
        <div
          role="status"
          aria-label="Loading drafts"
          className="appear-late flex flex-col gap-2 p-3"
        >
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : rows.length === 0 ? (
        <p className="p-3 text-muted text-xs">
          {search ? 'No matching drafts.' : 'No drafts without a time.'}
        </p>
      ) : (
        <Drafts drafts={rows} onPlan={onPlan} />
      )}
      <p className="flex items-center gap-1.5 border-line border-t p-3 text-muted text-xs max-md:hidden">
        Drag to a day, or press <Keys>M</Keys>
      </p>
    </section>
  );
}

type DraftsProps = { drafts: readonly Item[]; onPlan: (draft: Item) => void };

function Drafts({ drafts, onPlan }: DraftsProps) {
  const folders = useFolders().data ?? [];
  const list = useRef<HTMLUListElement>(null);
  useDragSource(list, (key) => dragItems([Number(key)]));
  return (
    <ul ref={list} className="min-h-0 grow overflow-y-auto">
      {drafts.map((draft) => (
        <li key={draft.id} className="border-line-soft border-b">
          <button
            type="button"
            data-drag={draft.id}
            onClick={() => onPlan(draft)}
            onKeyDown={(event) => {
              if (event.key !== 'm' && event.key !== 'M') return;
              event.preventDefault();
              onPlan(draft);
            }}
            className="flex w-full cursor-grab items-start gap-1.5 px-2 py-2.5 text-left hover:bg-hover"
          >
            <GripVertical size={14} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            <span className="min-w-0 grow">
              <span
                dir="auto"
                className="line-clamp-2 break-words font-medium text-[13px] leading-[18px]"
              >
                {draft.content}
              </span>
              <span className="block truncate text-muted text-xs">
                {folders.find(({ id }) => id === draft.folder)?.name}
              </span>
            </span>
            <MediaThumb media={draft.media} className="size-9" />
          </button>
        </li>
      ))}
    </ul>
  );
}

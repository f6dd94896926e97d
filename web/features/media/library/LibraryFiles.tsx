import { Image, Trash2 } from 'lucide-react';
import { type RefObject, useCallback } from 'react';
import type { MediaFile } from '#contract/media/media.ts';
import { MediaGrid } from '#web/features/media/files/MediaGrid.tsx';
import type { useMedia } from '#web/features/media/files/media-queries.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import type { LibraryFilters } from './library-filters.ts';
import type { Chosen } from './use-chosen.ts';

type Props = {
  list: ReturnType<typeof useMedia>;
  files: readonly MediaFile[];
  filters: LibraryFilters;
  opened: number | null;
  onOpen: (id: number) => void;
  /** Undefined where nothing can be chosen. */
  selection: Chosen | undefined;
  onTrash: ((file: MediaFile) => void) | undefined;
  /** Around the files. */
  frame: RefObject<HTMLDivElement | null>;
};

/** The files that the filters leave. */
export function LibraryFiles({ list, files, filters, selection, frame, ...props }: Props) {
  const { fetchNextPage, isFetchingNextPage } = list;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return (
    <>
      {list.isError && !list.data && (
        <RetryAlert message={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <GridSkeleton />}
      {list.data && files.length === 0 && <NoFiles filters={filters} />}
      <div ref={frame} aria-busy={list.isPlaceholderData} className="aria-busy:opacity-60">
        {files.length > 0 && (
          <MediaGrid
            files={files}
            look={filters.look}
            opened={props.opened}
            onOpen={({ id }) => props.onOpen(id)}
            {...(selection && { chosen: selection })}
            onTrash={props.onTrash}
            hasMore={list.hasNextPage}
            onMore={more}
          />
        )}
      </div>
    </>
  );
}

function NoFiles({ filters: { isTrash, isFiltered } }: Pick<Props, 'filters'>) {
  const title = isFiltered ? 'No matching files.' : 'No files yet.';
  return (
    <EmptyState
      icon={isTrash ? Trash2 : Image}
      title={isTrash ? 'The trash is empty.' : title}
      {...(!isFiltered && { hint: 'Drop files here, or upload them' })}
    />
  );
}

const GridSkeleton = () => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-4">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} className="h-48" />
    ))}
  </div>
);

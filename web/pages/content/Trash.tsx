import { ArrowLeft, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { TrashedPost } from '#contract/content/trash.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { TrashRow } from '#web/features/content/trash/TrashRow.tsx';
import { useEmptyTrash, useRestore, useTrash } from '#web/features/content/trash/trash-queries.ts';
import { MoveDialog } from '#web/features/workbench/bulk/MoveDialog.tsx';
import { ListSkeleton } from '#web/features/workbench/list/ContentList.tsx';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

/** Deleted content, until it is erased. */
export default function TrashPage() {
  const list = useTrash();
  const posts = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const count = list.data?.pages[0]?.count;
  const [asking, setAsking] = useState(false);
  const [homeless, setHomeless] = useState<TrashedPost | null>(null);
  const restore = useRestore();
  const empty = useEmptyTrash();
  const manages = useCan('manage');
  return (
    <>
      <title>Trash</title>
      <div
        data-sticks
        className="sticky top-12 z-20 flex h-12 shrink-0 items-center gap-3 border-line border-b bg-surface px-4"
      >
        <Button asChild variant="ghost" size="icon">
          <Link to={paths.content} aria-label="Back to Content">
            <ArrowLeft size={16} aria-hidden />
          </Link>
        </Button>
        <h1 className="font-semibold text-[15px]">Trash</h1>
        <span className="text-muted tabular-nums">{count}</span>
        {manages && (count ?? 0) > 0 && (
          <Button
            variant="ghost"
            size="bar"
            onClick={() => setAsking(true)}
            className="ml-auto text-danger"
          >
            Empty trash…
          </Button>
        )}
      </div>
      {list.isError && !list.data && (
        <div className="p-4">
          <RetryAlert
            message={list.error.message || 'Failed to fetch the trash'}
            onRetry={() => void list.refetch()}
          />
        </div>
      )}
      {list.isPending && <ListSkeleton />}
      {list.data && posts.length === 0 && (
        <div className="px-4 pt-24">
          <EmptyState
            icon={Trash2}
            title="The trash is empty."
            hint={`What you delete stays here for ${plural(list.data.pages[0]?.days ?? 0, 'day')}, and can be restored.`}
          />
        </div>
      )}
      {posts.length > 0 && (
        <ul aria-label="Deleted content">
          {posts.map((post) => (
            <TrashRow
              key={post.id}
              post={post}
              onRestore={() =>
                post.folder === null ? setHomeless(post) : restore.mutate({ item_ids: [post.id] })
              }
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="p-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {homeless && (
        <MoveDialog
          title="Restore to…"
          onMove={(folder) => restore.mutate({ item_ids: [homeless.id], folder })}
          onClose={() => setHomeless(null)}
        />
      )}
      {asking && (
        <ConfirmDialog
          open
          title="Empty trash"
          question={`${plural(count ?? 0, 'post')} will be erased for good. This action cannot be undone.`}
          confirm="Empty trash"
          onConfirm={() => {
            empty.mutate();
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

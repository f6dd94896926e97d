import { PenOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigationType, useParams } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { isItemId, paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { ItemNotFound } from '#web/features/content/items/ItemNotFound.tsx';
import { useWholeItem } from '#web/features/content/threads/thread-queries.ts';
import { LoadedEditor } from '#web/features/editor/page/LoadedEditor.tsx';
import { NEW, useUnsavedPlace } from '#web/features/editor/store/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

/**
 * Creates an item, or edits the item in the URL with its thread (docs/domain/pages.md, 'Editor').
 */
export default function EditContentPage() {
  const { id: named } = useParams();
  const [round, setRound] = useState(0);
  // The item that the new text of this page has become: it goes on in the same editor.
  const own = useRef<number>(undefined);
  const id = named !== undefined && Number(named) === own.current ? undefined : named;
  const { key: arrival, state } = useLocation();
  const begun = useRef(arrival);
  const way = useNavigationType();
  const pushed = way === 'PUSH';
  // Who asks for a new text, where the last one was saved automatically, gets another one.
  useEffect(() => {
    if (begun.current === arrival) return;
    begun.current = arrival;
    if (named !== undefined || !pushed || own.current === undefined) return;
    own.current = undefined;
    setRound((before) => before + 1);
  }, [arrival, named, pushed]);
  const known = id === undefined || isItemId(id);
  const folders = useFolders();
  // By its root, once it is known: the part in the URL may be deleted.
  const [root, setRoot] = useState<{ of: string | undefined; id: number }>();
  const query = useWholeItem(
    root?.of === id && root ? root.id : Number(id),
    id !== undefined && known,
  );
  const found = query.data?.[0]?.id;
  useEffect(() => {
    if (found !== undefined)
      setRoot((before) => (before?.of === id ? before : { of: id, id: found }));
  }, [id, found]);
  const subject = useSubject(id, query.data);
  const place = useUnsavedPlace(subject, round);
  // Refetched data never replaces the text once editing has begun.
  const opened = useRef<string>(undefined);
  const writes = useCan('write');
  const writing = opened.current === (id ?? 'new');
  // A new text that was saved by itself, after a reload or by Back.
  const saved = (state as { item?: number } | null)?.item;
  if (named === undefined && saved !== undefined && own.current !== saved && way === 'POP')
    return <Navigate to={paths.editContent(saved)} replace />;
  if (!known || (query.isError && !writing))
    return (
      <div className="p-4">
        <ItemNotFound error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  // A person whose role was changed keeps what they wrote; saving reports the reason.
  if (!writes && !writing)
    return (
      <div className="px-4 pt-24">
        <EmptyState
          icon={PenOff}
          title="You have view-only access"
          hint="Ask an admin of the workspace for another role."
        >
          <Button asChild>
            <Link to={id === undefined ? paths.content : paths.previewContent(id)}>
              {id === undefined ? 'Back to Content' : 'Open the preview'}
            </Link>
          </Button>
        </EmptyState>
      </div>
    );
  if (folders.isError && !folders.data && !writing) {
    return (
      <div className="p-4">
        <RetryAlert
          message={folders.error.message || 'Failed to fetch folders'}
          onRetry={() => void folders.refetch()}
        />
      </div>
    );
  }
  // Cached data may be outdated: editing begins with a fresh response.
  const loading = id !== undefined && !query.isFetchedAfterMount && !writing;
  if (loading || !folders.data || !place) {
    return (
      <p role="status" className="appear-late p-4">
        Loading...
      </p>
    );
  }
  opened.current = id ?? 'new';
  return (
    <LoadedEditor
      key={id ?? `new ${round}`}
      onAnother={() => {
        own.current = undefined;
        setRound((before) => before + 1);
      }}
      onExists={(item) => {
        own.current = item;
      }}
      saved={query.data ?? []}
      focusOn={id === undefined ? undefined : Number(id)}
      folders={folders.data}
      place={place}
    />
  );
}

/**
 * Identifies the text by its root at the time of opening: another root does not make it another
 * text.
 */
function useSubject(id: string | undefined, thread: Item[] | undefined): string | null {
  const first = useRef<{ id: string | undefined; subject: string }>(undefined);
  if (first.current?.id !== id) first.current = undefined;
  const root = id === undefined ? NEW : thread?.[0]?.id;
  if (!first.current && root !== undefined) first.current = { id, subject: String(root) };
  return first.current?.subject ?? null;
}

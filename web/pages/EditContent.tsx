import { useIsMutating } from '@tanstack/react-query';
import { PenOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Folder } from '#contract/folders.ts';
import { DETAIL_FIELDS, detailsOf, emptyDetails, type Item } from '#contract/items.ts';
import { ALL_NETWORKS } from '#contract/network-names.ts';
import { isItemId, paths } from '#contract/paths.ts';
import { isMissing } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useCan } from '#web/api/workspace.ts';
import { Comments } from '#web/features/comments/Comments.tsx';
import { Editor } from '#web/features/editor/Editor.tsx';
import type { EditorFields, EditorKind, EditorValues } from '#web/features/editor/editor-fields.ts';
import { newPart } from '#web/features/editor/parts.ts';
import type { Saved } from '#web/features/editor/use-editor.ts';
import { type UnsavedPlace, useUnsavedPlace } from '#web/features/editor/use-unsaved.ts';
import { FolderDialog, type FolderFields } from '#web/features/folders/FolderDialog.tsx';
import { FolderOptions } from '#web/features/folders/FolderOptions.tsx';
import { useCreateFolder, useFolders } from '#web/features/folders/folder-queries.ts';
import { HistoryButton } from '#web/features/history/HistoryButton.tsx';
import { ItemNotFound } from '#web/features/items/ItemNotFound.tsx';
import { useCreateItem, useUpdateItem } from '#web/features/items/item-queries.ts';
import { usePresence } from '#web/features/presence/use-presence.ts';
import { EditorPublications } from '#web/features/publishing/EditorPublications.tsx';
import { PublishButton } from '#web/features/publishing/PublishButton.tsx';
import { useCreateThread, useSaveThread, useThread } from '#web/features/threads/thread-queries.ts';
import { ReviewPanel } from '#web/features/workflow/ReviewPanel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';

/** Creates an item, or edits the item in the URL with its thread (docs/domain.md, 'Editor'). */
export default function EditContentPage() {
  const { id } = useParams();
  const known = id === undefined || isItemId(id);
  const folders = useFolders();
  // By its root, once it is known: the part in the URL may be deleted.
  const [root, setRoot] = useState<{ of: string | undefined; id: number }>();
  const query = useThread(
    root?.of === id && root ? root.id : Number(id),
    id !== undefined && known,
  );
  const found = query.data?.[0]?.id;
  useEffect(() => {
    if (found !== undefined)
      setRoot((before) => (before?.of === id ? before : { of: id, id: found }));
  }, [id, found]);
  const subject = useSubject(id, query.data);
  const place = useUnsavedPlace(subject);
  // Refetched data never replaces the text once editing has begun.
  const opened = useRef<string>(undefined);
  const writes = useCan('write');
  const others = usePresence(writes ? query.data?.[0]?.id : undefined);
  const writing = opened.current === (id ?? 'new');
  if (!known || (query.isError && !writing))
    return <ItemNotFound error={query.error} onRetry={() => void query.refetch()} />;
  // A person whose role was changed keeps what they wrote; saving reports the reason.
  if (!writes && !writing)
    return (
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
    );
  if (folders.isError && !folders.data && !writing) {
    return (
      <RetryAlert
        message={folders.error.message || 'Failed to fetch folders'}
        onRetry={() => void folders.refetch()}
      />
    );
  }
  // Cached data may be outdated: editing begins with a fresh response.
  const loading = id !== undefined && !query.isFetchedAfterMount && !writing;
  if (loading || !folders.data || !place) {
    return (
      <p role="status" className="appear-late">
        Loading...
      </p>
    );
  }
  opened.current = id ?? 'new';
  return (
    <LoadedEditor
      key={id ?? 'new'}
      saved={query.data ?? []}
      gone={query.isError && isMissing(query.error)}
      others={others}
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
  const root = id === undefined ? 'new' : thread?.[0]?.id;
  if (!first.current && root !== undefined) first.current = { id, subject: String(root) };
  return first.current?.subject ?? null;
}

type LoadedProps = {
  /** The item, or all parts of its thread; empty for a new item. */
  saved: Item[];
  focusOn: number | undefined;
  folders: Folder[];
  place: UnsavedPlace;
  gone: boolean;
  others: string[];
};

function LoadedEditor({ saved: current, focusOn, folders, place, gone, others }: LoadedProps) {
  const [saved] = useState(current);
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const save = useSave();
  const [newFolder, setNewFolder] = useState<{
    initial: FolderFields;
    use: (folder: number) => void;
  } | null>(null);
  const createFolder = useCreateFolder(({ name, description, parent }) =>
    setNewFolder(
      (before) =>
        before && {
          ...before,
          initial: { name, description: description ?? '', parent: parent ?? null },
        },
    ),
  );
  const usable = folders.filter(({ id }) => id > 0);
  // Changes of others do not replace the text; metadata follows.
  const [item] = saved;
  const now = current[0] ?? item;
  const stepping = useIsMutating({ mutationKey: keys.steps }) > 0;

  return (
    <>
      <title>{item ? 'Edit Content' : 'Create Content'}</title>
      <Editor
        initial={item ? fieldsOf(saved) : newFields(usable, query)}
        saved={item}
        unsaved={place}
        fieldsOf={fieldsOf}
        focusOn={item?.is_thread_part && focusOn !== item.id ? focusOn : undefined}
        folderOptions={<FolderOptions folders={usable} />}
        onNewFolder={(use) =>
          setNewFolder({ initial: { name: '', description: '', parent: null }, use })
        }
        onSave={save}
        locked={stepping}
        current={current}
        onCustomised={() =>
          setQuery(
            (before) => {
              before.delete('customise');
              return before;
            },
            { replace: true },
          )
        }
        customise={ALL_NETWORKS.find((network) => network === query.get('customise'))}
        gone={gone}
        others={others}
        onSaved={(folder) => navigate(paths.folder(folder))}
        aside={
          now &&
          ((unsaved) => (
            <>
              <section
                aria-label="Publishing"
                className="flex flex-col items-start gap-3 rounded-base border border-line bg-surface p-4"
              >
                <h2 className="font-semibold">Publishing</h2>
                <PublishButton
                  disabled={unsaved}
                  {...(unsaved && { title: 'Save what you wrote first.' })}
                  subject={{
                    items: [now.id],
                    excerpt: now.content,
                    parts: now.thread_size,
                    version: now.version,
                  }}
                />
                <EditorPublications item={now} />
              </section>
              <section
                aria-label="Review"
                className="flex flex-col gap-3 rounded-base border border-line bg-surface p-4"
              >
                <h2 className="font-semibold">Review</h2>
                <ReviewPanel
                  item={now}
                  blocked={unsaved ? 'Save what you wrote first.' : undefined}
                />
                <div className="border-line border-t pt-3">
                  <HistoryButton
                    parts={current}
                    blocked={unsaved ? 'Save what you wrote first.' : undefined}
                    closes
                  />
                </div>
                <div className="flex flex-col gap-3 border-line border-t pt-3">
                  <h3 className="font-medium">Comments</h3>
                  <Comments key={now.id} item={now.id} />
                </div>
              </section>
            </>
          ))
        }
      />
      {newFolder && (
        <FolderDialog
          initial={newFolder.initial}
          folders={usable}
          onClose={() => setNewFolder(null)}
          onSave={({ name, description, parent }) =>
            createFolder.mutate(
              { name, parent, ...(description && { description }) },
              { onSuccess: (folder) => newFolder.use(folder.id) },
            )
          }
        />
      )}
    </>
  );
}

/** Saves a new or existing item or thread, a thread as a whole. */
function useSave() {
  const createItem = useCreateItem();
  const updateItem = useUpdateItem();
  const createThread = useCreateThread();
  const saveThread = useSaveThread();
  return (
    { kind, folder, status, description, parts, ...given }: EditorValues,
    saved: Saved | undefined,
  ) => {
    const shared = { folder, status };
    const details = detailsOf(given);
    const known = saved && { id: saved.id, version: saved.version };
    if (kind === 'single') {
      const { content = '', network_texts = {} } = parts[0] ?? {};
      const text = { content, network_texts };
      if (known) return updateItem.mutateAsync({ ...known, ...shared, ...details, ...text });
      return createItem.mutateAsync({ ...shared, ...details, ...text });
    }
    const items = parts.map(({ key: _, ...part }) => part);
    const thread = { ...shared, description: description.trim() || null, items };
    if (!saved || !known) return createThread.mutateAsync({ ...thread, ...details });
    // Unchanged details stay as each part has them.
    const changed = DETAIL_FIELDS.filter(
      (name) => JSON.stringify(details[name]) !== JSON.stringify(saved[name]),
    );
    return saveThread.mutateAsync({
      ...known,
      ...thread,
      ...Object.fromEntries(changed.map((name) => [name, details[name]])),
    });
  };
}

function fieldsOf(saved: Item[]): EditorFields {
  const [root] = saved as [Item, ...Item[]];
  const { folder, status, description, is_thread_part } = root;
  return {
    kind: is_thread_part ? 'thread' : 'single',
    folder,
    status,
    description: description ?? '',
    ...detailsOf(root),
    parts: saved.map(({ id, content, network_texts }) => ({
      key: String(id),
      id,
      content,
      network_texts,
    })),
  };
}

function newFields(folders: Folder[], query: URLSearchParams): EditorFields {
  const named = query.get('folder') ?? '';
  const wanted = /^\d+$/.test(named) ? folders.find(({ id }) => id === Number(named)) : undefined;
  const kind: EditorKind = query.get('mode') === 'thread' ? 'thread' : 'single';
  const folder = (wanted ?? folders[0])?.id ?? null;
  return { kind, folder, status: 'draft', description: '', ...emptyDetails, parts: [newPart()] };
}

import { useIsMutating } from '@tanstack/react-query';
import { PenOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  Link,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
import type { Folder } from '#contract/content/folders.ts';
import { detailsOf, emptyDetails, type Item } from '#contract/content/items.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import { isItemId, paths } from '#contract/paths.ts';
import { isLocalTime } from '#contract/wall-time.ts';
import { isMissing } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useCan } from '#web/api/workspace.ts';
import { useItemActions } from '#web/features/actions/use-item-actions.tsx';
import { Editor } from '#web/features/editor/Editor.tsx';
import type { EditorPreviewProps } from '#web/features/editor/EditorPreview.tsx';
import type { EditorFields, EditorKind } from '#web/features/editor/editor-fields.ts';
import type { MediaSlot } from '#web/features/editor/PartField.tsx';
import { newPart } from '#web/features/editor/parts.ts';
import { autosave, useSave } from '#web/features/editor/save-content.ts';
import { NEW, type UnsavedPlace, useUnsavedPlace } from '#web/features/editor/use-unsaved.ts';
import { folderOptions } from '#web/features/folders/folder-options.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { askForFolder } from '#web/features/folders/NewFolder.tsx';
import { flatten } from '#web/features/folders/tree.ts';
import { HistoryButton } from '#web/features/history/HistoryButton.tsx';
import { ItemNotFound } from '#web/features/items/ItemNotFound.tsx';
import { StatusIcon } from '#web/features/items/StatusBadge.tsx';
import { AddMedia, type AttachmentsProps } from '#web/features/media/AddMedia.tsx';
import { usePresence } from '#web/features/presence/use-presence.ts';
import { EditorPublications } from '#web/features/publishing/EditorPublications.tsx';
import { PublishButton } from '#web/features/publishing/PublishButton.tsx';
import { subjectOf } from '#web/features/publishing/subject.ts';
import { useWholeItem } from '#web/features/threads/thread-queries.ts';
import { ReviewPanel } from '#web/features/workflow/ReviewPanel.tsx';
import { laterComponent } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';

const Comments = laterComponent(() =>
  import('#web/features/comments/Comments.tsx').then((module) => module.Comments),
);

/** With drag and drop, and what networks take. */
const AttachmentsField = laterComponent<AttachmentsProps>(() =>
  import('#web/features/media/AttachmentsField.tsx').then((module) => module.AttachmentsField),
);
const EditorPreview = laterComponent<EditorPreviewProps>(() =>
  import('#web/features/editor/EditorPreview.tsx').then((module) => module.EditorPreview),
);

const SAVE_FIRST = 'Save what you wrote first.';

/** Creates an item, or edits the item in the URL with its thread (docs/domain.md, 'Editor'). */
export default function EditContentPage() {
  const { id } = useParams();
  const [round, setRound] = useState(0);
  const exists = useRef(false);
  const arrival = useLocation().key;
  const begun = useRef(arrival);
  const pushed = useNavigationType() === 'PUSH';
  // Who asks for a new text, where the last one was saved automatically, gets another one.
  useEffect(() => {
    if (begun.current === arrival) return;
    begun.current = arrival;
    if (id !== undefined || !pushed || !exists.current) return;
    exists.current = false;
    setRound((before) => before + 1);
  }, [arrival, id, pushed]);
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
  const others = usePresence(writes ? query.data?.[0]?.id : undefined);
  const writing = opened.current === (id ?? 'new');
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
        exists.current = false;
        setRound(round + 1);
      }}
      onExists={() => {
        exists.current = true;
      }}
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
  const root = id === undefined ? NEW : thread?.[0]?.id;
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
  /** Begins another new text. */
  onAnother: () => void;
  /** A new text was saved automatically. */
  onExists: () => void;
};

function LoadedEditor({
  saved: current,
  focusOn,
  folders,
  place,
  gone,
  others,
  onAnother,
  onExists,
}: LoadedProps) {
  const [saved] = useState(current);
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  // A reload, or going back, asks for nothing new.
  const { key } = useLocation();
  const pushed = useNavigationType() === 'PUSH';
  const arrived = pushed || isFirstPage(key);
  const saveNow = useSave();
  // A new post of a day of the calendar gets its time once it is there.
  const meant = useRef(saved.length === 0 ? query.get('at') : null);
  async function keepTime(made: Item | undefined) {
    const at = meant.current;
    if (!made || at === null || !isLocalTime(at)) return;
    meant.current = null;
    const { planDraft } = await import('#web/features/calendar/calendar-queries.ts');
    await planDraft(made.id, { local: at });
  }
  async function save(...what: Parameters<typeof saveNow>) {
    const made = await saveNow(...what);
    await keepTime([made].flat()[0] as Item | undefined);
    return made;
  }
  async function saveQuietly(...what: Parameters<typeof autosave>) {
    const items = await autosave(...what);
    const [root] = items;
    await keepTime(root);
    // A reload leads to the draft. The router is not told: it would begin with another editor.
    if (root && !what[1]) {
      history.replaceState(history.state, '', paths.editContent(root.id));
      onExists();
    }
    return items;
  }
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
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
        asked={item ? {} : askedFields(usable, query, arrived, place.found?.value.fields.folder)}
        unsaved={place}
        fieldsOf={fieldsOf}
        focusOn={item?.is_thread_part && focusOn !== item.id ? focusOn : undefined}
        folderOptions={folderOptions(usable)}
        onNewFolder={(use) => askForFolder(null, (folder) => here.current && use(folder))}
        statusMark={(status) => <StatusIcon status={status} />}
        onSave={save}
        onAutosave={isPlanned(now) ? undefined : saveQuietly}
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
        onSaved={(folder, another) => {
          if (!another) return void navigate(paths.folder(folder));
          void navigate(paths.createContent(folder), { replace: true });
          onAnother();
        }}
        media={mediaSlot}
        preview={({ parts, language }) => (
          <EditorPreview
            author={item ? item.author : undefined}
            parts={parts.map((part, thread_order) => ({
              ...part,
              id: part.id ?? part.key,
              language,
              thread_order,
            }))}
          />
        )}
        actions={
          now &&
          ((unsaved) => (
            <>
              <PublishSaved item={now} unsaved={unsaved} />
              <ItemActions item={now} blocked={unsaved} />
            </>
          ))
        }
        aside={
          now &&
          ((unsaved) => (
            <>
              <section
                aria-label="Publishing"
                className="flex flex-col items-start gap-3 border-line border-t p-4"
              >
                <h2 className="font-semibold text-[13px]">Publishing</h2>
                <EditorPublications item={now} />
              </section>
              <section aria-label="Review" className="flex flex-col gap-3 border-line border-t p-4">
                <h2 className="font-semibold text-[13px]">Review</h2>
                <ReviewPanel item={now} blocked={unsaved ? SAVE_FIRST : undefined} />
                <div className="border-line border-t pt-3">
                  <HistoryButton
                    parts={current}
                    blocked={unsaved ? SAVE_FIRST : undefined}
                    closes
                  />
                </div>
                <div className="flex flex-col gap-3 border-line border-t pt-3">
                  <h3 className="font-medium text-[13px]">Comments</h3>
                  <Comments key={now.id} item={now.id} />
                </div>
              </section>
            </>
          ))
        }
      />
    </>
  );
}

/** Whether the page was opened by its address: not reloaded, and not gone back to. */
function isFirstPage(key: string) {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === 'default' && load?.type === 'navigate';
}

/** Publishes what is saved, once nothing is unsaved. */
const PublishSaved = ({ item, unsaved }: { item: Item; unsaved: boolean }) => (
  <PublishButton
    size="bar"
    disabled={unsaved}
    {...(unsaved && { title: SAVE_FIRST })}
    subject={subjectOf(item)}
  />
);

/** The actions of the command palette on what is edited. */
const ItemActions = ({ item, blocked }: { item: Item; blocked: boolean }) =>
  useItemActions(item, { editing: true, blocked });

/** Whether it will be published by itself: only a save by hand changes what appears. */
const isPlanned = (item: Item | undefined) =>
  ['proposed', 'scheduled', 'publishing'].includes(item?.publications?.state ?? '');

/** Stable, so that a key press renders one part alone. */
const mediaSlot: MediaSlot = {
  field: (given) => <AttachmentsField {...given} />,
  add: (given) => <AddMedia {...given} />,
};

function fieldsOf(saved: Item[]): EditorFields {
  const [root] = saved as [Item, ...Item[]];
  const { folder, status, description, is_thread_part } = root;
  return {
    kind: is_thread_part ? 'thread' : 'single',
    folder,
    status,
    description: description ?? '',
    ...detailsOf(root),
    parts: saved.map(({ id, content, network_texts, media }) => ({
      key: String(id),
      id,
      content,
      network_texts,
      media,
    })),
  };
}

/** The folder that the address names, if it exists. */
function namedFolder(folders: Folder[], query: URLSearchParams) {
  const named = query.get('folder') ?? '';
  return /^\d+$/.test(named) ? folders.find(({ id }) => id === Number(named)) : undefined;
}

/**
 * The folder and the type that a link asks for, over those of an unsaved text; and a folder, where
 * that of the text does not exist.
 */
function askedFields(
  folders: Folder[],
  query: URLSearchParams,
  arrived: boolean,
  kept: number | null | undefined,
): Partial<EditorFields> {
  const named = arrived ? namedFolder(folders, query) : undefined;
  const lost = kept === undefined || !folders.some(({ id }) => id === kept);
  const folder = named?.id ?? (lost ? newFields(folders, query).folder : undefined);
  return {
    ...(folder != null && { folder }),
    ...(arrived && query.get('mode') === 'thread' && { kind: 'thread' as const }),
  };
}

function newFields(folders: Folder[], query: URLSearchParams): EditorFields {
  const wanted = namedFolder(folders, query);
  const kind: EditorKind = query.get('mode') === 'thread' ? 'thread' : 'single';
  // The first as they are shown.
  const folder = (wanted ?? flatten(folders)[0]?.folder)?.id ?? null;
  return { kind, folder, status: 'draft', description: '', ...emptyDetails, parts: [newPart()] };
}

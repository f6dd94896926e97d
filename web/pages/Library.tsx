import { Image, Trash2, Upload } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { MediaKind } from '#contract/attachments.ts';
import { formatBytes, type MediaFile, type MediaQuery } from '#contract/media/media.ts';
import { useCan } from '#web/api/workspace.ts';
import { folderOptions } from '#web/features/folders/folder-options.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { StatusBadge } from '#web/features/items/StatusBadge.tsx';
import { DropZone } from '#web/features/media/DropZone.tsx';
import { FilePanel } from '#web/features/media/FilePanel.tsx';
import { type Look, MediaGrid } from '#web/features/media/MediaGrid.tsx';
import {
  useChangeMedia,
  useMedia,
  useMediaFile,
  useMediaUsage,
  useUpdateMedia,
} from '#web/features/media/media-queries.ts';
import { PickFiles } from '#web/features/media/PickFiles.tsx';
import { UploadTray } from '#web/features/media/UploadTray.tsx';
import { upload } from '#web/features/media/uploads.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useMedia as useMediaQuery } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Sheet } from '#web/ui/Sheet.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';

const SEARCH_MS = 200;
const LOOK = 'media-look';
const BESIDE = '(min-width: 1024px)';
const ANY = 'any';

const KINDS: { value: MediaKind | typeof ANY; label: string }[] = [
  { value: ANY, label: 'All kinds' },
  { value: 'picture', label: 'Pictures' },
  { value: 'gif', label: 'GIFs' },
  { value: 'video', label: 'Videos' },
  { value: 'document', label: 'Documents' },
];
const USES = [
  { value: ANY, label: 'Used and unused' },
  { value: 'true', label: 'Used' },
  { value: 'false', label: 'Unused' },
  { value: 'trash', label: 'In the trash' },
];

/** The pictures, videos and documents of the workspace. */
export default function LibraryPage() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<MediaKind | typeof ANY>(ANY);
  const [use, setUse] = useState(ANY);
  const [folder, setFolder] = useState(ANY);
  const [tag, setTag] = useState(ANY);
  const [look, setLook] = useState<Look>(() =>
    localStorage.getItem(LOOK) === 'list' ? 'list' : 'grid',
  );
  const writes = useCan('write');
  const beside = useMediaQuery(BESIDE);
  const folders = useFolders().data ?? [];
  const { data: usage } = useMediaUsage();
  const wanted = useDebounced(search.trim(), SEARCH_MS);
  const isTrash = use === 'trash';
  const filters: MediaQuery = {
    ...(wanted && { search: wanted }),
    ...(kind !== ANY && { kind }),
    ...(folder !== ANY && { folder }),
    ...(tag !== ANY && { tags: tag }),
    ...(isTrash && { trashed: 'true' as const }),
    ...((use === 'true' || use === 'false') && { used: use }),
  };
  const isFiltered = Object.keys(filters).length > 0;
  const list = useMedia(filters);
  const files = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const selection = useChosen(files);
  const change = useChangeMedia();
  const [trashing, setTrashing] = useState<readonly MediaFile[] | null>(null);
  /** What is used is asked for first. */
  function trash(chosen: readonly MediaFile[]) {
    if (chosen.some(({ uses }) => uses > 0)) return setTrashing(chosen);
    change.mutate({ operation: 'trash', files: chosen.map(({ id }) => id) });
    selection.clear();
  }

  const named = Number(params.get('file')) || null;
  const { data: fetched } = useMediaFile(named);
  const opened = named === null ? null : (files.find(({ id }) => id === named) ?? fetched ?? null);
  const open = (id: number | null) =>
    setParams(id === null ? {} : { file: String(id) }, { replace: true });
  const grid = useRef<HTMLDivElement>(null);
  function close() {
    open(null);
    const index = files.findIndex(({ id }) => id === named);
    grid.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open]`)?.focus();
  }

  const target = folder === ANY ? undefined : Number(folder);
  const send = (chosen: File[]) => upload(chosen, { folder: target });
  const place = folders.find(({ id }) => id === target)?.name ?? 'the library';
  const { fetchNextPage, isFetchingNextPage } = list;
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);

  const panel = opened && (
    <Panel key={opened.id} file={opened} folders={folders} onClose={close} isSheet={!beside} />
  );
  return (
    <DropZone
      onFiles={send}
      label={`Drop to upload to ${place}`}
      disabled={!writes}
      className="flex grow"
    >
      <title>Media</title>
      <div className="flex min-w-0 grow flex-col gap-4 px-4 py-6 lg:px-8">
        <div className="flex flex-wrap items-center gap-3">
          <div className="grow">
            <h1 className="font-semibold text-xl max-md:sr-only">Media</h1>
            <p className="text-muted tabular-nums">
              {usage &&
                `${plural(usage.files, 'file')}, ${formatBytes(usage.bytes)} of ${formatBytes(usage.max_bytes)}`}
            </p>
          </div>
          {writes && (
            <PickFiles onFiles={send}>
              <Button variant="primary">
                <Upload size={16} aria-hidden /> Upload
              </Button>
            </PickFiles>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <SearchInput
            aria-label="Search the library"
            placeholder="Search names, alt texts, tags…"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            className="min-w-40 grow basis-0"
          />
          <Segments
            label="Look"
            value={look}
            options={[
              { value: 'grid', label: 'Grid' },
              { value: 'list', label: 'List' },
            ]}
            onChange={(next) => {
              localStorage.setItem(LOOK, next);
              setLook(next);
            }}
          />
          <div className="flex gap-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 [&>*]:shrink-0">
            {folders.length > 0 && (
              <Select
                aria-label="Folder"
                value={folder}
                onChange={setFolder}
                options={[{ value: ANY, label: 'All folders' }, ...folderOptions(folders)]}
                className="w-40"
              />
            )}
            {(usage?.tags.length ?? 0) > 0 && (
              <Select
                aria-label="Tag"
                value={tag}
                onChange={setTag}
                options={[
                  { value: ANY, label: 'All tags' },
                  ...(usage?.tags ?? []).map((tag) => ({ value: tag, label: tag })),
                ]}
                className="w-36"
              />
            )}
            <Select
              aria-label="Kind"
              value={kind}
              onChange={setKind}
              options={KINDS}
              className="w-36"
            />
            <Select
              aria-label="Use"
              value={use}
              onChange={setUse}
              options={USES}
              className="w-44"
            />
          </div>
        </div>
        <UploadTray onDescribe={({ id }) => open(id)} />
        {selection.ids.length > 0 && (
          <ChosenBar
            selection={selection}
            isTrash={isTrash}
            folders={folders}
            onTrash={() => trash(files.filter(({ id }) => selection.has(id)))}
          />
        )}
        {list.isError && !list.data && (
          <RetryAlert message={list.error.message} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <GridSkeleton />}
        {list.data && files.length === 0 && (
          <EmptyState
            icon={isTrash ? Trash2 : Image}
            title={
              isTrash
                ? 'Nothing is in the trash.'
                : isFiltered
                  ? 'No file matches.'
                  : 'No pictures yet.'
            }
            {...(!isFiltered && { hint: 'Drop files here, or Upload' })}
          />
        )}
        <div ref={grid} className={classes(list.isPlaceholderData && 'opacity-60')}>
          {files.length > 0 && (
            <MediaGrid
              files={files}
              look={look}
              opened={named}
              onOpen={({ id }) => open(id)}
              {...(writes && { chosen: selection })}
              onTrash={writes && !isTrash ? (file) => trash([file]) : undefined}
              hasMore={list.hasNextPage}
              onMore={more}
            />
          )}
        </div>
      </div>
      {beside && panel && (
        <aside
          aria-label={opened?.name}
          className="sticky top-12 h-[calc(100dvh-3rem)] w-[376px] shrink-0 border-line border-l bg-surface"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) close();
          }}
        >
          {panel}
        </aside>
      )}
      <ConfirmDialog
        open={trashing !== null}
        onClose={() => setTrashing(null)}
        onConfirm={() => {
          const files = (trashing ?? []).map(({ id }) => id);
          setTrashing(null);
          change.mutate({ operation: 'trash', files });
          selection.clear();
        }}
        title="Move to trash?"
        question={`${plural(trashing?.filter(({ uses }) => uses > 0).length ?? 0, 'file')} of these ${(trashing?.length ?? 0) === 1 ? 'is' : 'are'} used. A post that is not published yet can’t be sent without its files.`}
        confirm="Move to trash"
      />
      {!beside && (
        <Sheet open={opened !== null} onClose={close} title="File">
          {panel}
        </Sheet>
      )}
    </DropZone>
  );
}

type Folders = NonNullable<ReturnType<typeof useFolders>['data']>;
const NO_FOLDER = 'none';

/** The folders that a file can be in, and none. */
const placesOf = (folders: Folders) => [
  { value: NO_FOLDER, label: 'No folder' },
  ...folderOptions(folders),
];
const folderAt = (place: string) => (place === NO_FOLDER ? null : Number(place));

function Panel({
  file,
  folders,
  onClose,
  isSheet,
}: {
  file: MediaFile;
  folders: Folders;
  onClose: () => void;
  isSheet: boolean;
}) {
  const update = useUpdateMedia();
  const writes = useCan('write');
  return (
    <FilePanel
      file={file}
      onClose={onClose}
      isSheet={isSheet}
      statusOf={(status) => <StatusBadge status={status} />}
      folderField={
        writes &&
        folders.length > 0 && (
          <Field label="Folder">
            <Select
              value={file.folder === null ? NO_FOLDER : String(file.folder)}
              options={placesOf(folders)}
              onChange={(next) => update.mutate({ id: file.id, folder: folderAt(next) })}
            />
          </Field>
        )
      }
    />
  );
}

type Selection = ReturnType<typeof useChosen>;

/** The chosen files; a range extends from the last one. */
function useChosen(files: readonly MediaFile[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const ids = files.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return {
    ids,
    has: (id: number) => chosen.has(id),
    clear: () => setChosen(new Set()),
    all: () => setChosen(new Set(files.map(({ id }) => id))),
    toggle: (id: number, range: boolean) => {
      const order = files.map((file) => file.id);
      const [from, to] = [order.indexOf(last.current ?? id), order.indexOf(id)];
      const span =
        range && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      setChosen((now) => {
        const next = new Set(now);
        for (const entry of span) {
          if (now.has(id)) next.delete(entry);
          else next.add(entry);
        }
        return next;
      });
    },
  };
}

/** What can be done with several files at once. */
function ChosenBar({
  selection,
  isTrash,
  folders,
  onTrash,
}: {
  selection: Selection;
  isTrash: boolean;
  folders: Folders;
  onTrash: () => void;
}) {
  const { ids, clear, all } = selection;
  const change = useChangeMedia();
  const [tagging, setTagging] = useState(false);
  const [asking, setAsking] = useState(false);
  const run = (body: Parameters<typeof change.mutate>[0]) => {
    change.mutate(body);
    clear();
  };
  return (
    <div
      role="toolbar"
      aria-label="Chosen files"
      className="sticky top-14 z-20 flex flex-wrap items-center gap-2 rounded-base border border-line bg-raised px-3 py-2 shadow-float"
    >
      <span className="font-medium tabular-nums">{ids.length} chosen</span>
      <Button variant="link" size="small" onClick={all}>
        All
      </Button>
      <span className="grow" />
      {isTrash ? (
        <>
          <Button size="bar" onClick={() => run({ operation: 'restore', files: ids })}>
            Restore
          </Button>
          <Button size="bar" className="text-danger" onClick={() => setAsking(true)}>
            Erase…
          </Button>
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            onConfirm={() => run({ operation: 'erase', files: ids })}
            title={`Erase ${plural(ids.length, 'file')}?`}
            question="They can’t be brought back. A post that is not published yet can’t be sent without them."
            confirm="Erase"
          />
        </>
      ) : (
        <>
          {tagging ? (
            <div className="w-48">
              <TagInput
                tags={[]}
                longest={50}
                onChange={(tags) => run({ operation: 'tag', files: ids, add_tags: tags })}
              />
            </div>
          ) : (
            <Button size="bar" onClick={() => setTagging(true)}>
              Tag
            </Button>
          )}
          {folders.length > 0 && (
            <Select
              aria-label="Move to a folder"
              value={undefined}
              placeholder="Move"
              options={placesOf(folders)}
              onChange={(next) =>
                run({
                  operation: 'move',
                  files: ids,
                  folder: folderAt(next),
                })
              }
              className="h-8 w-28"
            />
          )}
          <Button size="bar" className="text-danger" onClick={onTrash}>
            Trash
          </Button>
        </>
      )}
      <Button variant="ghost" size="bar" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

const GridSkeleton = () => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-4">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} className="h-48" />
    ))}
  </div>
);

import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatBytes, type MediaFile } from '#contract/media/media.ts';
import { useCan } from '#web/api/workspace.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { StatusBadge } from '#web/features/content/items/StatusBadge.tsx';
import {
  useChangeMedia,
  useMedia,
  useMediaUsage,
} from '#web/features/media/files/media-queries.ts';
import { ChosenBar } from '#web/features/media/library/ChosenBar.tsx';
import type { FilePanelProps } from '#web/features/media/library/FilePanel.tsx';
import { placesOf } from '#web/features/media/library/folder-places.ts';
import { LibraryFiles } from '#web/features/media/library/LibraryFiles.tsx';
import { LibraryFilterBar } from '#web/features/media/library/LibraryFilterBar.tsx';
import { useLibraryFilters } from '#web/features/media/library/library-filters.ts';
import { TrashQuestion } from '#web/features/media/library/TrashQuestion.tsx';
import { useChosen } from '#web/features/media/library/use-chosen.ts';
import { useOpenedFile } from '#web/features/media/library/use-opened-file.ts';
import { DropZone } from '#web/features/media/uploads/DropZone.tsx';
import { PickFiles } from '#web/features/media/uploads/PickFiles.tsx';
import { UploadTray } from '#web/features/media/uploads/UploadTray.tsx';
import { upload } from '#web/features/media/uploads/uploads.ts';
import { laterComponent } from '#web/lib/later.ts';
import { plural } from '#web/lib/text.ts';
import { useMedia as useMediaQuery } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';

const FilePanel = laterComponent<FilePanelProps>(() =>
  import('#web/features/media/library/FilePanel.tsx').then((module) => module.FilePanel),
);
const AltNotice = laterComponent(
  () => import('#web/features/media/alt-texts/AltNotice.tsx').then((module) => module.AltNotice),
  { isExtra: true },
);
const DescribeFiles = laterComponent(
  () =>
    import('#web/features/media/alt-texts/DescribeFiles.tsx').then(
      (module) => module.DescribeFiles,
    ),
  { isExtra: true },
);
const BESIDE = '(min-width: 1024px)';

/** The pictures, videos and documents of the workspace. */
export default function LibraryPage() {
  const writes = useCan('write');
  const beside = useMediaQuery(BESIDE);
  const folders = useFolders().data ?? [];
  const options = folderOptions(folders);
  const { data: usage } = useMediaUsage();
  const filters = useLibraryFilters();
  const { isTrash, onlyFolder } = filters;
  const list = useMedia(filters.query);
  const files = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const selection = useChosen(files);
  const change = useChangeMedia();
  const [trashing, setTrashing] = useState<readonly MediaFile[] | null>(null);
  function moveToTrash(chosen: readonly MediaFile[]) {
    setTrashing(null);
    change.mutate({ operation: 'trash', files: chosen.map(({ id }) => id) });
    selection.clear();
  }
  /** What is used is asked for first. */
  const trash = (chosen: readonly MediaFile[]) =>
    chosen.some(({ uses }) => uses > 0) ? setTrashing(chosen) : moveToTrash(chosen);

  const frame = useRef<HTMLDivElement>(null);
  const { named, opened, open, close } = useOpenedFile(files, frame);
  const send = (chosen: File[]) => upload(chosen, { folder: onlyFolder });
  const panel = opened && (
    <FilePanel
      key={opened.id}
      file={opened}
      places={placesOf(options)}
      onClose={close}
      isSheet={!beside}
      statusOf={(status) => <StatusBadge status={status} />}
    />
  );
  return (
    <DropZone
      onFiles={send}
      label={`Drop to upload to ${folders.find(({ id }) => id === onlyFolder)?.name ?? 'the library'}`}
      disabled={!writes}
      className="flex grow"
    >
      <title>Media</title>
      <div className="flex min-w-0 grow flex-col gap-4 px-4 py-6 lg:px-8">
        <div className="flex flex-wrap items-center gap-3">
          <div className="grow">
            <h1 className="font-semibold text-xl max-md:sr-only">Media</h1>
            <p className="min-h-[21px] text-muted tabular-nums">
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
        <LibraryFilterBar filters={filters} folders={options} tags={usage?.tags ?? []} />
        <UploadTray onDescribe={({ id }) => open(id)} />
        {writes && <AltNotice onOpen={open} />}
        {selection.ids.length > 0 && (
          <ChosenBar
            selection={selection}
            isTrash={isTrash}
            places={placesOf(options)}
            onTrash={() => trash(files.filter(({ id }) => selection.has(id)))}
          >
            <DescribeFiles
              files={files.flatMap(({ id, kind }) =>
                selection.has(id) && /picture|gif/.test(kind) ? [id] : [],
              )}
              onDone={selection.clear}
            />
          </ChosenBar>
        )}
        <LibraryFiles
          list={list}
          files={files}
          filters={filters}
          opened={named}
          onOpen={open}
          selection={writes ? selection : undefined}
          onTrash={writes && !isTrash ? (file) => trash([file]) : undefined}
          frame={frame}
        />
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
      <TrashQuestion
        files={trashing}
        onClose={() => setTrashing(null)}
        onConfirm={() => moveToTrash(trashing ?? [])}
      />
      {!beside && (
        <Sheet open={opened !== null} onClose={close} title="File">
          {panel}
        </Sheet>
      )}
    </DropZone>
  );
}

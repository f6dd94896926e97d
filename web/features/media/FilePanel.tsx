import { Download, Expand, Pencil, RotateCcw, Trash2, Upload, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { formatBytes, type MediaFile } from '#contract/media/media.ts';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { nameOf, plural } from '#web/lib/text.ts';
import { fullTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { AltTextField } from './AltTextField.tsx';
import { FocusPicture } from './FocusPicture.tsx';
import { labelOf } from './MediaGrid.tsx';
import {
  useChangeMedia,
  useConvertMedia,
  useMediaUsage,
  useMediaUses,
  useUpdateMedia,
} from './media-queries.ts';
import { PickFiles } from './PickFiles.tsx';
import { clock, Thumbnail } from './Thumbnail.tsx';
import { upload } from './uploads.ts';

type Props = {
  file: MediaFile;
  onClose: () => void;
  /** The field for its folder. */
  folderField: ReactNode;
  /** The status of a post that has it. */
  statusOf: (status: MediaFileUse['status']) => ReactNode;
  /** Below the name: whether the panel has a head of its own. */
  isSheet?: boolean;
};
type MediaFileUse = NonNullable<ReturnType<typeof useMediaUses>['data']>[number];

/** One file: what it shows, what it is called, where it is used. */
export function FilePanel({ file, onClose, folderField, statusOf, isSheet }: Props) {
  const writes = useCan('write');
  const update = useUpdateMedia();
  const change = useChangeMedia();
  const uses = useMediaUses(file.id).data ?? [];
  const { data: usage } = useMediaUsage();
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const [large, setLarge] = useState(false);
  const planned = uses.filter(({ next_at }) => next_at !== null);
  const isPicture = file.kind === 'picture' || file.kind === 'gif';
  const trash = () => {
    change.mutate({ operation: file.trashed_at ? 'restore' : 'trash', files: [file.id] });
    onClose();
  };
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-14 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
        {renaming ? (
          <Rename
            name={file.name}
            onDone={(name) => {
              setRenaming(false);
              requestAnimationFrame(() => rename.current?.focus());
              if (name && name !== file.name) update.mutate({ id: file.id, name });
            }}
          />
        ) : (
          <h2 dir="auto" title={file.name} className="min-w-0 grow truncate font-semibold">
            {file.name}
          </h2>
        )}
        {writes && !renaming && (
          <Button
            ref={rename}
            variant="ghost"
            size="icon"
            aria-label="Rename"
            onClick={() => setRenaming(true)}
          >
            <Pencil size={16} aria-hidden />
          </Button>
        )}
        {!isSheet && (
          <Button variant="ghost" size="icon" aria-label="Close the file" onClick={onClose}>
            <X size={16} aria-hidden />
          </Button>
        )}
      </div>
      <div className="min-h-0 grow overflow-y-auto pb-4">
        <div className="relative">
          {isPicture ? (
            <FocusPicture
              key={file.links.original}
              file={file}
              onChange={writes ? (focus) => update.mutate({ id: file.id, focus }) : undefined}
            />
          ) : file.kind === 'video' ? (
            <video
              controls
              preload="metadata"
              src={file.links.original}
              {...(file.links.thumbnail && { poster: file.links.thumbnail })}
              className="max-h-[252px] w-full bg-black"
            />
          ) : (
            <Thumbnail kind={file.kind} link={null} focus={file.focus} className="h-40 w-full" />
          )}
          {isPicture && (
            <Button
              size="smallIcon"
              aria-label="Show it large"
              className="absolute top-2 right-2"
              onClick={() => setLarge(true)}
            >
              <Expand size={16} aria-hidden />
            </Button>
          )}
        </div>
        <div className="flex flex-col gap-4 px-4 pt-4">
          {file.kind !== 'document' && (
            <AltTextField
              key={file.id}
              value={file.alt}
              onSave={writes ? (alt) => update.mutateAsync({ id: file.id, alt }) : undefined}
            />
          )}
          {writes ? (
            <Field label="Tags">
              <TagInput
                tags={file.tags}
                longest={MAX_TAG_LENGTH}
                useSuggestions={() => usage?.tags ?? []}
                onChange={(tags) => update.mutate({ id: file.id, tags })}
              />
            </Field>
          ) : (
            file.tags.length > 0 && <p>{file.tags.map((tag) => `#${tag}`).join(' ')}</p>
          )}
          {folderField}
          {file.kind === 'video' && (
            <Conversion file={file} isPossible={writes && usage?.converts === true} />
          )}
          <section aria-label="Uses">
            <h3 className="border-line border-b pb-2 font-medium">
              {uses.length ? `Used in ${plural(uses.length, 'post')}` : 'Not used in a post'}
            </h3>
            <ul>
              {uses.map((use) => (
                <li
                  key={use.item}
                  className="flex min-h-12 items-center gap-3 border-line-soft border-b"
                >
                  <div className="min-w-0 grow">
                    <Link
                      dir="auto"
                      to={paths.previewContent(use.item)}
                      className="block truncate hover:underline"
                    >
                      {use.title}
                    </Link>
                    {(use.next_at ?? use.published_at) && (
                      <p className="text-muted text-xs tabular-nums">
                        {fullTime((use.next_at ?? use.published_at) as string)} ·{' '}
                        {plural(use.channels, 'channel')}
                      </p>
                    )}
                  </div>
                  {statusOf(use.status)}
                </li>
              ))}
            </ul>
          </section>
          <p className="text-muted text-xs">
            {file.width && file.height && (
              <>
                {file.width.toLocaleString('en')} × {file.height.toLocaleString('en')} ·{' '}
              </>
            )}
            {labelOf(file.type)} · {formatBytes(file.size)}
            {file.duration !== null && ` · ${clock(file.duration)}`}
            <br />
            Uploaded {fullTime(file.created_at)} by {nameOf(file.uploaded_by)}
          </p>
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2 border-line border-t px-4 py-3">
        {writes && (
          <PickFiles multiple={false} onFiles={(files) => upload(files, { replaces: file.id })}>
            <Button>
              <Upload size={16} aria-hidden /> Replace
            </Button>
          </PickFiles>
        )}
        <Button asChild>
          <a href={file.links.download} download={file.name}>
            <Download size={16} aria-hidden /> Download
          </a>
        </Button>
        {writes && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={file.trashed_at ? 'Restore' : 'Move to trash'}
            className="ml-auto text-danger"
            onClick={() => (planned.length && !file.trashed_at ? setAsking(true) : trash())}
          >
            {file.trashed_at ? (
              <RotateCcw size={16} aria-hidden />
            ) : (
              <Trash2 size={16} aria-hidden />
            )}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          trash();
        }}
        title="Move to trash?"
        question={`It is scheduled in ${plural(planned.length, 'post')}${
          planned[0]?.next_at ? `, ${fullTime(planned[0].next_at)}` : ''
        }. Without it that post can’t be sent.`}
        confirm="Move to trash"
      />
      <Dialog open={large} onClose={() => setLarge(false)} title={file.name} large>
        <div className="grid min-h-0 grow place-items-center bg-sunken p-2">
          <img
            src={file.links.original}
            alt={file.alt}
            className="max-h-full max-w-full object-contain"
          />
        </div>
      </Dialog>
    </div>
  );
}

/** A video of another kind is converted on request, where the server can. */
function Conversion({ file, isPossible }: { file: MediaFile; isPossible: boolean }) {
  const convert = useConvertMedia();
  const isFine = file.type === 'video/mp4' && file.codec === 'avc';
  if (isFine) return null;
  const isUnderWay = file.conversion === 'under way';
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted text-xs">
        {isUnderWay
          ? 'It is being converted, and stays as it is until that is done.'
          : file.conversion === 'failed'
            ? 'It could not be converted.'
            : 'Most networks take MP4 videos of H.264 alone.'}
      </p>
      {isPossible && !isUnderWay && (
        <Button size="small" busy={convert.isPending} onClick={() => convert.mutate(file.id)}>
          Convert to MP4
        </Button>
      )}
    </div>
  );
}

function Rename({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const [text, setText] = useState(name);
  return (
    <Input
      aria-label="File name"
      autoFocus
      value={text}
      maxLength={255}
      className="min-w-0 grow"
      onChange={({ target }) => setText(target.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text.trim());
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(null);
      }}
    />
  );
}

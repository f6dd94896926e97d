import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowLeft, ArrowRight, CircleAlert, CircleX, ImagePlus, Images, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Attachment, MAX_ALT_LENGTH, MAX_ATTACHMENTS } from '#contract/attachments.ts';
import { checkMedia, type Finding } from '#contract/checks.ts';
import type { MediaFile } from '#contract/media.ts';
import type { Network } from '#contract/network-names.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field, Textarea } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChooseMedia } from './ChooseMedia.tsx';
import { hasFiles, pastedFiles } from './given-files.ts';
import { useMediaLink } from './media-queries.ts';
import { PickFiles } from './PickFiles.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import { dismiss, percentOf, sentenceOf, upload, useUploads } from './uploads.ts';

export type AttachmentsProps = {
  media: readonly Attachment[];
  /** Identifies the part. */
  target: string;
  /** What it is of, in labels: 'the content'. */
  label: string;
  network: Network;
  readOnly: boolean;
  /** Changes the present files, which may be others by then. */
  onChange: (change: (media: Attachment[]) => Attachment[]) => void;
};

/** A file of the library as it is attached. */
const attachmentOf = ({
  id,
  alt,
  hash,
  kind,
  name,
  size,
  type,
  focus,
  width,
  height,
  duration,
  codec,
}: MediaFile): Attachment => ({
  alt,
  file: id,
  hash,
  kind,
  name,
  size,
  type,
  codec,
  focus,
  width,
  height,
  duration,
});

/** The files of a part: described, put in order and taken away. */
export function AttachmentsField({
  media,
  target,
  label,
  network,
  readOnly,
  onChange,
}: AttachmentsProps) {
  const [described, setDescribed] = useState<number | null>(null);
  const uploads = useUploads((state) => state.entries);
  const entries = uploads.filter((one) => one.target === target && one.state !== 'done');
  const link = useMediaLink();
  const findings = checkMedia(network, media);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const move = (file: number, to: number) =>
    onChange((now) => {
      const from = now.findIndex((one) => one.file === file);
      const entry = now[from];
      if (!entry || to < 0 || to >= now.length) return now;
      return now.toSpliced(from, 1).toSpliced(to, 0, entry);
    });
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over)
      move(
        Number(active.id),
        media.findIndex(({ file }) => file === over.id),
      );
  }
  const open = media.find(({ file }) => file === described);
  return (
    <div className="flex flex-col gap-2 pt-2 empty:hidden">
      {(media.length > 0 || entries.length > 0) && (
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
          <SortableContext items={media.map(({ file }) => file)} strategy={rectSortingStrategy}>
            <ul aria-label={`Files of ${label}`} className="flex flex-wrap gap-3">
              {media.map((entry, index) => (
                <Entry
                  key={entry.file}
                  entry={entry}
                  index={index}
                  last={index === media.length - 1}
                  link={link(entry.hash)}
                  readOnly={readOnly}
                  onMove={(by) => move(entry.file, index + by)}
                  onDescribe={() => setDescribed(entry.file)}
                  onRemove={() => onChange((now) => now.filter(({ file }) => file !== entry.file))}
                />
              ))}
              {entries.map((entry) => (
                <li
                  key={entry.key}
                  className="flex w-36 max-sm:w-28 flex-col justify-between gap-1 rounded-base border border-line border-dashed p-2 text-xs"
                >
                  <span className="flex items-start gap-1">
                    <span dir="auto" className="min-w-0 grow truncate font-medium">
                      {entry.name}
                    </span>
                    <button
                      type="button"
                      aria-label={`Cancel the upload of ${entry.name}`}
                      onClick={() => dismiss(entry.key)}
                      className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
                    >
                      <X size={14} aria-hidden />
                    </button>
                  </span>
                  <span
                    role="status"
                    className={entry.state === 'refused' ? 'text-danger' : 'text-muted'}
                  >
                    {entry.state === 'sending' ? `${percentOf(entry)}%` : sentenceOf(entry)}
                  </span>
                </li>
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      )}
      <Findings findings={findings} />
      {open && (
        <AltDialog
          key={open.file}
          entry={open}
          link={link(open.hash)}
          onClose={() => setDescribed(null)}
          onSave={(alt) => {
            setDescribed(null);
            onChange((now) => now.map((one) => (one.file === open.file ? { ...one, alt } : one)));
          }}
        />
      )}
    </div>
  );
}

/** Buttons that add files; files can be dropped on what they are in, and pasted there. */
export function AddMedia({ target, label, onChange }: AttachmentsProps) {
  const root = useRef<HTMLSpanElement>(null);
  const [choosing, setChoosing] = useState(false);
  // An upload ends later: the part may have other files by then.
  const latest = useRef(onChange);
  latest.current = onChange;
  const add = (files: readonly MediaFile[]) =>
    latest.current((now) => {
      const fresh = files.filter(({ id }) => !now.some(({ file }) => file === id));
      const room = Math.max(0, MAX_ATTACHMENTS - now.length);
      if (fresh.length > room)
        toast({
          title: 'Too many files',
          description: `A part has at most ${MAX_ATTACHMENTS} files.`,
          variant: 'destructive',
        });
      return [...now, ...fresh.slice(0, room).map(attachmentOf)];
    });
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const onDone = (file: MediaFile) => {
    if (!isLeft.current) return add([file]);
    toast({
      title: 'Uploaded to the library',
      description: `‘${file.name}’ is not in the text, which was left before.`,
    });
  };
  const take = (files: File[]) => upload(files, { target, onDone });
  useFilesOf(root, take);
  return (
    <span ref={root} className="flex">
      <PickFiles onFiles={take}>
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label={`Add media to ${label}`}
          title="Add media"
        >
          <ImagePlus size={16} aria-hidden />
        </Button>
      </PickFiles>
      <Button
        variant="ghost"
        size="smallIcon"
        aria-label={`Add media of the library to ${label}`}
        title="From the library"
        onClick={() => setChoosing(true)}
      >
        <Images size={16} aria-hidden />
      </Button>
      {choosing && (
        <ChooseMedia
          onClose={() => setChoosing(false)}
          onChoose={(files) => {
            setChoosing(false);
            add(files);
          }}
        />
      )}
    </span>
  );
}

type EntryProps = {
  entry: Attachment;
  index: number;
  last: boolean;
  link: string | undefined;
  readOnly: boolean;
  onMove: (by: number) => void;
  onDescribe: () => void;
  onRemove: () => void;
};

function Entry({ entry, index, last, link, readOnly, onMove, onDescribe, onRemove }: EntryProps) {
  const { file, name, alt, kind, focus, duration } = entry;
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: file,
    disabled: readOnly,
  });
  const button =
    'grid size-7 place-items-center rounded-sm bg-surface/90 text-text hover:bg-surface';
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes('group/file relative w-36 max-sm:w-28', isDragging && 'z-10 shadow-float')}
    >
      {/* By a pointer alone: with keys, its buttons move it. */}
      <div {...listeners} className="touch-none">
        <Thumbnail
          kind={kind}
          link={link}
          focus={focus}
          duration={duration}
          alt={alt}
          className="aspect-[4/3] w-full rounded-base border border-line"
        />
      </div>
      <span className="sr-only">
        File {index + 1}: {name}
      </span>
      {!readOnly && (
        <span className="absolute top-1 right-1 flex gap-1 opacity-0 focus-within:opacity-100 group-hover/file:opacity-100 pointer-coarse:opacity-100">
          {index > 0 && (
            <button
              type="button"
              aria-label={`Move ${name} earlier`}
              className={button}
              onClick={() => onMove(-1)}
            >
              <ArrowLeft size={14} aria-hidden />
            </button>
          )}
          {!last && (
            <button
              type="button"
              aria-label={`Move ${name} later`}
              className={button}
              onClick={() => onMove(1)}
            >
              <ArrowRight size={14} aria-hidden />
            </button>
          )}
          <button type="button" aria-label={`Remove ${name}`} className={button} onClick={onRemove}>
            <X size={14} aria-hidden />
          </button>
        </span>
      )}
      {kind !== 'document' && (
        <button
          type="button"
          disabled={readOnly}
          title={alt || undefined}
          aria-label={alt ? `Alt text of ${name}: ${alt}` : `Write an alt text for ${name}`}
          onClick={onDescribe}
          className="mt-1 flex min-h-6 w-full items-center gap-1 rounded-sm text-left text-muted text-xs hover:text-text"
        >
          {alt ? (
            <span dir="auto" className="truncate">
              {alt}
            </span>
          ) : (
            <>
              <CircleAlert size={14} aria-hidden className="shrink-0 text-warning" />
              Add alt text
            </>
          )}
        </button>
      )}
    </li>
  );
}

function AltDialog({
  entry,
  link,
  onClose,
  onSave,
}: {
  entry: Attachment;
  link: string | undefined;
  onClose: () => void;
  onSave: (alt: string) => void;
}) {
  const [text, setText] = useState(entry.alt);
  const save = () => onSave(text.trim());
  return (
    <Dialog
      open
      onClose={onClose}
      title="Alt text"
      description="Of this post alone. That of the library stays."
    >
      <Thumbnail
        kind={entry.kind}
        link={link}
        focus={entry.focus}
        className="h-48 w-full rounded-base"
      />
      <Field
        label={`What ‘${entry.name}’ shows`}
        hint={`${text.length} / ${MAX_ALT_LENGTH.toLocaleString('en')}`}
      >
        <Textarea
          rows={4}
          dir="auto"
          autoFocus
          maxLength={MAX_ALT_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          }}
        />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={save}>
          Save alt text
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What the network would refuse or change. */
const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.length > 0 && (
    <ul className="flex flex-col gap-1">
      {findings.map(({ level, text }) => {
        const Icon = level === 'error' ? CircleX : CircleAlert;
        return (
          <li key={text} className="flex items-start gap-1.5 text-xs">
            <Icon
              size={14}
              aria-hidden
              className={classes(
                'mt-px shrink-0',
                level === 'error' ? 'text-danger' : 'text-warning',
              )}
            />
            <span>
              <span className="sr-only">{level === 'error' ? 'Error: ' : 'Warning: '}</span>
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );

/** Files that are dropped on what an element is in, or pasted there. */
function useFilesOf(element: { current: HTMLElement | null }, onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const area = element.current?.closest<HTMLElement>('[data-takes-files]');
    if (!area) return;
    const over = (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData);
      if (!files.length) return;
      event.preventDefault();
      latest.current(files);
    };
    area.addEventListener('dragover', over);
    area.addEventListener('drop', drop);
    area.addEventListener('paste', paste);
    return () => {
      area.removeEventListener('dragover', over);
      area.removeEventListener('drop', drop);
      area.removeEventListener('paste', paste);
    };
  }, [element]);
}

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
import { ArrowLeft, ArrowRight, CircleAlert, CircleX, MessageSquareQuote, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Attachment } from '#contract/attachments.ts';
import { checkMedia } from '#contract/publishing/checks.ts';
import type { Finding } from '#contract/publishing/findings.ts';
import { useProposedAlts } from '#web/features/media/alt-texts/alt-queries.ts';
import { useMediaLink } from '#web/features/media/files/media-queries.ts';
import { Thumbnail } from '#web/features/media/files/Thumbnail.tsx';
import { percentOf, sentenceOf, useUploads } from '#web/features/media/uploads/upload-entries.ts';
import { dismiss } from '#web/features/media/uploads/uploads.ts';
import { classes } from '#web/lib/classes.ts';
import { dropQuery } from '#web/lib/drop-query.ts';
import type { AttachmentsProps } from './AddMedia.tsx';
import { AltDialog } from './AltDialog.tsx';

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
  // A link to the alt text of a file opens it, once.
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('describe'));
  const isAsked = media.some(({ file }) => file === asked);
  useEffect(() => {
    if (!isAsked) return;
    setDescribed(asked);
    dropQuery(setQuery, 'describe');
  }, [isAsked, asked, setQuery]);
  const uploads = useUploads((state) => state.entries);
  const entries = uploads.filter((upload) => upload.target === target && upload.state !== 'done');
  const link = useMediaLink(media.length > 0);
  const proposed = useProposedAlts(media.length > 0);
  const findings = checkMedia(network, media);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const move = (file: number, to: number) =>
    onChange((now) => {
      const from = now.findIndex((attachment) => attachment.file === file);
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
                  isProposed={entry.alt === '' && proposed.some(({ file }) => file === entry.file)}
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
            onChange((now) =>
              now.map((attachment) =>
                attachment.file === open.file ? { ...attachment, alt } : attachment,
              ),
            );
          }}
        />
      )}
    </div>
  );
}

type EntryProps = {
  entry: Attachment;
  index: number;
  last: boolean;
  link: string | undefined;
  readOnly: boolean;
  /** An alt text is proposed, and not confirmed. */
  isProposed: boolean;
  onMove: (by: number) => void;
  onDescribe: () => void;
  onRemove: () => void;
};

function Entry(props: EntryProps) {
  const { entry, index, last, link, readOnly, isProposed, onMove, onDescribe, onRemove } = props;
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
          aria-label={altLabel(entry, isProposed)}
          onClick={onDescribe}
          className="mt-1 flex min-h-6 w-full items-center gap-1 rounded-sm text-left text-muted text-xs hover:text-text"
        >
          {alt ? (
            <span dir="auto" className="truncate">
              {alt}
            </span>
          ) : isProposed ? (
            <>
              <MessageSquareQuote size={14} aria-hidden className="shrink-0 text-warning" />
              Alt text proposed
            </>
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

function altLabel({ name, alt }: Attachment, isProposed: boolean) {
  if (alt) return `Alt text of ${name}: ${alt}`;
  return isProposed ? `Look at the proposed alt text of ${name}` : `Write an alt text for ${name}`;
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

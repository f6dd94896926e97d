import { ImagePlus, Images } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Attachment, MAX_ATTACHMENTS } from '#contract/attachments.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { Network } from '#contract/networks/names.ts';
import { PickFiles } from '#web/features/media/uploads/PickFiles.tsx';
import { hasFiles, pastedFiles } from '#web/features/media/uploads/transferred-files.ts';
import { upload } from '#web/features/media/uploads/uploads.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ChooseMedia } from './ChooseMedia.tsx';

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

/** Buttons that add files; files can be dropped on the part, and pasted there. */
export function AddMedia({ target, label, onChange }: AttachmentsProps) {
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
      description: `‘${file.name}’ wasn’t added to the text, because you left it before the upload finished.`,
    });
  };
  const take = (files: File[]) => upload(files, { target, onDone });
  useFilesOf(target, take);
  return (
    <span className="flex">
      <PickFiles onFiles={take}>
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label={`Add media to ${label}`}
          data-tool={`upload ${target}`}
          title="Add media"
        >
          <ImagePlus size={16} aria-hidden />
        </Button>
      </PickFiles>
      <Button
        variant="ghost"
        size="smallIcon"
        aria-label={`Add media from the library to ${label}`}
        data-tool={`library ${target}`}
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

/** Files that are dropped on a part, or pasted there: its buttons may be elsewhere. */
function useFilesOf(target: string, onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const area = document.querySelector<HTMLElement>(`[data-takes-files="${CSS.escape(target)}"]`);
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
  }, [target]);
}

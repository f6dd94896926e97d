import { Download, RotateCcw, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import type { MediaFile } from '#contract/media/media.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import type { FileUse } from '#web/features/media/files/FileUses.tsx';
import { useChangeMedia } from '#web/features/media/files/media-queries.ts';
import { PickFiles } from '#web/features/media/uploads/PickFiles.tsx';
import { upload } from '#web/features/media/uploads/uploads.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

type Props = { file: MediaFile; uses: readonly FileUse[]; onClose: () => void };

/** Replaces, downloads and removes a file. */
export function FileActions({ file, uses, onClose }: Props) {
  const writes = useCan('write');
  const zone = useZone();
  const change = useChangeMedia();
  const [asking, setAsking] = useState(false);
  const planned = uses.filter(({ next_at }) => next_at !== null);
  const trash = () => {
    change.mutate({ operation: file.trashed_at ? 'restore' : 'trash', files: [file.id] });
    onClose();
  };
  return (
    <>
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
        question={`It is used in ${plural(planned.length, 'scheduled post')}${
          planned[0]?.next_at ? `, ${zonedTime(planned[0].next_at, zone)}` : ''
        }. A post can’t be published without its files.`}
        confirm="Move to trash"
      />
    </>
  );
}

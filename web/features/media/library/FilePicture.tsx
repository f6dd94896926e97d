import { Expand } from 'lucide-react';
import { useState } from 'react';
import type { MediaFile } from '#contract/media/media.ts';
import { Thumbnail } from '#web/features/media/files/Thumbnail.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { FocusPicture } from './FocusPicture.tsx';

type Props = {
  file: MediaFile;
  /** Undefined where it cannot be changed. */
  onFocus: ((focus: MediaFile['focus']) => void) | undefined;
};

/** What a file shows; a picture also large. */
export function FilePicture({ file, onFocus }: Props) {
  const [large, setLarge] = useState(false);
  const isPicture = file.kind === 'picture' || file.kind === 'gif';
  return (
    <div className="relative">
      {isPicture ? (
        <FocusPicture key={file.links.original} file={file} onChange={onFocus} />
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
          aria-label="Enlarge"
          className="absolute top-2 right-2"
          onClick={() => setLarge(true)}
        >
          <Expand size={16} aria-hidden />
        </Button>
      )}
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

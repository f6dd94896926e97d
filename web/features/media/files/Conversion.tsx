import type { MediaFile } from '#contract/media/media.ts';
import { Button } from '#web/ui/Button.tsx';
import { useConvertMedia } from './media-queries.ts';

/** A video of another kind is converted on request, where the server can. */
export function Conversion({ file, isPossible }: { file: MediaFile; isPossible: boolean }) {
  const convert = useConvertMedia();
  const isFine = file.type === 'video/mp4' && file.codec === 'avc';
  if (isFine) return null;
  const isUnderWay = file.conversion === 'under way';
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted text-xs">
        {isUnderWay
          ? 'It is being converted. The original stays until that is done.'
          : file.conversion === 'failed'
            ? 'It could not be converted.'
            : 'Most networks accept only MP4 videos with H.264.'}
      </p>
      {isPossible && !isUnderWay && (
        <Button size="small" busy={convert.isPending} onClick={() => convert.mutate(file.id)}>
          Convert to MP4
        </Button>
      )}
    </div>
  );
}

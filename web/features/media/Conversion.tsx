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

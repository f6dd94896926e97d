import { formatBytes } from '#contract/media/media.ts';
import type { UploadEntry } from './upload-store.ts';

/** The sentence below the bar of an upload. */
export function sentenceOf({
  state,
  sent,
  size,
  refusal,
  file,
  isKnown,
  name,
}: UploadEntry): string {
  const percent = `${percentOf({ sent, size })}%`;
  const parts = `${formatBytes(sent)} of ${formatBytes(size)}`;
  switch (state) {
    case 'waiting':
      return 'Queued.';
    case 'sending':
      return parts;
    case 'lost':
      return `No connection. It resumes automatically from ${percent}.`;
    case 'again':
      return `The connection was lost. Going on from ${percent}, ${parts}.`;
    case 'reading':
      return 'Processing…';
    case 'paused':
      return `Choose ${name} again to go on from ${percent}.`;
    case 'refused':
      return refusal ?? 'It was refused.';
    case 'done':
      if (isKnown) return `Already in the library: ${file?.name}.`;
      return file && !file.alt && file.kind !== 'document'
        ? 'Done. It has no alt text yet.'
        : 'Done.';
  }
}

export const percentOf = ({ sent, size }: Pick<UploadEntry, 'sent' | 'size'>) =>
  size ? Math.floor((sent / size) * 100) : 0;

import { create } from 'zustand';
import { formatBytes, type MediaFile } from '#contract/media/media.ts';
import { plural } from '#web/lib/text.ts';

export type UploadState =
  | 'waiting'
  | 'sending'
  /** The connection is lost; it goes on by itself. */
  | 'lost'
  /** It went on after the connection was lost. */
  | 'again'
  /** The server reads what has arrived. */
  | 'reading'
  /** The page was reloaded: the file has to be chosen again. */
  | 'paused'
  | 'done'
  | 'refused';

export type UploadEntry = {
  key: string;
  name: string;
  size: number;
  /** How many bytes have arrived. */
  sent: number;
  state: UploadState;
  /** Why it was refused. */
  refusal?: string;
  file?: MediaFile;
  /** Whether the same file was there before. */
  isKnown?: boolean;
  /** What it is for: a part in the editor. */
  target?: string | undefined;
};

export const useUploads = create<{ entries: UploadEntry[] }>(() => ({ entries: [] }));

export const entryOf = (key: string) =>
  useUploads.getState().entries.find((entry) => entry.key === key);

export function setEntry(key: string, change: Partial<UploadEntry>) {
  useUploads.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)),
  }));
}

/** Shows a file that was changed as it is now. */
export const refreshUpload = (file: MediaFile) =>
  useUploads.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.file?.id === file.id ? { ...entry, file } : entry)),
  }));

export const isActive = ({ state }: UploadEntry) =>
  state === 'sending' || state === 'lost' || state === 'again';

/** How many files are not there yet. */
export const countUnderWay = (entries: readonly UploadEntry[]) =>
  entries.filter((entry) => isActive(entry) || ['waiting', 'reading'].includes(entry.state)).length;

/** What became of uploads: '8 done, 2 refused'. */
export function summaryOf(entries: readonly UploadEntry[]): string {
  const going = countUnderWay(entries);
  if (going) return `Uploading ${going} of ${plural(entries.length, 'file')}`;
  const numberOf = (state: UploadState) => entries.filter((entry) => entry.state === state).length;
  const refused = numberOf('refused');
  if (!refused) return plural(entries.length, 'upload');
  return `${numberOf('done')} done, ${refused} refused`;
}

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
      return `The connection was lost. Continuing from ${percent}, ${parts}.`;
    case 'reading':
      return 'Processing…';
    case 'paused':
      return `Choose ${name} again to continue from ${percent}.`;
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

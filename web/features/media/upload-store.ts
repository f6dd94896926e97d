import { create } from 'zustand';
import type { MediaFile } from '#contract/media/media.ts';

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

export const isActive = ({ state }: UploadEntry) =>
  state === 'sending' || state === 'lost' || state === 'again';

/** How many files are not there yet. */
export const countUnderWay = (entries: readonly UploadEntry[]) =>
  entries.filter((entry) => isActive(entry) || ['waiting', 'reading'].includes(entry.state)).length;

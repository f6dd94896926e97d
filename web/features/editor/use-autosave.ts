import { useEffect, useRef } from 'react';

/** How long nothing is changed before a draft is saved. A new text exists for others from then on. */
const PAUSE_MS = 3000;
const NEW_PAUSE_MS = 5000;
/** While somebody goes on writing, the draft is saved after this time. */
const LONGEST_MS = 10_000;
/** After failures the pause doubles, up to this. */
const MAX_PAUSE_MS = 60_000;

type Autosave = {
  /** What is to be saved, as text; null where nothing is, or nothing can be. */
  due: string | null;
  isNew: boolean;
  /** How many attempts in a row have failed. */
  failures: number;
  save: () => void;
};

/** Saves a draft every few seconds while it is written. */
export function useAutosave({ due, isNew, failures, save }: Autosave) {
  const since = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: save is a new function at each rendering
  useEffect(() => {
    if (due === null) {
      since.current = undefined;
      return;
    }
    since.current ??= Date.now();
    const pause = Math.min((isNew ? NEW_PAUSE_MS : PAUSE_MS) * 2 ** failures, MAX_PAUSE_MS);
    const left = failures ? pause : Math.min(pause, since.current + LONGEST_MS - Date.now());
    const timer = setTimeout(() => {
      since.current = undefined;
      save();
    }, left);
    return () => clearTimeout(timer);
  }, [due, isNew, failures]);
}

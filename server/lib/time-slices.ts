import { setImmediate } from 'node:timers/promises';

/** How long work takes the processor before others have their turn. */
const SLICE_MS = 10;

/** Awaited between the steps of long work. */
export type Breathe = () => Promise<void>;

/**
 * Slices of work: other requests are answered in between.
 * @param gone ends the work, because nobody waits for it
 */
export function slices(gone?: AbortSignal): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await setImmediate();
    gone?.throwIfAborted();
    since = performance.now();
  };
}

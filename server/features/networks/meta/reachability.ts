import { setTimeout as delay } from 'node:timers/promises';
import type { FileLinks } from '../adapter-context.ts';
import { NetworkError } from '../failures.ts';
import type { ContainerState } from './containers.ts';

const TRIES = 4;
const PAUSE_MS = 700;

/**
 * Whether a network can fetch files from here: it is asked for the container of a small picture,
 * which is never published.
 */
export async function canFetch(
  links: FileLinks | undefined,
  {
    make,
    read,
    signal,
  }: {
    make: (url: string) => Promise<string>;
    read: (id: string) => Promise<ContainerState>;
    signal: AbortSignal;
  },
): Promise<boolean> {
  if (!links) return false;
  try {
    const id = await make(await links.probe());
    for (let n = 0; n < TRIES; n++) {
      const { state } = await read(id);
      if (state !== 'IN_PROGRESS') return state !== 'ERROR';
      await delay(PAUSE_MS, undefined, { signal });
    }
    // It takes its time over it: it may well.
    return true;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    // It says that it cannot fetch it; a pause, or another refusal, says nothing of that.
    return error.kind !== 'operator';
  }
}

import { buffer } from 'node:stream/consumers';
import type { Storage } from './storage.ts';

/** Whether there is anything at a key. */
export async function isStored(storage: Storage, key: string): Promise<boolean> {
  const first = await storage.open(key, { start: 0, end: 0 });
  if (first) await buffer(first);
  return first !== undefined;
}

/** Where bytes are in the storage, by their hash in hexadecimal. */
export const keyOf = (hash: string, isThumbnail = false) =>
  `${isThumbnail ? 'thumbnails' : 'files'}/${hash.slice(0, 2)}/${hash.slice(2)}`;

import { rm, stat } from 'node:fs/promises';
import type { AppContext } from '../../context.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import type { Storage } from '../../storage/storage.ts';
import { toMp4 } from './ffmpeg.ts';
import { refused } from './refusal.ts';

/** Videos in containers that neither browsers nor networks play become MP4s as they arrive. */

const CONVERTED = new Set([
  ...['video/matroska', 'video/vnd.avi', 'video/x-flv', 'video/x-ms-asf', 'video/mpeg'],
  ...['video/mp2t', 'video/ogg', 'video/3gpp', 'video/3gpp2'],
]);
/** Nobody waits longer for an upload. */
const MINUTES = 10;

/** A conversion takes a processor: one at a time, of each person in turn. */
const inTurn = createFairQueue(1);

/**
 * Converts a video that cannot be played, where there is an ffmpeg.
 * @returns the path of the new file; undefined where the file is kept as it is
 * @throws AppError 400 where it cannot be converted
 */
export async function makePlayable(
  { storage, config }: { storage: Pick<Storage, 'scratch'>; config: AppContext['config'] },
  { file, person }: { file: string; person: number },
): Promise<string | undefined> {
  const { ffmpeg, mediaMaxBytes } = config;
  if (ffmpeg === undefined) return;
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (!found || !CONVERTED.has(found.mime)) return;
  const made = await storage.scratch();
  try {
    const options = { from: file, to: made, minutes: MINUTES, maxBytes: mediaMaxBytes };
    await inTurn(String(person), () => toMp4(ffmpeg, options));
  } catch {
    await rm(made, { force: true });
    throw refused('This video can’t be converted to MP4. Convert it before you upload it.');
  }
  // It was cut off there.
  if ((await stat(made)).size < mediaMaxBytes) return made;
  await rm(made, { force: true });
  throw refused('This video is too large once it is converted to MP4.');
}

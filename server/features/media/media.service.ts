import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Attachment } from '#contract/attachments.ts';
import type { Executor } from '../../database/pool.ts';
import { AppError } from '../../errors.ts';
import { keyOf } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Picture, PictureLimits, SendMedia } from '../networks/networks.service.ts';
import { openPicture } from './inspect.ts';
import * as sql from './media.sql.ts';

/** The bytes of files, for those who publish them. */

/** How the bytes of a file are read; a picture can be made smaller. */
export type OpenMedia = (file: Attachment) => Pick<SendMedia, 'chunks' | 'picture'>;

const QUALITIES = [88, 80, 70, 60];
/** So much smaller it becomes where no quality is enough. */
const SMALLER = 0.75;
const MIN_SIDE = 64;
const SECONDS = 30;

/** @param context what was made smaller is kept for a day, for other channels and attempts */
export function createMediaSource({
  database,
  storage,
}: {
  database: Executor;
  storage: Storage;
}): OpenMedia {
  return (file) => ({
    chunks: async function* () {
      const stored = await storage.open(keyOf(file.hash));
      if (!stored) throw gone(file);
      yield* stored as AsyncIterable<Uint8Array>;
    },
    picture: async (limits) => {
      const { size, type, width, height } = file;
      const isWithin =
        size <= limits.pictureBytes &&
        limits.pictureTypes.includes(type) &&
        (width ?? 0) * (height ?? 0) <= limits.picturePixels;
      if (isWithin && width && height)
        return { bytes: await readAll(storage, keyOf(file.hash), file), type, width, height };
      const name = createHash('sha256').update(JSON.stringify(limits)).digest('hex').slice(0, 16);
      const key = `derived/${file.hash.slice(0, 2)}/${file.hash.slice(2)}-${name}`;
      const known = await storage.open(key);
      if (known) return described(await buffer(known));
      const made = await storage
        .withFile(keyOf(file.hash), (path) => shrink(path, limits))
        .catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'ENOENT' ? gone(file) : error;
        });
      await sql.expectGarbage(database, { key });
      await storage.put(key, { bytes: made.bytes });
      return made;
    },
  });
}

const gone = ({ name }: Attachment) =>
  new AppError('gone', 410, `The file ‘${name}’ was erased from the library.`);

async function readAll(storage: Storage, key: string, file: Attachment): Promise<Buffer> {
  const stored = await storage.open(key);
  if (!stored) throw gone(file);
  return buffer(stored);
}

async function described(bytes: Buffer): Promise<Picture> {
  const { width, height } = await openPicture(bytes).metadata();
  return { bytes, type: 'image/jpeg', width, height };
}

/** The picture as a JPEG within limits: of less quality first, and then of fewer pixels. */
async function shrink(
  path: string,
  { pictureBytes, picturePixels }: PictureLimits,
): Promise<Picture> {
  const { width, height } = (await openPicture(path).metadata()).autoOrient;
  let scale = Math.min(1, Math.sqrt(picturePixels / (width * height)));
  for (;;) {
    const wide = Math.max(1, Math.floor(width * scale));
    for (const quality of QUALITIES) {
      const { data, info } = await openPicture(path)
        .autoOrient()
        .resize(wide)
        // A JPEG has no transparency.
        .flatten({ background: 'white' })
        .jpeg({ quality, mozjpeg: true })
        .timeout({ seconds: SECONDS })
        .toBuffer({ resolveWithObject: true });
      if (data.length <= pictureBytes || wide <= MIN_SIDE)
        return { bytes: data, type: 'image/jpeg', width: info.width, height: info.height };
    }
    scale *= SMALLER;
  }
}

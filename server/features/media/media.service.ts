import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Attachment } from '#contract/attachments.ts';
import type { Executor } from '../../database/pool.ts';
import { AppError } from '../../errors.ts';
import { isStored, keyOf } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  type FileLinks,
  NetworkError,
  type PictureLimits,
  type SendMedia,
} from '../networks/networks.service.ts';
import { openPicture } from './inspection/inspect.ts';
import * as sql from './media.sql.ts';

/** The bytes of files, for those who publish them. */

export { describeFile, type Fetched, fetchFile } from './fetched.ts';
export { createFileLinks } from './file-links.ts';
export { get as getFile } from './library.ts';
export { readPass } from './links.ts';
export { type Context as LibraryContext, requireAvailable } from './take-in.ts';
export { post as uploadFile } from './uploads.ts';

/** How the bytes of a file are read; a picture can be made smaller. */
export type OpenMedia = (file: Attachment) => Pick<SendMedia, 'chunks' | 'picture' | 'link'>;

const QUALITIES = [88, 80, 70, 60];
/** So much smaller it becomes where no quality is enough. */
const SMALLER = 0.75;
const MIN_SIDE = 64;
const SECONDS = 30;

/** @param context `links`: how others fetch files; what was made smaller is kept for a day, for other channels and attempts */
export function createMediaSource({
  database,
  storage,
  links,
}: {
  database: Executor;
  storage: Storage;
  links: FileLinks | undefined;
}): OpenMedia {
  /** Where a picture within limits is stored, after it was made so, and what it is. */
  async function made(file: Attachment, limits: PictureLimits) {
    const { hash, type } = file;
    if (isWithin(file, limits)) return { key: keyOf(hash), type };
    const name = createHash('sha256').update(JSON.stringify(limits)).digest('hex').slice(0, 16);
    const key = `derived/${hash.slice(0, 2)}/${hash.slice(2)}-${name}`;
    if (await isStored(storage, key)) return { key, type: 'image/jpeg' };
    const { bytes } = await storage
      .withFile(keyOf(hash), (path) => fitted(path, limits, file.focus))
      .catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? gone(file) : error;
      });
    await sql.expectGarbage(database, { key });
    await storage.put(key, { bytes });
    return { key, type: 'image/jpeg' };
  }

  return (file) => ({
    chunks: async function* (from = 0) {
      const range = from > 0 ? { start: from, end: file.size - 1 } : undefined;
      const stored = await storage.open(keyOf(file.hash), range);
      if (!stored) throw gone(file);
      yield* stored as AsyncIterable<Uint8Array>;
    },
    picture: async (limits) => {
      const { key, type } = await made(file, limits);
      const bytes = await readAll(storage, key, file);
      const { width, height } = (await (await openPicture(bytes)).metadata()).autoOrient;
      return { bytes, type, width, height };
    },
    link: async (limits) => {
      if (!links) throw unreachable();
      if (file.kind !== 'picture' && file.kind !== 'gif')
        return links.of(keyOf(file.hash), file.type, file.size);
      const { key, type } = await made(file, limits);
      return links.of(key, type);
    },
  });
}

const unreachable = () =>
  new NetworkError(
    'operator',
    'unreachable',
    'Files can’t be fetched from this server: set PUBLIC_URL to an https address, or S3_URL',
  );

/** Whether a picture is published as it is. */
const isWithin = (
  { kind, size, type, width, height }: Attachment,
  {
    pictureBytes,
    picturePixels,
    pictureTypes,
    pictureWidth = Number.POSITIVE_INFINITY,
    pictureShape: [tallest, widest] = [0, Number.POSITIVE_INFINITY],
  }: PictureLimits,
) =>
  width !== null &&
  height !== null &&
  // Of an animation, the first frame.
  (kind !== 'gif' || type === 'image/gif') &&
  size <= pictureBytes &&
  pictureTypes.includes(type) &&
  width * height <= picturePixels &&
  width <= pictureWidth &&
  width / height >= tallest &&
  width / height <= widest;

const gone = ({ name }: Attachment) =>
  new AppError('gone', 410, `The file ‘${name}’ was erased from the library.`);

async function readAll(storage: Storage, key: string, file: Attachment): Promise<Buffer> {
  const stored = await storage.open(key);
  if (!stored) throw gone(file);
  return buffer(stored);
}

/** The part of a picture that is kept where its shape is not taken: as much as fits, around its focus. */
function cropOf(
  width: number,
  height: number,
  [tallest, widest]: readonly [number, number],
  [x, y]: Attachment['focus'],
) {
  // Rounded, the shape must still be within.
  const wide = Math.min(width, Math.floor(height * widest));
  const high = Math.min(height, Math.floor(width / tallest));
  const place = (all: number, kept: number, at: number) =>
    Math.round(Math.min(Math.max(all * at - kept / 2, 0), all - kept));
  return { left: place(width, wide, x), top: place(height, high, y), width: wide, height: high };
}

/** The picture as a JPEG within limits: of less quality first, and then of fewer pixels. */
async function fitted(
  path: string,
  {
    pictureBytes,
    picturePixels,
    pictureWidth = Number.POSITIVE_INFINITY,
    pictureShape = [0, Number.POSITIVE_INFINITY],
  }: PictureLimits,
  focus: Attachment['focus'],
): Promise<{ bytes: Buffer }> {
  const { width, height } = (await (await openPicture(path)).metadata()).autoOrient;
  const crop = cropOf(width, height, pictureShape, focus);
  let scale = Math.min(
    1,
    Math.sqrt(picturePixels / (crop.width * crop.height)),
    pictureWidth / crop.width,
  );
  for (;;) {
    const wide = Math.max(1, Math.floor(crop.width * scale));
    for (const quality of QUALITIES) {
      const bytes = await (await openPicture(path))
        .autoOrient()
        .extract(crop)
        .resize(wide)
        // A JPEG has no transparency.
        .flatten({ background: 'white' })
        .jpeg({ quality, mozjpeg: true })
        .timeout({ seconds: SECONDS })
        .toBuffer();
      if (bytes.length <= pictureBytes || wide <= MIN_SIDE) return { bytes };
    }
    scale *= SMALLER;
  }
}

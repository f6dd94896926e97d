import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sharp, SharpOptions } from 'sharp';
import { z } from 'zod';
import {
  isMediaType,
  MAX_PIXELS,
  MEDIA_TYPES,
  type MediaType,
  TAKEN,
} from '#contract/media/media.ts';
import type { AppContext } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { ROOT } from '../../root.ts';
import { loadSharp } from '../../sharp.ts';
import { fairly } from '../../turns.ts';
import { cutBehindEnd } from './picture-end.ts';

/**
 * What an uploaded file is, by its content and never by its name (docs/domain.md, 'Media'). Files
 * are of strangers: every step has a limit of size and time.
 */

const PICTURE_SECONDS = 30;
const VIDEO_MS = 20_000;
/** Of a WebM that does not begin like one: reading it looks for its first cluster to its end. */
const ODD_VIDEO_MS = 5000;
/** The first cluster of a WebM is within so many bytes. */
const HEAD_BYTES = 1024 * 1024;
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
/** So many damaged files of a person are read; then they wait. */
const DAMAGED = { attempts: 10, seconds: 10 * 60 };
const VIDEO_MEMORY_MB = 256;
const READER = join(ROOT, 'server/features/media/read-video.ts');
/** Of all frames of an animation that is encoded again. */
const MAX_FRAME_PIXELS = 500_000_000;
/** The index of a video: a longer one is read into memory as a whole. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const MAX_BOXES = 10_000;
const THUMBNAIL_PIXELS = 640;

/**
 * What reads files of strangers. Each person has one place at a time. Videos have places of their own:
 * a hostile one takes seconds.
 */
export const decoding = { picture: fairly(2), video: fairly(2) };

type Facts = {
  type: MediaType;
  width: number | null;
  height: number | null;
  duration: number | null;
  facts: {
    animated?: true;
    video?: string | undefined;
    audio?: string | undefined;
    frames_per_second?: number | undefined;
  };
};

/** What `read-video.ts` says. */
const VideoFacts = z.object({
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  duration: z.number().positive().nullable(),
  video: z.string().optional(),
  audio: z.string().optional(),
  frames_per_second: z.number().optional(),
});

export type Inspected = Facts & {
  /** The file to keep. */
  file: string;
  /** Whether it has other bytes than the file that was given. */
  isChanged: boolean;
  /** A picture of it in WebP; undefined where none is made here. */
  thumbnail: Buffer | undefined;
};

/** The refusal of a file, as a sentence. */
export const refused = (sentence: string) => invalid({ file: [sentence] });

/** A picture of a stranger, which is read within limits. */
export async function openPicture(
  file: string | Buffer,
  options: SharpOptions = {},
): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(file, {
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    // What is cut off or damaged is refused; odd metadata is not.
    failOn: 'error',
    ...options,
  });
}

/**
 * Says what a file is, and removes private data from a picture, in place.
 * @param name for messages alone
 * @param options `scratch` makes the path of a new file; `person`: whose file it is
 * @throws AppError 400 where it is not taken; 429 after too many damaged files
 */
export async function inspect(
  file: string,
  name: string,
  options: { scratch: () => Promise<string>; person: number; limits: AppContext['limits'] },
): Promise<Inspected> {
  const { person, limits } = options;
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file).catch(() => undefined);
  const type = found?.mime === 'image/apng' ? 'image/png' : (found?.mime ?? '');
  if (!isMediaType(type)) throw notTaken(found?.ext, name);
  const { kind } = MEDIA_TYPES[type];
  const same = { file, isChanged: false, thumbnail: undefined };
  if (kind === 'document') return { ...empty(type), ...same };
  const damaged = `damaged:account:${person}`;
  const read = async (): Promise<Inspected> => {
    await limits.check(damaged, DAMAGED);
    try {
      if (kind === 'video') return { ...(await readVideo(file, type)), ...same };
      return await inspectPicture(file, type, options.scratch);
    } catch (error) {
      const refusal = error instanceof AppError ? error : explain(error as Error);
      if (refusal.status === 400) await limits.count(damaged, DAMAGED);
      throw refusal;
    }
  };
  return decoding[kind === 'video' ? 'video' : 'picture'](`${person}`, read);
}

async function inspectPicture(
  file: string,
  type: MediaType,
  scratch: () => Promise<string>,
): Promise<Inspected> {
  const isCut = await cutBehindEnd(file, type);
  const facts = await readPicture(file, type);
  const cleaned = await clean(file, type, scratch);
  const isCleaned = cleaned !== file;
  return {
    ...(isCleaned ? await readPicture(cleaned, type) : facts),
    file: cleaned,
    isChanged: isCut || isCleaned,
    thumbnail: await makeThumbnail(cleaned),
  };
}

const empty = (type: MediaType): Facts => ({
  type,
  width: null,
  height: null,
  duration: null,
  facts: {},
});

/** What it is instead, where that is known: by its content, or else by its name. */
function notTaken(extension: string | undefined, name: string) {
  const named = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  const is = extension ?? (named && !isKnown(named) ? named : undefined);
  const reason = is
    ? `${is.toUpperCase()} files aren’t supported`
    : 'This file doesn’t match its name, or is damaged';
  return refused(`${reason}. ${TAKEN}`);
}

const isKnown = (extension: string) =>
  Object.values(MEDIA_TYPES).some((type) => type.extension === extension.toLowerCase()) ||
  extension.toLowerCase() === 'jpeg';

const explain = (error: Error) =>
  /timeout|seconds/i.test(error.message)
    ? refused('This picture takes too long to process.')
    : refused('This picture is damaged or incomplete.');

async function readPicture(file: string, type: MediaType): Promise<Facts> {
  const picture = await openPicture(file, { limitInputPixels: false });
  const { autoOrient, pages = 1 } = await picture.metadata();
  const { width, height } = autoOrient;
  if (width * height > MAX_PIXELS)
    throw refused(
      `${count(width)} × ${count(height)} pixels are more than the limit of ${MAX_PIXELS / 1e6} megapixels.`,
    );
  return { ...empty(type), width, height, facts: pages > 1 ? { animated: true } : {} };
}

const count = (number: number) => number.toLocaleString('en');

/**
 * Removes what a picture says of where and by whom it was taken, and applies its orientation. One
 * that says nothing is left as it is.
 * @returns the file to keep
 */
async function clean(file: string, type: MediaType, scratch: () => Promise<string>) {
  const meta = await (await openPicture(file)).metadata();
  const { exif, xmp, iptc, orientation = 1, comments, pages = 1, width, height } = meta;
  if (!exif && !xmp && !iptc && !comments?.length && orientation === 1) return file;
  if (pages > 1 && width * (meta.pageHeight ?? height) * pages > MAX_FRAME_PIXELS)
    throw refused('This animation has too many frames to remove its private data.');
  const cleaned = await scratch();
  try {
    const picture = (await openPicture(file, { animated: pages > 1 }))
      .autoOrient()
      // Of colours, what is needed to show them alike.
      .keepIccProfile()
      .timeout({ seconds: PICTURE_SECONDS });
    await encoded(picture, type).toFile(cleaned);
  } catch (error) {
    await rm(cleaned, { force: true });
    throw error;
  }
  await rm(file, { force: true });
  return cleaned;
}

/** Near to lossless: it is encoded once more for each network. */
function encoded(picture: Sharp, type: MediaType): Sharp {
  if (type === 'image/jpeg') return picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
  if (type === 'image/webp') return picture.webp({ quality: 92 });
  if (type === 'image/avif') return picture.avif({ quality: 80, effort: 2 });
  if (type === 'image/gif') return picture.gif();
  return picture.png();
}

/** Reads the whole picture: one that is damaged has none. */
export const makeThumbnail = async (file: string | Buffer): Promise<Buffer> =>
  (await openPicture(file))
    .autoOrient()
    .resize(THUMBNAIL_PIXELS, THUMBNAIL_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .timeout({ seconds: PICTURE_SECONDS })
    .toBuffer();

/** Video files are read in a process of their own: a hostile one could block or end this one. */
async function readVideo(file: string, type: MediaType): Promise<Facts> {
  const broken = () => refused('This video is damaged: it can’t be read.');
  if (type !== 'video/webm') await checkIndex(file, broken);
  const isOdd = type === 'video/webm' && !(await readHead(file)).includes(CLUSTER);
  const timeout = isOdd ? ODD_VIDEO_MS : VIDEO_MS;
  const limits = { timeout, killSignal: 'SIGKILL' as const, maxBuffer: 10_000, env: {} };
  const given = [`--max-old-space-size=${VIDEO_MEMORY_MB}`, READER, file];
  const { stdout } = await promisify(execFile)(process.execPath, given, limits).catch(() => {
    throw broken();
  });
  const found = VideoFacts.safeParse(JSON.parse(stdout));
  if (!found.success) throw broken();
  const { width, height, duration, ...facts } = found.data;
  if (width === null) throw refused('This file contains no video.');
  return { type, width, height, duration, facts };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Refuses a video whose index is cut off, or too long to be read into memory. */
async function checkIndex(file: string, broken: () => AppError): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size: total } = await handle.stat();
    const head = Buffer.alloc(16);
    let hasIndex = false;
    let at = 0;
    for (let boxes = 0; at < total; boxes++) {
      if (boxes > MAX_BOXES) throw broken();
      const { bytesRead } = await handle.read(head, 0, 16, at);
      if (bytesRead < 8) break;
      const [short, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? total - at : short;
      if (size < 8) throw broken();
      if (name === 'moov') {
        hasIndex = true;
        if (size > MAX_INDEX_BYTES) throw refused('This video is too complex to be read.');
      }
      if ((name === 'moov' || name === 'mdat') && at + size > total) throw broken();
      at += size;
    }
    if (!hasIndex) throw broken();
  } finally {
    await handle.close();
  }
}

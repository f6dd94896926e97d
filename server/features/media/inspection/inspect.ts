import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import {
  isMediaType,
  MAX_PIXELS,
  MEDIA_TYPES,
  type MediaType,
  TAKEN,
} from '#contract/media/media.ts';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { createFairQueue } from '../../../lib/fair-queue.ts';
import { loadSharp } from '../../../process/sharp.ts';
import { refused } from '../refusal.ts';
import { isoType, readHead, readVideo } from './inspect-video.ts';
import { cutBehindEnd } from './picture-end.ts';
import { isAnimatedPng, strip } from './strip-picture.ts';
import { stripVideo } from './strip-video.ts';
import { stripWebm } from './strip-webm.ts';

/**
 * What an uploaded file is, by its content and never by its name (docs/domain/content.md, 'Media').
 * Files are of strangers: every step has a limit of size and time.
 */

const PICTURE_SECONDS = 30;
/** So many damaged files of a person are read; then they wait. */
const DAMAGED = { attempts: 10, seconds: 10 * 60 };
/** Of all frames of an animation that is encoded again. */
const MAX_FRAME_PIXELS = 500_000_000;
/** A larger picture is encoded again where it says something. */
const MAX_STRIPPED_BYTES = 128 * 1024 * 1024;
const THUMBNAIL_PIXELS = 640;

/**
 * What reads files of strangers. Each person has one place at a time. Videos have places of their own:
 * a hostile one takes seconds.
 */
export const decoding = { picture: createFairQueue(2), video: createFairQueue(2) };

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

export type Inspected = Facts & {
  /** The file to keep. */
  file: string;
  /** Whether it has other bytes than the file that was given. */
  isChanged: boolean;
  /** A picture of it in WebP; undefined where none is made here. */
  thumbnail: Buffer | undefined;
};

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
  const type = found?.mime === 'image/apng' ? 'image/png' : await isoType(file, found?.mime);
  if (!isMediaType(type)) throw notTaken(found?.ext, name);
  const { kind } = MEDIA_TYPES[type];
  const same = { file, isChanged: false, thumbnail: undefined };
  if (kind === 'document') return { ...empty(type), ...same };
  const damaged = `damaged:account:${person}`;
  const read = async (): Promise<Inspected> => {
    await limits.check(damaged, DAMAGED);
    try {
      if (kind === 'video') {
        // Before it is read: notes that are damaged keep nobody from its pictures.
        const isChanged = await (type === 'video/webm' ? stripWebm : stripVideo)(file);
        return { ...empty(type), ...(await readVideo(file, type)), ...same, isChanged };
      }
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

/** What to do with files that cameras and other programs write, by their extensions. */
const ADVICE: readonly [readonly string[], string][] = [
  [
    ['heic', 'heif'],
    'Export the photo as JPG, or choose Most Compatible in the camera settings of the iPhone.',
  ],
  [
    ['mkv', 'avi', '3gp', '3g2', 'flv', 'asf', 'wmv', 'mpg', 'mpeg', 'mts', 'ogv'],
    'Convert the video to MP4 with H.264 first, with HandBrake for example.',
  ],
  [
    ['tif', 'tiff', 'psd', 'bmp', 'ico', 'jp2', 'jxl', 'cr2', 'cr3', 'nef', 'arw', 'dng'],
    'Export the picture as JPG or PNG first.',
  ],
];

/** What it is instead, where that is known: by its content, or else by its name. */
function notTaken(extension: string | undefined, name: string) {
  const named = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  const is = extension ?? (named && !isKnown(named) ? named : undefined);
  const reason = is
    ? `${is.toUpperCase()} files aren’t supported`
    : 'This file doesn’t match its name, or is damaged';
  const advice = is && ADVICE.find(([extensions]) => extensions.includes(is.toLowerCase()))?.[1];
  return refused(`${reason}. ${advice || TAKEN}`);
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
  const isAnimated = pages > 1 || (type === 'image/png' && isAnimatedPng(await readHead(file)));
  return { ...empty(type), width, height, facts: isAnimated ? { animated: true } : {} };
}

const count = (number: number) => number.toLocaleString('en');

/**
 * Removes what a picture says of where and by whom it was taken, applies its orientation, and makes
 * its colours those of screens. One that says nothing is left as it is.
 * @returns the file to keep
 */
async function clean(file: string, type: MediaType, scratch: () => Promise<string>) {
  const meta = await (await openPicture(file)).metadata();
  const { exif, xmp, iptc, orientation = 1, comments, pages = 1, width, height } = meta;
  const { size } = await stat(file);
  const bytes = size <= MAX_STRIPPED_BYTES ? await readFile(file) : undefined;
  const isTurned = orientation !== 1 && !(bytes && isAnimatedPng(bytes));
  const stripped = isTurned || meta.space === 'cmyk' || !bytes ? undefined : strip(bytes, type);
  const says = exif || xmp || iptc || comments?.length || orientation !== 1;
  if (stripped ? bytes && stripped.equals(bytes) : !says && meta.space !== 'cmyk') return file;
  const cleaned = await scratch();
  try {
    if (stripped) await writeFile(cleaned, stripped);
    else {
      if (pages > 1 && width * (meta.pageHeight ?? height) * pages > MAX_FRAME_PIXELS)
        throw refused('This animation has too many frames to remove its private data.');
      const picture = (await openPicture(file, { animated: pages > 1 }))
        .autoOrient()
        .timeout({ seconds: PICTURE_SECONDS });
      // Of colours, what is needed to show them alike; browsers and networks show no CMYK.
      const coloured =
        meta.space === 'cmyk' ? picture.toColourspace('srgb') : picture.keepIccProfile();
      await encoded(coloured, type).toFile(cleaned);
    }
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

import { open } from 'node:fs/promises';
import type { MediaType } from '#contract/media/media.ts';

/**
 * Where a picture ends in its file. Anything may follow, and viewers ignore it: a film with the place
 * where it was taken, or a file of another type.
 */

const WINDOW = 64 * 1024;
/** More than any picture that can be decoded has. */
const MAX_STEPS = 2_000_000;
/** The boxes of an AVIF, behind the first one. */
const BOXES = new Set(['meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'iloc', 'mini']);

type Reader = {
  size: number;
  /** Bytes at a position, fewer at the end of the file; at most `WINDOW`. */
  read: (at: number, length: number) => Promise<Buffer>;
};

/**
 * Cuts off what is behind the end of a picture, in place.
 * @returns whether there was something
 */
export async function cutBehindEnd(file: string, type: MediaType): Promise<boolean> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    let [start, window] = [0, Buffer.alloc(0)];
    const read = async (at: number, length: number) => {
      if (at < start || at + length > start + window.length) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(WINDOW), 0, WINDOW, at);
        [start, window] = [at, buffer.subarray(0, bytesRead)];
      }
      return window.subarray(at - start, at - start + length);
    };
    const end = await endOf(type)?.({ size, read });
    if (end === undefined || end >= size) return false;
    await handle.truncate(end);
    return true;
  } finally {
    await handle.close();
  }
}

/** Finds the end; undefined where there is none, or nothing can be behind it. */
function endOf(type: MediaType): ((reader: Reader) => Promise<number | undefined>) | undefined {
  switch (type) {
    case 'image/jpeg':
      return endOfJpeg;
    case 'image/png':
      return endOfPng;
    case 'image/gif':
      return endOfGif;
    case 'image/webp':
      return endOfWebp;
    case 'image/avif':
      return endOfAvif;
    default:
      return undefined;
  }
}

/** @throws Error where a picture has more parts than are read */
function count(steps: number) {
  if (steps > MAX_STEPS) throw new Error('the picture has too many parts');
}

/** Segments with their lengths, and scans, in which the next marker is looked for. */
async function endOfJpeg({ read, size }: Reader) {
  let at = 2;
  for (let steps = 0; at < size; steps++) {
    count(steps);
    const bytes = await read(at, WINDOW / 2);
    const found = bytes.indexOf(0xff);
    if (found < 0) {
      at += bytes.length;
      continue;
    }
    at += found;
    const [, marker = 0, high = 0, low = 0] = await read(at, 4);
    if (marker === 0xd9) return at + 2;
    // A fill byte; a byte of a scan, a restart, or a marker without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, high * 256 + low);
  }
  return undefined;
}

async function endOfPng({ read, size }: Reader) {
  let at = 8;
  for (let steps = 0; at + 12 <= size; steps++) {
    count(steps);
    const head = await read(at, 8);
    at += 12 + head.readUInt32BE(0);
    if (head.toString('latin1', 4, 8) === 'IEND') return at;
  }
  return undefined;
}

async function endOfGif({ read, size }: Reader) {
  const tableOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const [flags = 0] = await read(10, 1);
  let at = 13 + tableOf(flags);
  /** Whether `at` is in the blocks of an image or an extension: each has its length before it. */
  let inBlocks = false;
  for (let steps = 0; at < size; steps++) {
    count(steps);
    const [sign = 0] = await read(at, 1);
    if (inBlocks) {
      at += 1 + sign;
      inBlocks = sign !== 0;
    } else if (sign === 0x3b) return at + 1;
    else if (sign === 0x21) [at, inBlocks] = [at + 2, true];
    else if (sign === 0x2c) {
      const [own = 0] = await read(at + 9, 1);
      // The size of the codes is before the blocks.
      [at, inBlocks] = [at + 11 + tableOf(own), true];
    } else return undefined;
  }
  return undefined;
}

async function endOfWebp({ read, size }: Reader) {
  if (size < 12) return undefined;
  const length = (await read(4, 4)).readUInt32LE(0);
  return 8 + length + (length % 2);
}

/** Boxes with their lengths, as far as they are of a picture. */
async function endOfAvif({ read, size }: Reader) {
  let at = 0;
  for (let steps = 0; at + 8 <= size; steps++) {
    count(steps);
    const head = await read(at, 16);
    const [short, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
    if (at > 0 && !BOXES.has(name)) return at;
    const isLong = short === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short;
    // The last box may reach to the end of the file.
    if (short === 0) return size;
    if (length < 8 || at + length > size) return at === 0 ? undefined : at;
    at += length;
  }
  return at;
}

import { limitConcurrency } from '../../../lib/fair-queue.ts';
import { loadSharp } from '../../../process/sharp.ts';

/** Pictures of strangers, made small and upright, without metadata: those of cards and of accounts. */

const MAX_PIXELS = 100_000_000;
/** Networks show cards no larger. */
const SIDES = [1200, 800, 400];
const QUALITIES = [85, 70];
const SECONDS = 10;
/** In pixels: sharp where it is shown largest, on dense screens, too. */
const ACCOUNT_SIDE = 96;
/** Smaller ones on a page are symbols and decoration. */
const MIN_SIDE = 200;
const BMP_HEADER = 54;
/** What a page shows as a picture, by its first bytes: no drawing, which could name other files. */
const KNOWN = [
  /^\xff\xd8\xff/,
  /^\x89PNG/,
  /^GIF8/,
  /^RIFF....WEBP/s,
  /^....ftyp(avif|avis|mif1)/s,
];

/** Pictures of strangers take memory: one at a time. */
const inTurn = limitConcurrency(1);

/** Opens a picture; undefined where the bytes are none. */
async function openerOf(bytes: Buffer) {
  const head = bytes.toString('latin1', 0, 16);
  const bitmap = readBitmap(bytes);
  if (!bitmap && !KNOWN.some((signature) => signature.test(head))) return;
  const sharp = await loadSharp();
  return () =>
    sharp(bitmap?.pixels ?? bytes, {
      ...{ limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' },
      ...(bitmap && {
        raw: { width: bitmap.width, height: bitmap.height, channels: 3 as const },
      }),
    });
}

/**
 * The picture of a card, as networks take it: a JPEG.
 * @param isGuessed whether the page does not name it as its picture: then it must be large
 * @returns undefined where it is none that can be read, or cannot be made so small
 */
export const makeCardPicture = (
  bytes: Buffer,
  maxBytes: number,
  isGuessed = false,
): Promise<Buffer | undefined> =>
  inTurn(async () => {
    const open = await openerOf(bytes);
    if (!open) return;
    try {
      const { width, height } = await open().metadata();
      if (isGuessed && Math.min(width, height) < MIN_SIDE) return;
      for (const side of SIDES)
        for (const quality of QUALITIES) {
          const made = await open()
            .autoOrient()
            .resize(side, side, { fit: 'inside', withoutEnlargement: true })
            .flatten({ background: 'white' })
            .jpeg({ quality, mozjpeg: true })
            .timeout({ seconds: SECONDS })
            .toBuffer();
          if (made.length <= maxBytes) return made;
        }
    } catch {
      // Damaged, or too large to be read.
    }
    return;
  });

/**
 * The picture of an account: a square WebP of a few KB; the first picture of an animated one.
 * @returns undefined where it is none that can be read
 */
export const makeAccountPicture = (bytes: Buffer): Promise<Buffer | undefined> =>
  inTurn(async () => {
    const open = await openerOf(bytes);
    return open?.()
      .autoOrient()
      .resize(ACCOUNT_SIDE, ACCOUNT_SIDE, { fit: 'cover' })
      .flatten({ background: 'white' })
      .webp()
      .timeout({ seconds: SECONDS })
      .toBuffer()
      .catch(() => undefined);
  });

/** The pixels of an uncompressed Windows bitmap, which the library does not read. */
function readBitmap(bytes: Buffer) {
  if (bytes.length < BMP_HEADER || bytes.toString('latin1', 0, 2) !== 'BM') return;
  const [offset, width, tall] = [
    bytes.readUInt32LE(10),
    bytes.readInt32LE(18),
    bytes.readInt32LE(22),
  ];
  const [bits, compression] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30)];
  const height = Math.abs(tall);
  // 32 bits with masks are in the same order in practice.
  const isPlain =
    (compression === 0 && (bits === 24 || bits === 32)) || (compression === 3 && bits === 32);
  if (!isPlain || width < 1 || height < 1 || width * height > MAX_PIXELS) return;
  const step = bits / 8;
  const row = Math.ceil((width * step) / 4) * 4;
  if (offset + row * height > bytes.length) return;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    // Rows go upwards, unless the height is negative.
    const from = offset + (tall > 0 ? height - 1 - y : y) * row;
    for (let x = 0; x < width; x++) {
      const [at, to] = [from + x * step, (y * width + x) * 3];
      pixels[to] = bytes[at + 2] as number;
      pixels[to + 1] = bytes[at + 1] as number;
      pixels[to + 2] = bytes[at] as number;
    }
  }
  return { pixels, width, height };
}

import type { MediaType } from '#contract/media/media.ts';
import { refused } from '../refusal.ts';

/**
 * Removes all that a picture says beside its pixels, without encoding it again: only parts that are
 * needed to show it are kept, so that no kind of note is forgotten.
 */

/** JPEG: the colours of JFIF, profiles and Adobe; everything else of applications is left out. */
const JPEG_KEPT: readonly [number, string][] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
];
const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT'.split(
    ' ',
  ),
);
const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** EXIF and XMP, of the flags of VP8X. */
const WEBP_NOTES = 0x08 | 0x04;
const GIF_KEPT = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** What is left of a picture; undefined where its parts cannot be told. */
export function strip(bytes: Buffer, type: MediaType): Buffer | undefined {
  const kept = partsOf(bytes, type);
  return kept && Buffer.concat(kept);
}

/** Whether a PNG has frames: its control comes before its pixels. */
export function isAnimatedPng(bytes: Buffer): boolean {
  const control = bytes.indexOf('acTL', 8, 'latin1');
  return bytes[0] === 0x89 && control >= 0 && control < bytes.indexOf('IDAT', 8, 'latin1');
}

function partsOf(bytes: Buffer, type: MediaType): Buffer[] | undefined {
  if (type === 'image/jpeg') return stripJpeg(bytes);
  if (type === 'image/png') return stripPng(bytes);
  if (type === 'image/webp') return stripWebp(bytes);
  if (type === 'image/gif') return stripGif(bytes);
  return;
}

/** More segments are made to take time: the largest PNGs have half as many. */
const MAX_PARTS = 50_000;

/** @throws AppError 400 */
function counter() {
  let parts = 0;
  return () => {
    if (++parts > MAX_PARTS) throw refused('This picture has too many parts.');
  };
}

function stripJpeg(bytes: Buffer): Buffer[] | undefined {
  const kept = [bytes.subarray(0, 2)];
  const count = counter();
  let at = 2;
  while (at + 2 <= bytes.length) {
    count();
    const marker = bytes[at + 1] as number;
    if (bytes[at] !== 0xff) return;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return [...kept, bytes.subarray(at, at + 2)];
    if (at + 4 > bytes.length) return;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const isNote = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
    const isKept = JPEG_KEPT.some(
      ([kind, sign]) =>
        kind === marker && bytes.toString('latin1', at + 4, at + 4 + sign.length) === sign,
    );
    const next = marker === 0xda ? endOfScan(bytes, end) : end;
    if (!isNote || isKept) kept.push(bytes.subarray(at, next));
    at = next;
  }
  // Its end is missing.
  return;
}

/** The next marker behind the data of a scan, which has none but restarts. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0xd9;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

function stripPng(bytes: Buffer): Buffer[] | undefined {
  const kept = [bytes.subarray(0, 8)];
  const count = counter();
  for (let at = 8; at + 12 <= bytes.length; ) {
    count();
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return;
    if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return kept;
    at = end;
  }
  return;
}

function stripWebp(bytes: Buffer): Buffer[] | undefined {
  const kept: Buffer[] = [];
  const count = counter();
  for (let at = 12; at + 8 <= bytes.length; ) {
    count();
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = Math.min(at + 8 + size + (size % 2), bytes.length);
    if (at + 8 + size > bytes.length) return;
    if (WEBP_KEPT.has(name)) {
      const chunk = bytes.subarray(at, end);
      kept.push(name === 'VP8X' ? withoutFlags(chunk) : chunk);
    }
    at = end;
  }
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return [head, ...kept];
}

function withoutFlags(head: Buffer): Buffer {
  const copy = Buffer.from(head);
  copy[8] = (copy[8] as number) & ~WEBP_NOTES;
  return copy;
}

function stripGif(bytes: Buffer): Buffer[] | undefined {
  const tableOf = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableOf(bytes[10]);
  const kept = [bytes.subarray(0, at)];
  const count = counter();
  while (at < bytes.length) {
    count();
    const sign = bytes[at];
    if (sign === 0x3b) return [...kept, bytes.subarray(at, at + 1)];
    const isImage = sign === 0x2c;
    if (!isImage && sign !== 0x21) return;
    let end = isImage ? at + 11 + tableOf(bytes[at + 9]) : at + 2;
    while (end < bytes.length && bytes[end] !== 0) end += 1 + (bytes[end] as number);
    end++;
    const application = bytes[at + 1] === 0xff && bytes.toString('latin1', at + 3, at + 14);
    const isKept = bytes[at + 1] === 0xf9 || GIF_KEPT.includes(application || '');
    if (isImage || isKept) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return;
}

import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { MediaType } from '#contract/media/media.ts';
import { apart } from '../../../root.ts';
import { complexVideo, damagedVideo, refused } from '../refusal.ts';

/** What an uploaded video is. */

const VIDEO_MS = 20_000;
/** Of a WebM that does not begin like one: reading it looks for its first cluster to its end. */
const ODD_VIDEO_MS = 5000;
/** The first cluster of a WebM is within so many bytes. */
const HEAD_BYTES = 1024 * 1024;
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
const VIDEO_MEMORY_MB = 256;
const READER = apart('server/features/media/read-video.ts');
/** The index of a video: a longer one is read into memory as a whole. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const MAX_BOXES = 10_000;
/** What `read-video.ts` says. */
const VideoFacts = z.object({
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  duration: z.number().positive().nullable(),
  video: z.string().optional(),
  audio: z.string().optional(),
  frames_per_second: z.number().optional(),
});

/** Of MP4, cameras and shops write brands of their own: the structure says what it is. */
const PICTURE_BRANDS = /^(avi[fs]|hei[cxms]|hev[cx]|mi[af]1|msf1|crx |jp2 |jpx )$/;

export async function isoType(file: string, guess = ''): Promise<string> {
  const head = (await readHead(file, 16)).toString('latin1');
  const brand = head.slice(8, 12);
  if (head.slice(4, 8) !== 'ftyp' || PICTURE_BRANDS.test(brand)) return guess;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

/** Video files are read in a process of their own: a hostile one could block or end this one. */
export async function readVideo(file: string, type: MediaType) {
  if (type !== 'video/webm') await checkIndex(file);
  const isOdd = type === 'video/webm' && !(await readHead(file)).includes(CLUSTER);
  const timeout = isOdd ? ODD_VIDEO_MS : VIDEO_MS;
  const limits = { timeout, killSignal: 'SIGKILL' as const, maxBuffer: 10_000, env: {} };
  const given = [`--max-old-space-size=${VIDEO_MEMORY_MB}`, READER, file];
  const { stdout } = await promisify(execFile)(process.execPath, given, limits).catch(() => {
    throw damagedVideo();
  });
  const found = VideoFacts.safeParse(JSON.parse(stdout));
  if (!found.success) throw damagedVideo();
  const { width, height, duration, ...facts } = found.data;
  if (width === null) throw refused('This file contains no video.');
  return { width, height, duration, facts };
}

export async function readHead(file: string, length = HEAD_BYTES): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Refuses a video whose index is cut off, or too long to be read into memory. */
async function checkIndex(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size: total } = await handle.stat();
    const head = Buffer.alloc(16);
    let hasIndex = false;
    let at = 0;
    for (let boxes = 0; at < total; boxes++) {
      if (boxes > MAX_BOXES) throw complexVideo();
      const { bytesRead } = await handle.read(head, 0, 16, at);
      if (bytesRead < 8) break;
      const [short, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? total - at : short;
      if (size < 8) throw damagedVideo();
      if (name === 'moov') {
        hasIndex = true;
        if (size > MAX_INDEX_BYTES) throw complexVideo();
      }
      if ((name === 'moov' || name === 'mdat') && at + size > total) throw damagedVideo();
      at += size;
    }
    if (!hasIndex) throw damagedVideo();
  } finally {
    await handle.close();
  }
}

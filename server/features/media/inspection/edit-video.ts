import { type FileHandle, open } from 'node:fs/promises';
import { slices } from '../../../lib/time-slices.ts';
import { refused } from '../refusal.ts';

/** Changes a video in place, within limits: files are of strangers. */

const WINDOW_BYTES = 64 * 1024;
const MAX_MS = 60_000;
const ZEROS = Buffer.alloc(WINDOW_BYTES);

/** More that has to be written over is of no camera and no program. */
export const MAX_NOTES = 20_000;

export type Range = { from: number; to: number };
export type Video = Awaited<ReturnType<typeof editable>>;

/**
 * @param signal ends the work
 * @throws AppError 400 where it takes too long
 */
export async function editVideo<Result>(
  file: string,
  work: (video: Video) => Promise<Result>,
  signal = AbortSignal.timeout(MAX_MS),
): Promise<Result> {
  const handle = await open(file, 'r+');
  try {
    return await work(await editable(handle, signal));
  } catch (error) {
    if (signal.aborted) throw refused('This video takes too long to process.');
    throw error;
  } finally {
    await handle.close();
  }
}

async function editable(handle: FileHandle, signal: AbortSignal) {
  const { size } = await handle.stat();
  const breathe = slices();
  const window = { from: 0, to: 0, bytes: Buffer.alloc(WINDOW_BYTES) };

  /** Awaited for each box, element and block: others have their turn, and it ends in time. */
  async function step(): Promise<void> {
    signal.throwIfAborted();
    await breathe();
  }

  async function bytes(at: number, length: number): Promise<Buffer> {
    const found = Buffer.alloc(length);
    await handle.read(found, 0, length, at);
    return found;
  }

  async function write(at: number, given: Buffer): Promise<void> {
    await handle.write(given, 0, given.length, at);
  }

  /** A few bytes, until the next call; zeros behind the end. What is near costs one read. */
  async function peek(at: number, length: number): Promise<Buffer> {
    if (at < window.from || at + length > window.to) {
      const { bytesRead } = await handle.read(window.bytes, 0, WINDOW_BYTES, at);
      window.bytes.fill(0, bytesRead);
      window.from = at;
      window.to = at + WINDOW_BYTES;
    }
    return window.bytes.subarray(at - window.from, at - window.from + length);
  }

  /**
   * Writes zeros over ranges in their order, those that are near in one go.
   * @returns false where there are none but zeros
   */
  async function zero(ranges: readonly Range[]): Promise<boolean> {
    const last = ranges.at(-1)?.to ?? 0;
    let isChanged = false;
    let index = 0;
    for (let at = ranges[0]?.from ?? 0; index < ranges.length; ) {
      await step();
      const part = await bytes(at, Math.min(WINDOW_BYTES, last - at));
      const end = at + part.length;
      let [changed, to] = [false, at];
      for (let range = ranges[index]; range && range.from <= end; range = ranges[index]) {
        to = Math.min(range.to, end);
        const found = part.subarray(Math.max(range.from - at, 0), to - at);
        if (!found.equals(ZEROS.subarray(0, found.length))) {
          found.fill(0);
          changed = true;
        }
        if (range.to > end) break;
        index++;
      }
      if (changed) await write(at, part.subarray(0, to - at));
      isChanged ||= changed;
      at = Math.max(end, ranges[index]?.from ?? 0);
    }
    return isChanged;
  }

  /** Whether bytes are somewhere in a range. */
  async function has(wanted: Buffer, { from, to }: Range): Promise<boolean> {
    const overlap = wanted.length - 1;
    for (let at = from; at < to; at += WINDOW_BYTES - overlap) {
      await step();
      if ((await bytes(at, Math.min(WINDOW_BYTES, to - at))).includes(wanted)) return true;
    }
    return false;
  }

  const cut = (at: number) => handle.truncate(at);
  return { size, step, bytes, peek, zero, has, write, cut };
}

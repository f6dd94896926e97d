import { type FileHandle, open } from 'node:fs/promises';
import { bytesOf } from './bytes-of.ts';
import { refused } from './refusal.ts';

/**
 * Removes what a WebM says beside its tracks: tags with place and device, titles, attached files,
 * dates. Elements become a Void of the same size (RFC 8794, 11.3.2), so that nothing has to be moved.
 */

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VOID = 0xec;
const CONTAINERS = new Set([SEGMENT, INFO, TRACKS, TRACK]);
const NOTES = new Set([
  // Tags, Attachments, Chapters.
  ...[0x1254c367, 0x1941a469, 0x1043a770],
  // Title, SegmentFilename, PrevFilename, NextFilename, DateUTC; the Name of a track.
  ...[0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0x4461, 0x536e],
  // A sum that is wrong then.
  0xbf,
]);
/** Of a cluster of unknown size: what is not inside of it ends it. */
const IN_CLUSTER = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854, VOID, 0xbf]);
const MAX_ELEMENTS = 500_000;
const ZEROS = Buffer.alloc(64 * 1024);

/** `data`: where its content begins. */
type Element = { id: number; at: number; data: number; end: number; isUnknown: boolean };

/**
 * @returns whether there was something
 * @throws AppError 400 where it has more elements than can be looked at
 */
export async function stripWebm(file: string): Promise<boolean> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const notes: Element[] = [];
    const end = await walk(handle, { from: 0, to: size }, { count: 0, notes });
    for (const note of notes) await makeVoid(handle, note);
    if (end === undefined || end === size) return notes.length > 0;
    // Behind the segment.
    await handle.truncate(end);
    return true;
  } finally {
    await handle.close();
  }
}

/** Collects notes. @returns where the last segment ends, at the top of the file */
async function walk(
  handle: FileHandle,
  { from, to }: { from: number; to: number },
  found: { count: number; notes: Element[] },
): Promise<number | undefined> {
  let end: number | undefined;
  let isInCluster = false;
  for (let at = from; at < to; ) {
    if (++found.count > MAX_ELEMENTS) throw refused('This video is too complex to be read.');
    const element = await elementAt(handle, at, to);
    if (!element) break;
    const { id, data, isUnknown } = element;
    isInCluster &&= IN_CLUSTER.has(id);
    if (!isInCluster && NOTES.has(id) && !isUnknown) found.notes.push(element);
    else if (CONTAINERS.has(id)) await walk(handle, { from: data, to: element.end }, found);
    if (id === SEGMENT) end = element.end;
    isInCluster ||= id === CLUSTER && isUnknown;
    at = id === CLUSTER && isUnknown ? data : element.end;
  }
  return end;
}

/** The element that begins here; undefined where none does. */
async function elementAt(handle: FileHandle, at: number, to: number): Promise<Element | undefined> {
  const bytes = await bytesOf(handle, at, 12);
  const idLength = lengthOf(bytes[0]);
  const sizeLength = lengthOf(bytes[idLength]);
  if (idLength > 4 || sizeLength > 8) return;
  const data = at + idLength + sizeLength;
  const [mark, ...rest] = bytes.subarray(idLength, idLength + sizeLength);
  const first = (mark ?? 0) & (0xff >> sizeLength);
  const isUnknown = first === 0xff >> sizeLength && rest.every((byte) => byte === 0xff);
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first);
  // What is cut off says something, too.
  const end = isUnknown ? to : Math.min(data + size, to);
  return data > to ? undefined : { id: bytes.readUIntBE(0, idLength), at, data, end, isUnknown };
}

/** How many bytes a number has, by its first one: 9 where it is none. */
const lengthOf = (first = 0) => (first === 0 ? 9 : Math.clz32(first) - 23);

async function makeVoid(handle: FileHandle, { at, end }: Element): Promise<void> {
  const head = Buffer.alloc(end - at < 9 ? 2 : 9);
  head[0] = VOID;
  const size = end - at - head.length;
  if (head.length === 2) head[1] = 0x80 | size;
  else {
    head.writeUIntBE(size, 3, 6);
    head[1] = 0x01;
  }
  await handle.write(head, 0, head.length, at);
  for (let from = at + head.length; from < end; from += ZEROS.length)
    await handle.write(ZEROS, 0, Math.min(ZEROS.length, end - from), from);
}

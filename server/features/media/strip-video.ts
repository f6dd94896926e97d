import { type FileHandle, open } from 'node:fs/promises';

/**
 * Removes what an MP4 or MOV says beside its tracks: place, device, titles, and boxes of other
 * programs. They become free space of the same size, so that nothing has to be moved.
 */

/** Boxes that contain others, on the way to those with notes. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf']);
const NOTES = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'Xtra', 'XMP_']);
const MAX_BOXES = 20_000;
const MAX_DEPTH = 5;
const ZEROS = Buffer.alloc(64 * 1024);

/** @returns whether there was something */
export async function stripVideo(file: string): Promise<boolean> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const notes = await notesIn(handle, { from: 0, to: size, depth: 0 }, { boxes: 0 });
    let isChanged = false;
    for (const { at, head, end } of notes)
      isChanged = (await blank(handle, at, head, end)) || isChanged;
    return isChanged;
  } finally {
    await handle.close();
  }
}

type Box = { at: number; head: number; end: number };

async function notesIn(
  handle: FileHandle,
  { from, to, depth }: { from: number; to: number; depth: number },
  seen: { boxes: number },
): Promise<Box[]> {
  const found: Box[] = [];
  const bytes = Buffer.alloc(16);
  for (let at = from; at + 8 <= to; ) {
    if (++seen.boxes > MAX_BOXES) break;
    await handle.read(bytes, 0, 16, at);
    const [short, name] = [bytes.readUInt32BE(0), bytes.toString('latin1', 4, 8)];
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    const end = at + size;
    if (size < head || end > to) break;
    if (NOTES.has(name)) found.push({ at, head, end });
    else if (CONTAINERS.has(name) && depth < MAX_DEPTH)
      found.push(...(await notesIn(handle, { from: at + head, to: end, depth: depth + 1 }, seen)));
    at = end;
  }
  return found;
}

/** Makes a box free space; false where it is empty space already. */
async function blank(handle: FileHandle, at: number, head: number, end: number): Promise<boolean> {
  const name = Buffer.alloc(4);
  await handle.read(name, 0, 4, at + 4);
  let isChanged = !['free', 'skip', 'wide'].includes(name.toString('latin1'));
  if (isChanged) await handle.write(Buffer.from('free'), 0, 4, at + 4);
  const bytes = Buffer.alloc(ZEROS.length);
  for (let from = at + head; from < end; from += ZEROS.length) {
    const length = Math.min(ZEROS.length, end - from);
    await handle.read(bytes, 0, length, from);
    if (bytes.subarray(0, length).equals(ZEROS.subarray(0, length))) continue;
    await handle.write(ZEROS, 0, length, from);
    isChanged = true;
  }
  return isChanged;
}

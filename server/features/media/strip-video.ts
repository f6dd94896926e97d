import { type FileHandle, open } from 'node:fs/promises';
import { bytesOf } from './bytes-of.ts';
import { refused } from './refusal.ts';
import { chunksOf, MAX_TABLE_BYTES } from './sample-table.ts';

/**
 * Removes what an MP4 or MOV says beside its pictures and its sound: place, device, titles, tracks of
 * a GPS, and boxes of other programs. They become free space of the same size, so that nothing has to
 * be moved.
 */

/** What shows the film: of the file, of its index, and of a track. */
const OF_FILE = new Set(['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'styp']);
const OF_INDEX = new Set(['mvhd', 'trak', 'mvex', 'iods']);
const NOTES = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'Xtra', 'XMP_']);
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
/** Others have places, times of day, subtitles with places, or chapters. */
const TRACKS = new Set(['vide', 'soun']);
const FREE = new Set(['free', 'skip', 'wide']);
const MAX_BOXES = 20_000;
const MAX_DEPTH = 5;
const ZEROS = Buffer.alloc(64 * 1024);

type Box = { name: string; at: number; head: number; end: number; inside: Box[] };
type Range = { from: number; to: number };

/**
 * @returns whether there was something
 * @throws AppError 400 where a track cannot be removed
 */
export async function stripVideo(file: string): Promise<boolean> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const boxes = await boxesIn(handle, { from: 0, to: size, depth: 0 }, { boxes: 0 });
    const tracks = await otherTracks(handle, boxes);
    let isChanged = await cutBehind(handle, boxes, size);
    for (const track of tracks)
      for (const { from, to } of await samplesOf(handle, track, boxes))
        isChanged = (await zero(handle, from, to)) || isChanged;
    const notes = [...tracks, ...notesIn(boxes, OF_FILE, tracks)];
    for (const note of notes) isChanged = (await blank(handle, note)) || isChanged;
    return isChanged;
  } finally {
    await handle.close();
  }
}

async function boxesIn(
  handle: FileHandle,
  { from, to, depth }: Range & { depth: number },
  seen: { boxes: number },
): Promise<Box[]> {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    if (++seen.boxes > MAX_BOXES) break;
    const bytes = await bytesOf(handle, at, 16);
    const [short, name] = [bytes.readUInt32BE(0), bytes.toString('latin1', 4, 8)];
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    const end = at + size;
    if (size < head || end > to) break;
    const isContainer = CONTAINERS.has(name) && depth < MAX_DEPTH;
    const range = { from: at + head, to: end, depth: depth + 1 };
    found.push({
      name,
      at,
      head,
      end,
      inside: isContainer ? await boxesIn(handle, range, seen) : [],
    });
    at = end;
  }
  return found;
}

const inside = (boxes: readonly Box[], ...[name, ...path]: string[]): Box | undefined => {
  const found = boxes.find((box) => box.name === name);
  return path.length ? found && inside(found.inside, ...path) : found;
};

/** The tracks of anything but pictures and sound. */
async function otherTracks(handle: FileHandle, boxes: readonly Box[]): Promise<Box[]> {
  const tracks = inside(boxes, 'moov')?.inside.filter(({ name }) => name === 'trak') ?? [];
  const others: Box[] = [];
  for (const track of tracks) {
    const handler = inside(track.inside, 'mdia', 'hdlr');
    const kind = handler && (await bytesOf(handle, handler.at + handler.head + 8, 4));
    if (!TRACKS.has(kind?.toString('latin1') ?? '')) others.push(track);
  }
  return others;
}

/** Where the file has what a track says. @throws AppError 400 */
async function samplesOf(handle: FileHandle, track: Box, boxes: readonly Box[]): Promise<Range[]> {
  const unsafe = () =>
    refused(
      'This video has a track beside its pictures and sound that can’t be removed, and may say where it was recorded. Export the video again as MP4.',
    );
  const table = inside(track.inside, 'mdia', 'minf', 'stbl')?.inside ?? [];
  const read = async (name: string) => {
    const box = inside(table, name);
    if (box && box.end - box.at > MAX_TABLE_BYTES) throw unsafe();
    return box && bytesOf(handle, box.at + box.head, box.end - box.at - box.head);
  };
  const [sizes, chunks, short, long] = await Promise.all(
    ['stsz', 'stsc', 'stco', 'co64'].map(read),
  );
  const found = chunksOf({ sizes, chunks, offsets: short ?? long, isLong: short === undefined });
  const data = boxes.filter(({ name }) => name === 'mdat');
  const isData = ({ from, to }: Range) =>
    data.some(({ at, head, end }) => from >= at + head && to <= end);
  // Of a film in fragments, what a track says is not where its index says.
  if (!found?.every(isData) || boxes.some(({ name }) => name === 'moof')) throw unsafe();
  return found;
}

/** All that is not kept, but for tracks that are blanked as a whole. */
function notesIn(boxes: readonly Box[], kept: Set<string> | null, tracks: readonly Box[]): Box[] {
  return boxes.flatMap((box) => {
    if (tracks.includes(box)) return [];
    // What is removed is referred to no more.
    const isReference = box.name === 'tref' && tracks.length > 0;
    if (isReference || (kept ? !kept.has(box.name) : NOTES.has(box.name))) return [box];
    return notesIn(box.inside, box.name === 'moov' ? OF_INDEX : null, tracks);
  });
}

/** Cuts what is behind the last box, where cameras hide notes. */
async function cutBehind(
  handle: FileHandle,
  boxes: readonly Box[],
  size: number,
): Promise<boolean> {
  const end = boxes.at(-1)?.end ?? size;
  if (end === size || !inside(boxes, 'moov') || !inside(boxes, 'mdat')) return false;
  const next = (await bytesOf(handle, end, 8)).toString('latin1', 4);
  // A box that is cut off: the video is damaged.
  if (OF_FILE.has(next)) return false;
  await handle.truncate(end);
  return true;
}

/** Makes a box free space; false where it is empty space already. */
async function blank(handle: FileHandle, { name, at, head, end }: Box): Promise<boolean> {
  const isNamed = FREE.has(name);
  if (!isNamed) await handle.write(Buffer.from('free'), 0, 4, at + 4);
  return (await zero(handle, at + head, end)) || !isNamed;
}

/** Writes zeros; false where there are none but these. */
async function zero(handle: FileHandle, start: number, end: number): Promise<boolean> {
  let isChanged = false;
  for (let from = start; from < end; from += ZEROS.length) {
    const length = Math.min(ZEROS.length, end - from);
    if ((await bytesOf(handle, from, length)).equals(ZEROS.subarray(0, length))) continue;
    await handle.write(ZEROS, 0, length, from);
    isChanged = true;
  }
  return isChanged;
}

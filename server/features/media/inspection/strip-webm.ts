import { complexVideo, damagedVideo } from '../refusal.ts';
import { editVideo, MAX_NOTES, type Range, type Video } from './edit-video.ts';

/**
 * Removes what a WebM says beside its tracks: tags with place and device, titles, attached files,
 * dates. Elements become a Void of the same size (RFC 8794, 11.3.2), so that nothing has to be moved.
 */

const FILE = 0;
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VOID = 0xec;
/** Each is read in one place alone. */
const CONTAINERS = new Map([
  [SEGMENT, FILE],
  [INFO, SEGMENT],
  [TRACKS, SEGMENT],
  [TRACK, TRACKS],
]);
/** Of a file, and of a segment: with SeekHead and Cues. */
const KEPT = new Map([
  [FILE, new Set([EBML, SEGMENT])],
  [SEGMENT, new Set([INFO, TRACKS, CLUSTER, 0x114d9b74, 0x1c53bb6b])],
]);
/** In the others. */
const NOTES = new Set([
  VOID,
  // Title, SegmentFilename, PrevFilename, NextFilename, DateUTC; the Name of a track.
  ...[0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0x4461, 0x536e],
  // A sum that is wrong then.
  0xbf,
]);
const IN_CLUSTER = new Set([0xe7, 0xa3, 0xa0, 0xaf, 0xab, 0xa7, 0x5854, 0xbf]);
/** Those end a cluster of unknown size, with Tags, Attachments and Chapters. */
const BESIDE_CLUSTERS = new Set([
  ...[EBML, SEGMENT, ...(KEPT.get(SEGMENT) ?? [])],
  ...[0x1254c367, 0x1941a469, 0x1043a770],
]);
/** Beside the blocks of clusters, which are as many as a film is long. */
const MAX_ELEMENTS = 500_000;
const CLUSTER_ID = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);

/** `data`: where its content begins. */
type Element = { id: number; at: number; data: number; end: number; isUnknown: boolean };
type Note = Pick<Element, 'id' | 'at' | 'data' | 'end'>;
type Place = Range & { parent: number; isOpen?: boolean };
type Found = { count: number; notes: Note[] };

/**
 * @param signal ends the work; by default, after a minute
 * @returns whether there was something
 * @throws AppError 400 where it is damaged, has more elements than can be looked at, or takes too long
 */
export const stripWebm = (file: string, signal?: AbortSignal): Promise<boolean> =>
  editVideo(
    file,
    async (video) => {
      const found: Found = { count: 0, notes: [] };
      const end = await walkFile(video, found);
      if (found.notes.length > MAX_NOTES) throw complexVideo();
      let isChanged = end < video.size;
      if (await video.has(CLUSTER_ID, { from: end, to: video.size })) throw damagedVideo();
      if (isChanged) await video.cut(end);
      for (const note of found.notes) isChanged = (await makeVoid(video, note)) || isChanged;
      return isChanged;
    },
    signal,
  );

/** @returns where the last segment ends: what is behind it is nothing to show */
async function walkFile(video: Video, found: Found): Promise<number> {
  let end = 0;
  for (let at = 0; at < video.size; ) {
    const element = await elementIn(video, { from: at, to: video.size }, found);
    if (!element) break;
    const { id, data, isUnknown } = element;
    at = element.end;
    if (id === SEGMENT)
      end = at = await walk(video, { parent: id, from: data, to: at, isOpen: isUnknown }, found);
    else if (isUnknown) break;
    else if (id !== EBML) found.notes.push(element);
  }
  if (end === 0) throw damagedVideo();
  found.notes = found.notes.filter(({ at }) => at < end);
  return end;
}

/** Collects notes. @returns where it ends: one of unknown size, where another begins */
async function walk(video: Video, place: Place, found: Found): Promise<number> {
  const { parent, to } = place;
  for (let at = place.from; at < to; ) {
    const element = await elementIn(video, { from: at, to }, found);
    if (!element) return blankRest(video, { from: at, to }, place, found);
    const { id, data, end, isUnknown } = element;
    if (place.isOpen && KEPT.get(FILE)?.has(id)) return at;
    const isCluster = id === CLUSTER && parent === SEGMENT;
    const isNote = !(KEPT.get(parent)?.has(id) ?? !NOTES.has(id));
    at = end;
    if (isCluster && isUnknown) at = await behindCluster(video, { from: data, to }, found);
    else if (isUnknown && isNote) return blankRest(video, { from: element.at, to }, place, found);
    else if (isUnknown) throw damagedVideo();
    else if (isNote) found.notes.push(element);
    else if (CONTAINERS.get(id) === parent)
      await walk(video, { parent: id, from: data, to: end }, found);
  }
  return to;
}

/** Collects what is not of a cluster of unknown size. @returns where it ends */
async function behindCluster(video: Video, { from, to }: Range, found: Found): Promise<number> {
  for (let at = from; at < to; ) {
    await video.step();
    const element = await elementAt(video, at, to);
    if (!element || BESIDE_CLUSTERS.has(element.id)) return at;
    if (element.isUnknown) throw damagedVideo();
    if (!IN_CLUSTER.has(element.id)) {
      if (++found.count > MAX_ELEMENTS) throw complexVideo();
      found.notes.push(element);
    }
    at = element.end;
  }
  return to;
}

/** Where no element begins, or one without an end: programs look for the next cluster. */
async function blankRest(
  video: Video,
  { from, to }: Range,
  { parent }: Place,
  { notes }: Found,
): Promise<number> {
  if (parent !== SEGMENT || (await video.has(CLUSTER_ID, { from, to }))) throw damagedVideo();
  notes.push({ id: FILE, at: from, data: from, end: to });
  return to;
}

async function elementIn(
  video: Video,
  { from, to }: Range,
  found: Found,
): Promise<Element | undefined> {
  await video.step();
  if (++found.count > MAX_ELEMENTS) throw complexVideo();
  return elementAt(video, from, to);
}

/** The element that begins here; undefined where none does. */
async function elementAt(video: Video, at: number, to: number): Promise<Element | undefined> {
  const bytes = await video.peek(at, 12);
  const idLength = lengthOf(bytes[0]);
  const sizeLength = lengthOf(bytes[idLength]);
  const data = at + idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || data > to) return;
  const first = (bytes[idLength] ?? 0) & (0xff >> sizeLength);
  let isUnknown = first === 0xff >> sizeLength;
  let size = first;
  for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  // What is cut off says something, too.
  const end = isUnknown ? to : Math.min(data + size, to);
  return { id: bytes.readUIntBE(0, idLength), at, data, end, isUnknown };
}

/** How many bytes a number has, by its first one: 9 where it is none. */
const lengthOf = (first = 0) => (first === 0 ? 9 : Math.clz32(first) - 23);

/** Makes an element empty space; false where it is that already. */
async function makeVoid(video: Video, { id, at, data, end }: Note): Promise<boolean> {
  if (id === VOID) return video.zero([{ from: data, to: end }]);
  // Too small for an element.
  if (end - at < 2) return video.zero([{ from: at, to: end }]);
  const head = Buffer.alloc(end - at < 9 ? 2 : 9);
  head[0] = VOID;
  const size = end - at - head.length;
  if (head.length === 2) head[1] = 0x80 | size;
  else {
    head.writeUIntBE(size, 3, 6);
    head[1] = 0x01;
  }
  await video.write(at, head);
  await video.zero([{ from: at + head.length, to: end }]);
  return true;
}

import { complexVideo, damagedVideo, refused } from '../refusal.ts';
import { editVideo, MAX_NOTES, type Range, type Video } from './edit-video.ts';
import { areWithin, chunksOf, MAX_CHUNKS, MAX_TABLE_BYTES, merged } from './sample-table.ts';

/**
 * Removes what an MP4 or MOV says beside its pictures and its sound: place, device, titles, tracks of
 * a GPS, and boxes of other programs. They become free space of the same size, so that nothing has to
 * be moved.
 */

const FILE = '';
/** What shows the film, of the file and of each container (ISO 14496-12, and QuickTime). */
const SHOWS = new Map(
  Object.entries({
    [FILE]: 'ftyp moov mdat moof mfra sidx ssix styp',
    moov: 'mvhd trak mvex iods',
    trak: 'tkhd edts tref mdia trgr tapt load matt clip imap',
    mdia: 'mdhd hdlr elng minf',
    minf: 'vmhd smhd sthd nmhd hmhd gmhd hdlr dinf stbl',
    stbl: 'stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps stsh sdtp stdp padb sbgp sgpd subs saiz saio',
    moof: 'mfhd traf',
    traf: 'tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc',
  }).map(([name, names]) => [name, new Set(names.split(' '))]),
);
/** Others have places, times of day, subtitles with places, or chapters. */
const TRACKS = new Set(['vide', 'soun']);
const FREE = new Set(['free', 'skip', 'wide']);
/** Some hours in fragments of a second have less. */
const MAX_BOXES = 200_000;
/** Of a film that has a track to remove, which is not in fragments. */
const MAX_DATA = 1000;
const MAX_SHORT = 0xffffffff;

/** One without a name is the rest of a container, where no box begins. */
type Box = { name: string; at: number; head: number; end: number; inside: Box[] };

/**
 * @param signal ends the work; by default, after a minute
 * @returns whether there was something
 * @throws AppError 400 where a track cannot be removed; where it is damaged, or takes too long
 */
export const stripVideo = (file: string, signal?: AbortSignal): Promise<boolean> =>
  editVideo(
    file,
    async (video) => {
      const boxes = await boxesIn(video, { parent: FILE, from: 0, to: video.size }, { boxes: 0 });
      const tracks = await otherTracks(video, boxes);
      const samples = await samplesOf(video, tracks, boxes);
      const notes = [...tracks];
      await collectNotes(video, { boxes, parent: FILE, tracks: new Set(tracks) }, notes);
      if (notes.length > MAX_NOTES) throw complexVideo();
      let isChanged = await cutBehind(video, boxes);
      isChanged = (await video.zero(samples)) || isChanged;
      for (const note of notes) isChanged = (await blank(video, note)) || isChanged;
      return isChanged;
    },
    signal,
  );

async function boxesIn(
  video: Video,
  { parent, from, to }: Range & { parent: string },
  seen: { boxes: number },
): Promise<Box[]> {
  const found: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    await video.step();
    if (++seen.boxes > MAX_BOXES) throw complexVideo();
    const bytes = await video.peek(at, 16);
    const [short, name] = [bytes.readUInt32BE(0), bytes.toString('latin1', 4, 8)];
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    const end = at + size;
    const isShown = SHOWS.get(parent)?.has(name) === true;
    if (size < head || end > to) {
      // Programs read what they can of it.
      if (parent !== FILE && isShown) throw damagedVideo();
      break;
    }
    const isContainer = isShown && SHOWS.has(name);
    const inside = isContainer
      ? await boxesIn(video, { parent: name, from: at + head, to: end }, seen)
      : [];
    found.push({ name, at, head, end, inside });
    at = end;
  }
  // Of the file, it is cut.
  if (parent !== FILE && at < to) found.push({ name: '', at, head: 8, end: to, inside: [] });
  return found;
}

const inside = (boxes: readonly Box[], ...[name, ...path]: string[]): Box | undefined => {
  const found = boxes.find((box) => box.name === name);
  return path.length ? found && inside(found.inside, ...path) : found;
};

/** The tracks of anything but pictures and sound. */
async function otherTracks(video: Video, boxes: readonly Box[]): Promise<Box[]> {
  const others: Box[] = [];
  for (const index of boxes.filter(({ name }) => name === 'moov'))
    for (const track of index.inside.filter(({ name }) => name === 'trak')) {
      await video.step();
      const handler = inside(track.inside, 'mdia', 'hdlr');
      const kind = handler && (await video.peek(handler.at + handler.head + 8, 4));
      if (!TRACKS.has(kind?.toString('latin1') ?? '')) others.push(track);
    }
  return others;
}

/** Where the file has what tracks say. @throws AppError 400 */
async function samplesOf(
  video: Video,
  tracks: readonly Box[],
  boxes: readonly Box[],
): Promise<Range[]> {
  const unsafe = () =>
    refused(
      'This video has a track beside its pictures and sound that can’t be removed, and may say where it was recorded. Export the video again as MP4.',
    );
  // Of a film in fragments, what a track says is not where its index says.
  if (tracks.length && inside(boxes, 'moof')) throw unsafe();
  const found: Range[] = [];
  for (const track of tracks) {
    await video.step();
    const table = inside(track.inside, 'mdia', 'minf', 'stbl')?.inside ?? [];
    const read = async (name: string) => {
      const box = inside(table, name);
      if (box && box.end - box.at > MAX_TABLE_BYTES) throw unsafe();
      return box && video.bytes(box.at + box.head, box.end - box.at - box.head);
    };
    const [sizes, chunks, short, long] = await Promise.all(
      ['stsz', 'stsc', 'stco', 'co64'].map(read),
    );
    const own = chunksOf({ sizes, chunks, offsets: short ?? long, isLong: short === undefined });
    if (!own || found.length + own.length > MAX_CHUNKS) throw unsafe();
    for (const range of own) if (range.to > range.from) found.push(range);
  }
  const data = boxes.filter(({ name }) => name === 'mdat');
  if (tracks.length && data.length > MAX_DATA) throw unsafe();
  const outer = data.map(({ at, head, end }) => ({ from: at + head, to: end }));
  await video.step();
  const ranges = merged(found);
  await video.step();
  // Tables that name the same bytes again and again are of no camera.
  const total = found.reduce((sum, { from, to }) => sum + to - from, 0);
  if (total > video.size || !areWithin(ranges, outer)) throw unsafe();
  return ranges;
}

type Shown = { boxes: readonly Box[]; parent: string; tracks: ReadonlySet<Box> };

/** Collects all that does not show the film, but for tracks that are blanked as a whole. */
async function collectNotes(
  video: Video,
  { boxes, parent, tracks }: Shown,
  notes: Box[],
): Promise<void> {
  const shown = SHOWS.get(parent);
  for (const box of boxes) {
    await video.step();
    if (tracks.has(box)) continue;
    // What is removed is referred to no more.
    const isReference = box.name === 'tref' && tracks.size > 0;
    if (isReference || !shown?.has(box.name)) notes.push(box);
    else await collectNotes(video, { boxes: box.inside, parent: box.name, tracks }, notes);
  }
}

/** Cuts what is behind the last box, where cameras hide notes. @throws AppError 400 */
async function cutBehind(video: Video, boxes: readonly Box[]): Promise<boolean> {
  const end = boxes.at(-1)?.end ?? 0;
  if (end === video.size) return false;
  const next = (await video.peek(end, 8)).toString('latin1', 4);
  // A box that is cut off. Of a fragment without its pictures, there is nothing to show.
  const isCutOff = next === 'moov' || next === 'mdat';
  if (isCutOff || !inside(boxes, 'moov') || !inside(boxes, 'mdat')) throw damagedVideo();
  await video.cut(end);
  return true;
}

/** Makes a box free space; false where it is empty space already. */
async function blank(video: Video, { name, at, head, end }: Box): Promise<boolean> {
  const size = end - at;
  if (size < 8) return video.zero([{ from: at, to: end }]);
  const isNamed = FREE.has(name);
  if (!isNamed) {
    await video.write(at + 4, Buffer.from('free'));
    if (head === 8 && size <= MAX_SHORT) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(size);
      await video.write(at, bytes);
    }
  }
  return (await video.zero([{ from: at + head, to: end }])) || !isNamed;
}

import { mkdtemp, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stripVideo } from './strip-video.ts';
import { stripWebm } from './strip-webm.ts';

/** Videos that are made to cost much, or to hide a place where no program reads on. */

const folder = await mkdtemp(join(tmpdir(), 'strip-'));
const handle = await open(folder);
const FileHandle = Object.getPrototypeOf(handle);
await handle.close();
afterEach(() => vi.restoreAllMocks());

const SECRET = 'GPS(51.5033,-0.1195)';
const DAMAGED = 'This video is damaged: it can’t be read.';
const COMPLEX = 'This video is too complex to be read.';
const TRACK = expect.stringMatching(/^This video has a track/);

/** What is left of a file, or the refusal; what it cost. */
async function strip(
  work: typeof stripVideo,
  bytes: Buffer,
  signal?: AbortSignal,
): Promise<{ left: Buffer; refusal: unknown; reads: number; seconds: number }> {
  const file = join(folder, 'film');
  await writeFile(file, bytes);
  const reads = vi.spyOn(FileHandle, 'read');
  const before = process.cpuUsage();
  const refusal = await work(file, signal).then(
    () => undefined,
    (error) => error.extra?.file?.[0] ?? error,
  );
  const { user, system } = process.cpuUsage(before);
  const counted = reads.mock.calls.length;
  reads.mockRestore();
  return { left: await readFile(file), refusal, reads: counted, seconds: (user + system) / 1e6 };
}

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};
const bytesOf = (parts: readonly (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
const box = (name: string, ...content: (Buffer | string)[]) => {
  const body = bytesOf(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};

const FTYP = box('ftyp', 'isom', u32(0));
const handler = (kind: string) => box('hdlr', u32(0, 0), kind, u32(0, 0, 0));
/** A track of texts, all samples of one size. */
const texts = (size: number, offsets: readonly number[]) =>
  box(
    'trak',
    box(
      'mdia',
      handler('text'),
      box(
        'minf',
        box(
          'stbl',
          box('stsz', u32(0, size, offsets.length)),
          box('stsc', u32(0, 1, 1, 1, 1)),
          box('stco', u32(0, offsets.length, ...offsets)),
        ),
      ),
    ),
  );

describe('an MP4', () => {
  const many = Array.from({ length: 50_000 }, () => 1);

  /** A track of 50,000 chunks behind boxes of data. */
  const scattered = (count: number) => {
    const data = Array.from({ length: count }, () => box('mdat'));
    const from = FTYP.length + 8 * count + 8;
    const index = box(
      'moov',
      texts(
        1,
        many.map((_, chunk) => from + chunk),
      ),
    );
    return {
      from,
      bytes: Buffer.concat([FTYP, ...data, box('mdat', Buffer.alloc(50_000, 1)), index]),
    };
  };

  test.for([
    [999, undefined],
    [19_900, TRACK],
  ] as const)('with many chunks and %i boxes of data costs little', async ([count, expected]) => {
    const { from, bytes } = scattered(count);
    const { refusal, left, reads, seconds } = await strip(stripVideo, bytes);
    expect([refusal, left.length]).toEqual([expected, bytes.length]);
    const zeros = left.subarray(from, from + 50_000).equals(Buffer.alloc(50_000));
    expect([zeros, reads < 100, seconds < 3]).toEqual([expected === undefined, true, true]);
  });

  test('with texts between its pictures keeps them', async () => {
    const offsets = Array.from({ length: 2000 }, (_, chunk) => FTYP.length + 8 + 100 * chunk);
    const data = Buffer.concat(
      offsets.map(() => Buffer.concat([Buffer.alloc(40, 2), Buffer.alloc(60, 1)])),
    );
    const bytes = Buffer.concat([FTYP, box('mdat', data), box('moov', texts(40, offsets))]);
    const { refusal, left, reads } = await strip(stripVideo, bytes);
    const pictures = left.subarray(FTYP.length + 8, FTYP.length + 8 + data.length);
    expect([refusal, reads < 30]).toEqual([undefined, true]);
    expect(pictures.equals(Buffer.from(data.map((byte) => (byte === 1 ? 1 : 0))))).toBe(true);
  });

  test('with more chunks than any film is refused', async () => {
    const offsets = Array.from({ length: 100_001 }, () => 24);
    const bytes = Buffer.concat([FTYP, box('mdat', 'x'), box('moov', texts(1, offsets))]);
    expect((await strip(stripVideo, bytes)).refusal).toEqual(TRACK);
  });

  test.for([1, 500])(
    'whose chunks are all the same bytes is refused, in %i tracks',
    async (tracks) => {
      const size = 4_000_000;
      const one = texts(
        size,
        Array.from({ length: 500 / tracks + 1 }, () => FTYP.length + 8),
      );
      const index = box('moov', ...Array.from({ length: tracks }, () => one));
      const bytes = Buffer.concat([FTYP, box('mdat', Buffer.alloc(size, 1)), index]);
      const { refusal, reads } = await strip(stripVideo, bytes);
      expect([refusal, reads < 3000]).toEqual([TRACK, true]);
    },
  );

  const fragment = () =>
    Buffer.concat([
      box(
        'moof',
        box('mfhd', u32(0, 1)),
        box('traf', box('tfhd'), box('tfdt'), box('trun'), box('sdtp')),
      ),
      box('mdat', 'pictures'),
    ]);
  const fragmented = (count: number) =>
    Buffer.concat([
      FTYP,
      box('moov', box('trak', box('mdia', handler('vide'))), box('mvex')),
      ...Array.from({ length: count }, fragment),
    ]);

  test('in many fragments is kept as it is', async () => {
    const bytes = fragmented(5000);
    const { refusal, left, reads } = await strip(stripVideo, bytes);
    expect([refusal, left.equals(bytes), reads < 100]).toEqual([undefined, true, true]);
  });

  test('in more fragments than can be looked at is refused', async () => {
    const bytes = fragmented(30_000);
    const { refusal, left } = await strip(stripVideo, bytes);
    expect([refusal, left.equals(bytes)]).toEqual([COMPLEX, true]);
  });

  const video = (inTrack: Buffer, inIndex: Buffer) =>
    Buffer.concat([
      FTYP,
      box('moov', box('mvhd', u32(0)), box('trak', box('mdia', handler('vide')), inTrack), inIndex),
      box('mdat', 'pictures'),
    ]);
  const NONE = Buffer.alloc(0);
  const broken = (name: string, size: number) => bytesOf([u32(size), name, SECRET]);

  test.for([0, 1, 4, 7, 1000, 0xffffffff])(
    'says nothing behind a box of the size %i',
    async (size) => {
      for (const name of ['udta', 'abcd', '\0\0\0\0'])
        for (const bytes of [video(broken(name, size), NONE), video(NONE, broken(name, size))]) {
          const { refusal, left } = await strip(stripVideo, bytes);
          expect([name, refusal, left.length]).toEqual([name, undefined, bytes.length]);
          expect([name, left.includes(SECRET)]).toEqual([name, false]);
          // Behind it, all is where it was.
          expect([left.includes('vide'), left.subarray(-16).equals(bytes.subarray(-16))]).toEqual([
            true,
            true,
          ]);
        }
    },
  );

  test('whose pictures are in a broken box is refused', async () => {
    for (const bytes of [video(broken('edts', 4), NONE), video(NONE, broken('trak', 1000))])
      expect((await strip(stripVideo, bytes)).refusal).toBe(DAMAGED);
  });

  test('says nothing in a fragment that is cut off', async () => {
    const bytes = Buffer.concat([fragmented(2), u32(1000), Buffer.from(`moof${SECRET}`)]);
    const { refusal, left } = await strip(stripVideo, bytes);
    expect([refusal, left.equals(fragmented(2))]).toEqual([undefined, true]);
  });

  test('that takes too long is refused', async () => {
    const sentence = 'This video takes too long to process.';
    const found = [
      await strip(stripVideo, fragmented(2), AbortSignal.abort()),
      await strip(stripWebm, webm([CLUSTER]), AbortSignal.abort()),
    ];
    expect(found.map(({ refusal }) => refusal)).toEqual([sentence, sentence]);
  });
});

const UNKNOWN = Buffer.from('01ffffffffffffff', 'hex');
const sized = (size: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeUIntBE(size, 2, 6);
  bytes[0] = 1;
  return bytes;
};
/** An element, by its number in hex. */
const element = (id: string, content: Buffer | string = '', size?: Buffer) => {
  const body = Buffer.from(content as string, 'latin1');
  return Buffer.concat([Buffer.from(id, 'hex'), size ?? sized(body.length), body]);
};
const BLOCK = element('a3', '\x81\0\0\x80pictures');
const CLUSTER = element('1f43b675', Buffer.concat([element('e7', '\0'), BLOCK]));
const TAGS = element('1254c367', SECRET);
const webm = (parts: readonly Buffer[], size?: Buffer) =>
  Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    element(
      '18538067',
      Buffer.concat([element('1549a966', element('2ad7b1', '\x0f\x42\x40')), ...parts]),
      size,
    ),
  ]);

describe('a WebM', () => {
  test('of an hour, as browsers record it, costs little', async () => {
    const blocks = Array.from({ length: 300_000 }, () => BLOCK);
    const bytes = webm([element('1f43b675', Buffer.concat(blocks), UNKNOWN), TAGS], UNKNOWN);
    const { refusal, left, reads, seconds } = await strip(stripWebm, bytes);
    expect([refusal, left.includes(SECRET)]).toEqual([undefined, false]);
    expect(left.subarray(0, -TAGS.length).equals(bytes.subarray(0, -TAGS.length))).toBe(true);
    expect([reads < 300, seconds < 5]).toEqual([true, true]);
  });

  test('with elements inside of each other without an end costs little', async () => {
    const heads: Buffer[] = [];
    for (let level = 0; level < 200_000; level++)
      heads.push(element('18538067', '', sized(12 * (199_999 - level))));
    const { refusal, reads, seconds } = await strip(
      stripWebm,
      webm([CLUSTER, Buffer.concat(heads)]),
    );
    expect([refusal, reads < 100, seconds < 3]).toEqual([undefined, true, true]);
  });

  test('with many elements beside its clusters is refused', async () => {
    const bytes = webm([CLUSTER, Buffer.from('ec80'.repeat(500_001), 'hex')]);
    expect((await strip(stripWebm, bytes)).refusal).toBe(COMPLEX);
  });

  test.for([
    ['zeros', Buffer.concat([Buffer.alloc(4), TAGS])],
    ['a number that is none', Buffer.concat([Buffer.from('0fffff', 'hex'), TAGS])],
    ['tags of unknown size', element('1254c367', SECRET, UNKNOWN)],
    ['an unknown element', element('4fff', SECRET)],
    ['empty space', element('ec', SECRET)],
  ] as const)('says nothing behind or in %s', async ([, hidden]) => {
    const live = element('1f43b675', BLOCK, UNKNOWN);
    for (const parts of [
      [CLUSTER, hidden],
      [live, hidden],
      [live, hidden, Buffer.from('\0')],
    ])
      for (const bytes of [webm(parts), webm(parts, UNKNOWN)]) {
        const { refusal, left } = await strip(stripWebm, bytes);
        expect([refusal, left.length, left.includes(SECRET)]).toEqual([
          undefined,
          bytes.length,
          false,
        ]);
        expect(left.includes(BLOCK)).toBe(true);
      }
  });

  test.for([
    ['behind zeros', [CLUSTER, Buffer.alloc(4), CLUSTER]],
    ['behind tags of unknown size', [element('1254c367', SECRET, UNKNOWN), CLUSTER]],
    ['in tracks of unknown size', [element('1654ae6b', '', UNKNOWN), CLUSTER]],
    [
      'behind a block of unknown size',
      [element('1f43b675', element('a3', '', UNKNOWN), UNKNOWN), CLUSTER],
    ],
  ] as const)('with pictures %s is refused, and not cut', async ([, parts]) => {
    const bytes = webm(parts);
    const { refusal, left } = await strip(stripWebm, bytes);
    expect([refusal, left.equals(bytes)]).toEqual([DAMAGED, true]);
  });

  test('with pictures behind its end is refused, and not cut', async () => {
    const bytes = Buffer.concat([webm([CLUSTER]), CLUSTER]);
    const { refusal, left } = await strip(stripWebm, bytes);
    expect([refusal, left.equals(bytes)]).toEqual([DAMAGED, true]);
  });

  test('of two recordings, one behind the other, is kept', async () => {
    const recording = webm([element('1f43b675', BLOCK, UNKNOWN)], UNKNOWN);
    const bytes = Buffer.concat([recording, recording]);
    const { refusal, left } = await strip(stripWebm, bytes);
    expect([refusal, left.equals(bytes)]).toEqual([undefined, true]);
  });
});

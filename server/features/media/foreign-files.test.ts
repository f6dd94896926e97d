import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkMedia } from '#contract/publishing/checks.ts';
import { readConfig } from '../../config/config.ts';
import { person, useApp } from '../../testing/app.ts';
import { jpeg, mp4, photo, picture } from '../../testing/media-files.ts';

/** Files as cameras, phones and other programs write them. */

const dataDir = await mkdtemp(join(tmpdir(), 'foreign-'));
const { PATH = '' } = process.env;
const app = useApp({ DATA_DIR: dataDir, PATH });

async function uploader() {
  const { token } = await person(app);
  const post = async (bytes: Buffer, name: string) => {
    const response = await fetch(`${app.base}/api/media/?${new URLSearchParams({ name })}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(bytes),
    });
    return { status: response.status, body: await response.json() };
  };
  const load = async (body: { links: { original: string } }) =>
    Buffer.from(await (await fetch(app.base + body.links.original)).arrayBuffer());
  /** What is kept of a file that is taken. */
  const kept = async (bytes: Buffer, name: string) => {
    const { status, body } = await post(bytes, name);
    expect([name, status, body.file]).toEqual([name, 201, undefined]);
    return { body, bytes: await load(body) };
  };
  return { post, kept };
}

/** Four frames that differ. */
const frames = async () =>
  sharp(await picture({ width: 40, height: 120 }).raw().toBuffer(), {
    raw: { width: 40, height: 120, channels: 3, pageHeight: 30 },
  });

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const box = (name: string, ...content: (Buffer | string)[]) => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};
const SECRET = 'GPS+51.5033-000.1195/';

describe('a video', () => {
  test.for(['M4V ', 'M4VH', 'M4VP', 'isom', 'iso5', 'avc1', 'dash', 'mp42', '3gp4', 'XAVC'])(
    'of the brand %s is taken by its structure',
    async (brand) => {
      const { token } = await person(app);
      const bytes = await mp4({ codec: 'avc' });
      bytes.write(brand, 8, 'latin1');
      // Without ffmpeg, which would convert a 3GP.
      const response = await fetch(`${app.base}/api/media/?name=a.m4v`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: new Uint8Array(bytes),
      });
      const body = await response.json();
      // What was made for this test has no pictures that could be converted.
      if (brand === '3gp4' && readConfig().ffmpeg) return;
      expect([response.status, body.type, body.kind]).toEqual([201, 'video/mp4', 'video']);
    },
  );

  test('goes without its place, its device and the boxes of other programs', async () => {
    const { kept } = await uploader();
    const bytes = await mp4({ codec: 'avc' });
    const at = bytes.indexOf('moov', 0, 'latin1') - 4;
    const size = bytes.readUInt32BE(at);
    const notes = [
      box('udta', box('\xa9xyz', SECRET)),
      box('meta', '\0\0\0\0', box('keys', 'com.apple.quicktime.location.ISO6709'), SECRET),
    ];
    // Behind the rest, so that nothing of it moves.
    const moov = box('moov', bytes.subarray(at + 8, at + size), ...notes);
    const rest = Buffer.from(bytes);
    rest.write('free', at + 4, 'latin1');
    const film = Buffer.concat([rest, moov, box('uuid', SECRET), box('free', SECRET)]);
    const { body, bytes: left } = await kept(film, 'film.mp4');
    expect(body).toMatchObject({ type: 'video/mp4', width: 640, height: 360 });
    expect(left.length).toBe(film.length);
    expect(left.includes('GPS+51')).toBe(false);
    expect(left.includes('quicktime.location')).toBe(false);
  });
});

describe('a picture', () => {
  /** Puts a segment behind the beginning of a JPEG. */
  const withSegment = (bytes: Buffer, marker: number, content: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(content.length + 2);
    const head = Buffer.from([0xff, marker]);
    return Buffer.concat([
      bytes.subarray(0, 2),
      ...[head, length, Buffer.from(content, 'latin1')],
      bytes.subarray(2),
    ]);
  };
  /** Puts a chunk behind the head of a PNG; readers of notes check no sum. */
  const withChunk = (bytes: Buffer, name: string, content: string) =>
    Buffer.concat([
      ...[bytes.subarray(0, 33), u32(content.length), Buffer.from(name + content, 'latin1')],
      ...[Buffer.alloc(4), bytes.subarray(33)],
    ]);

  test('goes without what any of its parts says, and keeps its pixels', async () => {
    const { kept } = await uploader();
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    const [jpg, png, webp, moving] = [
      await jpeg(),
      await picture().png().toBuffer(),
      await picture().webp().toBuffer(),
      await (await frames()).gif({ delay: [100, 100, 100, 100] }).toBuffer(),
    ];
    const riff = Buffer.concat([
      webp,
      Buffer.from('PRIV'),
      Buffer.from([22, 0, 0, 0]),
      Buffer.from(`${SECRET} `),
    ]);
    riff.writeUInt32LE(riff.length - 8, 4);
    const comment = Buffer.from(
      `\x21\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`,
      'latin1',
    );
    const table = 13 + 3 * 2 ** (((moving[10] as number) & 7) + 1);
    const cases: [string, Buffer][] = [
      ['comment.jpg', withSegment(jpg, 0xfe, SECRET)],
      ['xmp.jpg', withSegment(jpg, 0xe1, `http://ns.adobe.com/xmp/extension/\0${SECRET}`)],
      ['iptc.jpg', withSegment(jpg, 0xed, `Photoshop 3.0\0${SECRET}`)],
      ['own.jpg', withSegment(jpg, 0xe7, SECRET)],
      ['behind.jpg', Buffer.concat([jpg, box('ftyp', 'mp42', SECRET)])],
      ['own.png', withChunk(png, 'prVt', SECRET)],
      ['text.png', withChunk(png, 'tEXt', `Comment\0${SECRET}`)],
      ['behind.png', Buffer.concat([png, Buffer.from(SECRET)])],
      ['own.webp', riff],
      ['comment.gif', Buffer.concat([moving.subarray(0, table), comment, moving.subarray(table)])],
    ];
    for (const [name, bytes] of cases) {
      expect([name, bytes.includes(SECRET)]).toEqual([name, true]);
      const { bytes: left } = await kept(bytes, name);
      expect([name, left.includes(SECRET)]).toEqual([name, false]);
      expect([name, (await pixels(left)).equals(await pixels(bytes))]).toEqual([name, true]);
    }
    const { bytes: left } = await kept(moving, 'moving.gif');
    expect((await sharp(left).metadata()).pages).toBe(4);
  });

  test('in the colours of print becomes one in the colours of screens', async () => {
    const { kept } = await uploader();
    const bare = await picture().toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(bare).metadata()).channels).toBe(4);
    const { body, bytes } = await kept(bare, 'print.jpg');
    expect(body.type).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  });

  test('that moves is an animation, and a warning where it does not move', async () => {
    const { kept } = await uploader();
    const webp = await sharp(
      await (await frames()).gif({ delay: [100, 100, 100, 100] }).toBuffer(),
      { animated: true },
    )
      .webp()
      .toBuffer();
    const animated = await kept(webp, 'moving.webp');
    expect(animated.body).toMatchObject({ kind: 'gif', type: 'image/webp' });
    // The control of an animation with one frame, and a note that would end it.
    const png = await picture({ width: 4, height: 4 }).png().toBuffer();
    const control = withChunk(png, 'acTL', '\0\0\0\x02\0\0\0\0');
    control.writeUInt32BE(crcOf(control.subarray(37, 49)), 49);
    const apng = await kept(withChunk(control, 'tEXt', `Comment\0${SECRET}`), 'moving.png');
    expect(apng.body).toMatchObject({ kind: 'gif', type: 'image/png' });
    expect(apng.bytes.includes('acTL')).toBe(true);
    expect(apng.bytes.includes(SECRET)).toBe(false);
    for (const { body } of [animated, apng]) {
      const file = { ...body, file: body.id, alt: 'Alt' };
      for (const network of ['x', 'mastodon', 'linkedin', 'bluesky', 'threads'] as const)
        expect(checkMedia(network, [file]).map(({ text }) => text)).toContainEqual(
          expect.stringMatching(/shows ‘moving\.(webp|png)’ as a still picture$/),
        );
    }
  });

  test('of a phone says what to do where it is not taken', async () => {
    const { post } = await uploader();
    const heic = Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('mdat', 'x'.repeat(100))]);
    expect((await post(heic, 'IMG_1.HEIC')).body.file).toEqual([
      'HEIC files aren’t supported. Export the photo as JPG, or choose Most Compatible in the camera settings of the iPhone.',
    ]);
    expect((await post(await photo(), 'a.jpg')).status).toBe(201);
  });

  const crcOf = (bytes: Buffer) => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return ~crc >>> 0;
  };
});

const { ffmpeg } = readConfig();
describe.skipIf(ffmpeg === undefined)('where there is an ffmpeg', () => {
  test.for([
    ['mkv', ['-c:v', 'libx264', '-c:a', 'aac']],
    ['avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
    ['3gp', ['-c:v', 'mpeg4', '-c:a', 'aac']],
    ['flv', ['-c:v', 'flv1', '-an']],
  ] as const)('a film in %s becomes an MP4', async ([extension, codecs]) => {
    const { kept } = await uploader();
    const file = join(await mkdtemp(join(tmpdir(), 'film-')), `film.${extension}`);
    await promisify(execFile)(ffmpeg as string, [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=duration=1:size=160x90:rate=10'],
      ...['-f', 'lavfi', '-i', 'sine=duration=1', '-metadata', `title=${SECRET}`],
      ...[...codecs, file],
    ]);
    const { body, bytes } = await kept(await readFile(file), `film.${extension}`);
    expect(body).toMatchObject({ name: 'film.mp4', type: 'video/mp4', width: 160, height: 90 });
    expect([body.codec, bytes.includes(SECRET)]).toEqual(['avc', false]);
  });

  test('a film that cannot be converted says so', async () => {
    const { post } = await uploader();
    const { status, body } = await post(Buffer.from('RIFF....AVI nothing'.padEnd(500)), 'film.avi');
    expect([status, body.file]).toEqual([
      400,
      ['This video can’t be converted to MP4. Convert it before you upload it.'],
    ]);
  });
});

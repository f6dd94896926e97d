import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { person, useApp } from '../../../testing/app.ts';

/** What videos say beside their pictures and sound. */

const app = useApp({ PATH: '' });
const SECRET = 'GPS(51.5033,-0.1195)';

/** A video with a track of texts and with tags; its pictures are no real ones. */
async function film(format: Mp4OutputFormat | WebMOutputFormat, texts = true): Promise<Buffer> {
  const output = new Output({ format, target: new BufferTarget() });
  const pictures = new EncodedVideoPacketSource('vp9');
  const places = new TextSubtitleSource('webvtt');
  output.addVideoTrack(pictures, { frameRate: 25, name: SECRET });
  if (texts) output.addSubtitleTrack(places);
  output.setMetadataTags({
    title: SECRET,
    date: new Date('2026-01-01'),
    raw: { LOCATION: SECRET },
    images: [{ data: Buffer.from(SECRET), mimeType: 'image/jpeg', kind: 'unknown' }],
  });
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 640, codedHeight: 360 };
  for (let frame = 0; frame < 50; frame++) {
    const type = frame % 25 === 0 ? 'key' : 'delta';
    const packet = new EncodedPacket(new Uint8Array(500).fill(frame), type, frame / 25, 1 / 25);
    await pictures.add(packet, { decoderConfig });
  }
  if (texts)
    await places.add(
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${SECRET}\n\n00:01.000 --> 00:02.000\n${SECRET}`,
    );
  await output.finalize();
  return Buffer.from(output.target.buffer as ArrayBuffer);
}

async function upload(bytes: Buffer, name: string) {
  const { token } = await person(app);
  const response = await fetch(`${app.base}/api/media/?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  });
  const body = await response.json();
  const load = async () =>
    Buffer.from(await (await fetch(app.base + body.links.original)).arrayBuffer());
  return { status: response.status, body, left: response.ok ? await load() : Buffer.alloc(0) };
}

/** The same film with the track of another program. */
function withTrack(bytes: Buffer, handler: string, sample: string): Buffer {
  const given = Buffer.from(bytes);
  const kind = given.indexOf('hdlr\0\0\0\0\0\0\0\0text', 0, 'latin1');
  given.write(handler, kind + 12, 'latin1');
  given.write(sample, given.indexOf('wvtt', 0, 'latin1'), 'latin1');
  return given;
}

const FACTS = { width: 640, height: 360, duration: 2, codec: 'vp9' };

describe('an MP4', () => {
  test.for([
    ['meta', 'gpmd'],
    ['meta', 'mebx'],
    ['camm', 'camm'],
    ['sbtl', 'tx3g'],
    ['text', 'wvtt'],
  ] as const)('goes without its track %s of %s', async ([handler, sample]) => {
    const bytes = withTrack(await film(new Mp4OutputFormat()), handler, sample);
    const { status, body, left } = await upload(bytes, 'film.mp4');
    expect([status, body]).toMatchObject([201, FACTS]);
    expect([left.length, left.includes(SECRET)]).toEqual([bytes.length, false]);
  });

  test('goes without what is behind its last box', async () => {
    const bytes = await film(new Mp4OutputFormat(), false);
    const { body, left } = await upload(Buffer.concat([bytes, Buffer.from(SECRET)]), 'film.mp4');
    expect(body).toMatchObject(FACTS);
    expect([left.length, left.includes(SECRET)]).toEqual([bytes.length, false]);
  });

  test('in fragments is refused where it has a track that cannot be removed', async () => {
    const { status, body } = await upload(
      await film(new Mp4OutputFormat({ fastStart: 'fragmented' })),
      'film.mp4',
    );
    expect([status, body.file]).toEqual([
      400,
      [
        'This video has a track beside its pictures and sound that can’t be removed, and may say where it was recorded. Export the video again as MP4.',
      ],
    ]);
  });

  test('whose tables of such a track point elsewhere is refused', async () => {
    const bytes = await film(new Mp4OutputFormat());
    const chunks = bytes.lastIndexOf('stco', undefined, 'latin1');
    bytes.writeUInt32BE(4, chunks + 12);
    expect((await upload(bytes, 'film.mp4')).status).toBe(400);
  });
});

describe('a WebM', () => {
  test('goes without tags, titles and attached files', async () => {
    const bytes = await film(new WebMOutputFormat(), false);
    expect(bytes.includes('LOCATION')).toBe(true);
    const { status, body, left } = await upload(bytes, 'film.webm');
    expect([status, body]).toMatchObject([201, FACTS]);
    expect(left.length).toBe(bytes.length);
    for (const text of [SECRET, 'LOCATION'])
      expect([text, left.includes(text)]).toEqual([text, false]);
  });

  test('that was recorded live, or cut off, goes without them as well', async () => {
    const live = await film(new WebMOutputFormat({ appendOnly: true }), false);
    const whole = await film(new WebMOutputFormat(), false);
    const tags = whole.indexOf(Buffer.from([0x12, 0x54, 0xc3, 0x67]));
    const cases = [
      live,
      whole.subarray(0, whole.length - 3),
      Buffer.concat([whole, Buffer.from(SECRET)]),
    ];
    expect(tags).toBeGreaterThan(0);
    for (const bytes of cases) {
      const { status, left } = await upload(bytes, 'film.webm');
      expect([status, left.includes(SECRET)]).toEqual([201, false]);
    }
  });
});

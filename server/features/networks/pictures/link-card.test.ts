import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutgoing } from '../../../http/outgoing/outgoing.ts';
import { NoCard, readLinkCard } from './link-card.ts';

/** Pages as strangers have them. */

type Answer = { body: Buffer | string; type?: string; encoding?: string; status?: number };

const servers: { close: () => void }[] = [];
const outgoing = createOutgoing({ userAgent: 'Test', allowPrivate: true });
afterAll(async () => {
  for (const server of servers) server.close();
  await outgoing.close();
});

/** The card of the page at `/`, with its pictures at other paths. */
async function cardOf(answers: Record<string, Answer>, maxImageBytes = 100_000) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (!answer) return response.writeHead(404).end();
    response.writeHead(answer.status ?? 200, {
      ...(answer.type !== '' && { 'content-type': answer.type ?? 'text/html' }),
      ...(answer.encoding && { 'content-encoding': answer.encoding }),
    });
    return response.end(answer.body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const signal = AbortSignal.timeout(20_000);
  const card = await readLinkCard(outgoing, url, { maxImageBytes, signal });
  return { ...card, asked };
}
const titled = (rest = '') => `<title>Title</title>${rest}`;
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } });

describe('the title of a page', () => {
  const windows1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const page = (before: string, bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${before}<title>`), bytes, Buffer.from('</title>')]);

  test.for<[string, Answer]>([
    ['its header', { body: page('', windows1251), type: 'text/html; charset="windows-1251"' }],
    ['its declaration', { body: page('<META CHARSET=windows-1251>', windows1251) }],
    [
      'an old declaration',
      {
        body: page(
          '<meta http-equiv="Content-Type" content="text/html; charset=cp1251">',
          windows1251,
        ),
      },
    ],
    [
      'its header before its declaration',
      {
        body: page('<meta charset="shift_jis">', windows1251),
        type: 'text/html;charset=windows-1251',
      },
    ],
    ['a guess', { body: page('', windows1251) }],
    [
      'a guess, with a name that nobody knows',
      { body: page('<meta charset="x-own">', windows1251) },
    ],
    ['its mark', { body: Buffer.from('\ufeff<title>Привет</title>', 'utf16le') }],
    [
      'XHTML',
      {
        body: page('<?xml version="1.0" encoding="windows-1251"?>', windows1251),
        type: 'application/xhtml+xml',
      },
    ],
    ['a page without a type', { body: '<title>Привет</title>', type: '' }],
    [
      'a page that was compressed without being asked',
      {
        body: gzipSync('<title>Привет</title>'),
        encoding: 'gzip',
      },
    ],
    [
      'a long page that was compressed',
      {
        body: gzipSync(`<title>Привет</title>${'<p>x</p>'.repeat(200_000)}`),
        encoding: 'gzip',
      },
    ],
    [
      'tags in capitals, in the body',
      {
        body: '<body><META PROPERTY="OG:TITLE" CONTENT="Привет">',
      },
    ],
    ['a drawing before it', { body: '<svg><title>Icon</title></svg><title>Привет</title>' }],
  ])('is read by %s', async ([, answer]) => {
    expect((await cardOf({ '/': answer })).title).toBe('Привет');
  });

  test('has its entities decoded', async () => {
    const { title } = await cardOf({ '/': { body: '<title>A &amp; B &#8211; &eacute;</title>' } });
    expect(title).toBe('A & B – é');
  });
});

describe('the picture of a page', () => {
  const sizeOf = async (card: { image: { bytes: Buffer } | null }) => {
    const { format, width, height, orientation, exif } = await sharp(card.image?.bytes).metadata();
    return { format, width, height, orientation, exif };
  };

  test.for([
    '<meta property="og:image" content="/a">',
    '<meta property="og:image:secure_url" content="/a">',
    '<meta property="og:image:url" content="/a">',
    '<meta name="twitter:image" content="/a">',
    '<meta name="twitter:image:src" content="/a">',
    '<link rel="image_src" href="a">',
    '<meta itemprop="image" content="a">',
    '<body><img src="/icon" width="16"><img src="/a">',
    '<base href="/deep/"><meta property="og:image" content="../a">',
    '<meta property="og:image" content="/gone"><meta property="og:image" content="/a">',
    '<meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/a">',
  ])('is found: %s', async (tag) => {
    const body = await blank(300, 200).png().toBuffer();
    const card = await cardOf({ '/': { body: titled(tag) }, '/a': { body, type: 'image/png' } });
    expect(await sizeOf(card)).toMatchObject({ format: 'jpeg', width: 300, height: 200 });
    expect(card.shortfall).toBeNull();
    expect(card.asked).not.toContain('/icon');
  });

  const of = async (body: Buffer, maxImageBytes?: number) =>
    cardOf(
      { '/': { body: titled('<meta property="og:image" content="/a">') }, '/a': { body } },
      maxImageBytes,
    );

  test('is taken in every format of the web, and a bitmap', async () => {
    for (const picture of [
      await blank(40, 30).avif().toBuffer(),
      await blank(40, 30).gif().toBuffer(),
      await blank(40, 30).webp().toBuffer(),
      bitmap(40, 30),
    ])
      expect(await sizeOf(await of(picture))).toMatchObject({
        format: 'jpeg',
        width: 40,
        height: 30,
      });
  });

  test('is made small and upright, without what it says of its place', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const picture = await sharp({
      create: { width: 2400, height: 1800, channels: 3, background: 'black', noise },
    })
      .withExif({ IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const card = await of(picture, 500_000);
    expect(card.image?.bytes.length).toBeLessThanOrEqual(500_000);
    const { width = 0, height = 0, orientation, exif } = await sizeOf(card);
    expect(height).toBeGreaterThan(width);
    expect([orientation, exif]).toEqual([undefined, undefined]);
  });

  test('is missing with a reason', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>');
    expect((await of(drawing)).shortfall).toBe('its picture can’t be read');
    expect((await cardOf({ '/': { body: titled() } })).shortfall).toBe('the page names none');
    const gone = '<meta property="og:image" content="/gone">';
    expect(await cardOf({ '/': { body: titled(gone) } })).toMatchObject({
      image: null,
      shortfall: 'its picture responds with 404',
    });
  });

  /** A Windows bitmap: rows upwards, blue first. */
  function bitmap(width: number, height: number) {
    const row = Math.ceil((width * 3) / 4) * 4;
    const bytes = Buffer.alloc(54 + row * height, 0x80);
    bytes.write('BM');
    bytes.writeUInt32LE(bytes.length, 2);
    bytes.fill(0, 6, 54);
    bytes.writeUInt32LE(54, 10);
    bytes.writeUInt32LE(40, 14);
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
    bytes.writeUInt16LE(1, 26);
    bytes.writeUInt16LE(24, 28);
    return bytes;
  }
});

test('a link without a card says why', async () => {
  const reason = async (answer: Answer | undefined) =>
    cardOf(answer ? { '/': answer } : {}).catch((error) => {
      expect(error).toBeInstanceOf(NoCard);
      return error.message;
    });
  expect(await reason(undefined)).toBe('the page responds with 404');
  expect(await reason({ body: '%PDF', type: 'application/pdf' })).toBe(
    'the link leads to a file, not to a page',
  );
  expect(await reason({ body: '<p>Text</p>' })).toBe('the page has no title');
  expect(await reason({ body: 'no gzip', encoding: 'gzip' })).toBe(
    'the page can’t be decompressed',
  );
  const local = createOutgoing({ userAgent: 'Test' });
  const card = readLinkCard(local, 'http://127.0.0.1:9/', {
    maxImageBytes: 1,
    signal: AbortSignal.timeout(5000),
  });
  await expect(card).rejects.toThrow('the page is at an address that isn’t public');
  await local.close();
});

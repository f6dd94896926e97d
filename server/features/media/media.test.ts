import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, ReadStream, readdirSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { describe, expect, inject, test, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import { colleague, person, start, useApp, workspaceOf, writer } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { bomb, gif, jpeg, mp4, PDF, photo, picture } from '../../testing/media-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'media-'));
const { PATH = '' } = process.env;
const app = useApp({ DATA_DIR: dataDir, MEDIA_MAX_MB: '20', MEDIA_QUOTA_MB: '60', PATH });
const BASE = '/api/media/';

type Named = { name?: string; [field: string]: string | undefined };

/** Uploads bytes at once. */
async function post(token: string, bytes: Uint8Array, { name = 'a.jpg', ...more }: Named = {}) {
  const query = new URLSearchParams({ name, ...(more as Record<string, string>) });
  const response = await fetch(`${app.base}${BASE}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  return { status: response.status, body: await response.json() };
}

const load = async (link: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.base + link, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

/** Uploads in chunks, with the client that browsers use. */
function upload(
  token: string,
  bytes: Buffer,
  { name = 'film.mp4', chunkSize = 100_000, ...more }: Named & { chunkSize?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = new Upload(bytes, {
      endpoint: `${app.base}${BASE}uploads/`,
      chunkSize,
      retryDelays: [0, 50],
      metadata: { name, ...(more as Record<string, string>) },
      headers: { authorization: `Bearer ${token}` },
      onError: reject,
      onSuccess: () => resolve(idOf(sending.url as string)),
    });
    sending.start();
  });
}

const idOf = (url: string) => url.split('/').filter(Boolean).at(-1) as string;

async function ended(token: string, id: string) {
  const read = () => app.get(`${BASE}uploads/${id}/`, token);
  await expect
    .poll(async () => (await read()).body.state, { timeout: 20_000 })
    .toMatch(/done|refused/);
  return (await read()).body;
}

describe('what a file is', () => {
  test('a picture keeps its bytes, and has a thumbnail', async () => {
    const { token } = await person(app);
    const bytes = await jpeg({ width: 1600, height: 900 });
    const { status, body } = await post(token, bytes, { name: 'Winter roast.jpg', alt: 'Bags' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Winter roast.jpg',
      kind: 'picture',
      type: 'image/jpeg',
      size: bytes.length,
      width: 1600,
      height: 900,
      alt: 'Bags',
      focus: [0.5, 0.5],
      uses: 0,
    });
    const original = await load(body.links.original);
    expect(original.bytes.equals(bytes)).toBe(true);
    const thumbnail = await load(body.links.thumbnail);
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 360,
    });
  });

  test('a photo goes without the place where it was taken, and upright', async () => {
    const { token } = await person(app);
    const bytes = await photo({ width: 300, height: 200 });
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { body } = await post(token, bytes);
    expect([body.width, body.height]).toEqual([200, 300]);
    const kept = await load(body.links.original);
    const { exif, orientation = 1, width, height } = await sharp(kept.bytes).metadata();
    expect([exif, orientation, width, height]).toEqual([undefined, 1, 200, 300]);
    expect(kept.bytes.includes('Ada Byron')).toBe(false);
  });

  test('the content decides, not the name', async () => {
    const { token } = await person(app);
    const png = await picture().png().toBuffer();
    expect((await post(token, png, { name: 'evil.html' })).body).toMatchObject({
      type: 'image/png',
      name: 'evil.html',
    });
    expect((await post(token, await gif(), { name: 'a.png' })).body).toMatchObject({
      kind: 'gif',
      width: 40,
      height: 30,
    });
    expect((await post(token, PDF, { name: 'a.pdf' })).body).toMatchObject({
      kind: 'document',
      links: { thumbnail: null },
    });
    expect((await post(token, await mp4(), { name: 'a.mov' })).body).toMatchObject({
      kind: 'video',
      type: 'video/mp4',
      width: 640,
      height: 360,
      duration: expect.closeTo(3, 1),
    });
  });

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const huge = () =>
    sharp({ create: { width: 12_000, height: 9000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const cases: [string, string, () => Promise<Buffer> | Buffer, RegExp][] = [
    ['an SVG', 'a.svg', () => svg, /^file: (SVG|XML) files aren’t supported\. Use JPG, PNG/],
    ['an SVG that is called a JPG', 'a.jpg', () => svg, /Use JPG|doesn’t match its name/],
    [
      'a page',
      'a.html',
      () => Buffer.from('<!doctype html><script></script>'),
      /HTML files aren’t supported/,
    ],
    [
      'a text that is called a picture',
      'a.png',
      () => Buffer.from('hello'),
      /doesn’t match its name/,
    ],
    [
      'a program',
      'a.jpg',
      () => Buffer.from('\x7fELF\x02\x01\x01'.padEnd(200, '\0'), 'latin1'),
      /ELF files aren’t supported/,
    ],
    [
      'a picture of 108 megapixels',
      'bomb.png',
      huge,
      /12,000 × 9,000 pixels are more than the limit of 100 mega/,
    ],
    ['a picture that is cut off', 'a.jpg', async () => (await jpeg()).subarray(0, 9000), /damaged/],
    [
      'the head of a picture',
      'a.jpg',
      async () => (await jpeg()).subarray(0, 40),
      /damaged|doesn’t match/,
    ],
    ['a video that is cut off', 'a.mp4', async () => (await mp4()).subarray(0, 20_000), /damaged/],
    [
      'a video without its index',
      'a.mp4',
      async () => Buffer.concat([(await mp4()).subarray(0, 32), Buffer.alloc(2000)]),
      /contains no video/,
    ],
    ['a video that says it has four billion pictures', 'bomb.mp4', bomb, /damaged/],
    ['nothing', 'a.jpg', () => Buffer.alloc(0), /body is empty/],
  ];
  test.each(cases)('%s is refused, with what is taken', async (_, name, make, message) => {
    const { token } = await person(app);
    const { status, body } = await post(token, await make(), { name });
    expect([status, body.code]).toEqual([400, 'invalid']);
    expect(body.detail).toMatch(message);
    expect((await app.get(BASE, token)).body.count).toBe(0);
  });

  test.each([
    ['JPEG', 'jpg', () => jpeg()],
    ['progressive JPEG', 'jpg', () => picture().jpeg({ progressive: true }).toBuffer()],
    ['PNG', 'png', () => picture().png().toBuffer()],
    ['WebP', 'webp', () => picture().webp().toBuffer()],
    ['AVIF', 'avif', () => picture().avif({ effort: 0 }).toBuffer()],
    ['GIF', 'gif', () => gif()],
  ])('what is behind the end of a %s is cut off', async (_, extension, make) => {
    const { token } = await person(app);
    const bytes = await make();
    const alone = (await post(token, bytes, { name: `a.${extension}` })).body;
    expect((await load(alone.links.original)).bytes.equals(bytes)).toBe(true);
    for (const behind of [await mp4(), PDF, Buffer.from('<html>'), Buffer.from([0])]) {
      const { body } = await post(token, Buffer.concat([bytes, behind]), { name: 'b.jpg' });
      expect([body.type, body.hash]).toEqual([alone.type, alone.hash]);
    }
  });

  test('a file is served as what it is alone, whatever its address says', async () => {
    const { token } = await person(app);
    const { body } = await post(token, await jpeg({ seed: 7 }));
    const { original } = body.links;
    for (const extension of ['png', 'pdf', 'mp4', 'gif', 'webm', 'mov', 'avif', 'html'])
      expect((await load(original.replace(/jpg$/, extension))).status).toBe(404);
    expect((await load(original)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('a picture that is a page as well is served as a picture, and runs nothing', async () => {
    const { token } = await person(app);
    const polyglot = Buffer.concat([
      await gif(),
      Buffer.from('<html><script>alert(1)</script></html>'),
    ]);
    const { body } = await post(token, polyglot, { name: 'a.html' });
    const { headers } = await load(body.links.original);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const download = await load(body.links.download);
    expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.html");
  });
});

describe('links', () => {
  test('they expire, are of one workspace, and cannot be made up', async () => {
    const { token } = await person(app);
    const { body } = await post(token, await jpeg());
    const [, , pass = '', file = ''] = body.links.original.split('/');
    const stranger = await person(app);
    const { body: other } = await app.get(`${BASE}pass/`, stranger.token);
    const later = pass.replace(/-\d+-/, '-99999999999-');
    for (const link of [
      `/media/${pass.slice(0, -2)}xx/${file}`,
      `/media/${later}/${file}`,
      `${other.prefix}${file}`,
      `/media/${pass}/${'0'.repeat(64)}.jpg`,
      `/media/${pass}/..%2f..%2fsecret`,
      `/media/${pass}/${file.replace('.jpg', '.html')}`,
    ])
      expect([link, (await load(link)).status]).toEqual([link, 404]);
    const hoursLater = async (hours: number) =>
      (await app.clock.later(hours * 3_600_000, () => load(body.links.original))).status;
    expect([await hoursLater(0), await hoursLater(11), await hoursLater(25)]).toEqual([
      200, 200, 404,
    ]);
  });

  test('they serve ranges, and what a browser has is not sent again', async () => {
    const { token } = await person(app);
    const bytes = await jpeg({ seed: 5 });
    const { original } = (await post(token, bytes)).body.links;
    const range = async (value: string) => load(original, { range: value });
    expect(await range('bytes=10-19')).toMatchObject({
      status: 206,
      bytes: bytes.subarray(10, 20),
    });
    expect((await range('bytes=-7')).bytes.equals(bytes.subarray(-7))).toBe(true);
    expect((await range('bytes=100-')).bytes.equals(bytes.subarray(100))).toBe(true);
    const beyond = await range(`bytes=${bytes.length}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
    const { headers } = await load(original);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d{5}, immutable$/);
    const again = await load(original, { 'if-none-match': headers.get('etag') as string });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });
});

test('who asks for the head of a file gets its size, and nothing of it is read', async () => {
  const { token } = await writer(app);
  const bytes = Buffer.concat([PDF, Buffer.alloc(1_000_000, ' ')]);
  const { body } = await post(token, bytes, { name: 'a.pdf' });
  const reads = vi.spyOn(ReadStream.prototype, '_read');
  try {
    const { status, headers } = await fetch(app.base + body.links.original, { method: 'HEAD' });
    expect([status, headers.get('content-length'), headers.get('content-type')]).toEqual([
      200,
      String(bytes.length),
      'application/pdf',
    ]);
    // Of the next request, on the same thread, whatever was begun before has been read.
    expect((await load(body.links.original)).bytes.equals(bytes)).toBe(true);
    expect(new Set(reads.mock.contexts).size).toBe(1);
  } finally {
    reads.mockRestore();
  }
});

describe('the library', () => {
  test('files are found by name, alt text, tag, kind and folder, the latest first', async () => {
    const { token, folder } = await writer(app);
    const ids: number[] = [];
    for (const [at, name] of ['latte-heart.jpg', '100%_sure.jpg', 'steam.gif'].entries()) {
      const bytes = name.endsWith('gif') ? await gif() : await jpeg({ seed: at + 20 });
      ids.push((await post(token, bytes, { name })).body.id);
    }
    const [latte, sure, steam] = ids;
    await app.put(`${BASE}${latte}/`, { alt: 'A Heart of Milk', tags: ['winter'], folder }, token);
    const find = async (query: string) =>
      (await app.get(`${BASE}?${query}`, token)).body.results.map(({ id }: { id: number }) => id);
    expect(await find('')).toEqual([steam, sure, latte]);
    expect(await find('search=heart+milk')).toEqual([latte]);
    expect(await find('search=%25_')).toEqual([sure]);
    expect(await find('search=wint')).toEqual([latte]);
    expect(await find('kind=gif')).toEqual([steam]);
    expect(await find(`folder=${folder}&tags=winter`)).toEqual([latte]);
    expect(await find(`before=${steam}&page_size=1`)).toEqual([sure]);
    const { body } = await app.get(`${BASE}?page_size=1`, token);
    expect(body.count).toBe(3);
    expect((await app.get(`${BASE}usage/`, token)).body).toMatchObject({
      files: 3,
      tags: ['winter'],
      max_bytes: 60 * 1024 * 1024,
    });
  });

  test('the same file again is the one that is there, also from the trash', async () => {
    const { token } = await person(app);
    const bytes = await jpeg({ seed: 77 });
    const first = (await post(token, bytes, { name: 'one.jpg' })).body;
    await app.post(`${BASE}operations/`, { operation: 'trash', files: [first.id] }, token);
    expect((await app.get(BASE, token)).body.count).toBe(0);
    expect((await app.get(`${BASE}?trashed=true`, token)).body.count).toBe(1);
    const again = (await post(token, bytes, { name: 'two.jpg' })).body;
    expect(again).toMatchObject({ id: first.id, name: 'one.jpg', trashed_at: null });
  });

  test('its bytes can be replaced, and stay its own', async () => {
    const { token } = await person(app);
    const { body } = await post(token, await jpeg({ seed: 30 }), { alt: 'Before' });
    const other = await jpeg({ seed: 31, width: 500 });
    const replaced = (await post(token, other, { name: 'x.jpg', replaces: String(body.id) })).body;
    expect(replaced).toMatchObject({ id: body.id, name: 'a.jpg', alt: 'Before', width: 500 });
    expect((await load(replaced.links.original)).bytes.equals(other)).toBe(true);
  });

  test('many are tagged, moved and erased at once, or none', async () => {
    const { token, folder } = await writer(app);
    const files: number[] = [];
    for (const seed of [40, 41]) files.push((await post(token, await jpeg({ seed }))).body.id);
    const operate = (operation: string, more: object = {}) =>
      app.post(`${BASE}operations/`, { operation, files, ...more }, token);
    await operate('tag', { add_tags: ['a', 'b'] });
    await operate('tag', { remove_tags: ['a'] });
    await operate('move', { folder });
    const { results } = (await app.get(BASE, token)).body;
    for (const file of results) expect(file).toMatchObject({ tags: ['b'], folder });
    expect((await operate('erase')).body.detail).toMatch(/isn’t trashed/);
    expect((await operate('trash', { files: [...files, 999_999] })).status).toBe(404);
    expect((await app.get(BASE, token)).body.count).toBe(2);
    await operate('trash');
    expect((await operate('erase')).body).toEqual({ count: 2 });
    expect((await load(results[0].links.original)).status).toBe(404);
  });

  test('viewers see it, and change nothing; others see nothing', async () => {
    const me = await writer(app);
    const { body } = await post(me.token, await jpeg({ seed: 50 }));
    const viewer = await colleague(app, me.folder, 'viewer');
    expect((await viewer.call(BASE)).body.count).toBe(1);
    expect((await viewer.call(`${BASE}${body.id}/`, 'PUT', { alt: 'x' })).status).toBe(403);
    expect((await viewer.call(`${BASE}uploads/`, 'POST')).status).toBe(403);
    const stranger = await person(app);
    expect((await app.get(`${BASE}${body.id}/`, stranger.token)).status).toBe(404);
  });

  test('a video gets the picture that a browser has made', async () => {
    const { token } = await person(app);
    const { body } = await post(token, await mp4(), { name: 'v.mp4' });
    expect(body.links.thumbnail).toBeNull();
    const put = async (bytes: Buffer) => {
      const response = await fetch(`${app.base}${BASE}${body.id}/poster/`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: new Uint8Array(bytes),
      });
      return { status: response.status, body: await response.json() };
    };
    expect((await put(PDF)).body.detail).toMatch(/poster can’t be read/);
    const { links } = (await put(await jpeg({ width: 1280, height: 720 }))).body;
    expect((await sharp((await load(links.thumbnail)).bytes).metadata()).width).toBe(640);
  });
});

describe('uploads in chunks', () => {
  test('a file arrives whole, whatever breaks meanwhile', async () => {
    const { token } = await person(app);
    const data = randomBytes(2_000_000);
    data.writeUInt32BE(data.length);
    data.write('mdat', 4, 'latin1');
    const bytes = Buffer.concat([await mp4(), data]);
    // A chunk that is cut off in its middle: what has arrived counts.
    const begun = await beginUpload(token, bytes.length);
    await cutOff(begun, token, bytes.subarray(0, 700_000), 300_000);
    await expect.poll(() => offsetOf(begun, token)).toBeGreaterThan(0);
    const rest = new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        uploadUrl: app.base + begun,
        chunkSize: 400_000,
        headers: { authorization: `Bearer ${token}` },
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    await rest;
    const { state, file } = await ended(token, idOf(begun));
    expect(state).toBe('done');
    const kept = await load(file?.links.original ?? '');
    const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');
    expect(hash(kept.bytes)).toBe(hash(bytes));
  });

  test('one that is begun at one process goes on at another, and after a crash', async () => {
    const { token } = await person(app);
    const bytes = await jpeg({ width: 900, height: 900, seed: 60 });
    const begun = await beginUpload(token, bytes.length, 'crash.jpg');
    await patch(app.base, begun, token, 0, bytes.subarray(0, 1000));
    const other = await start(app.databaseUrl, { DATA_DIR: dataDir });
    try {
      // The process that received the last chunk dies before it takes the file in.
      const lease = (until: string) =>
        app.database.query(
          `update media_uploads set leased_until = now() + interval '${until}' where id = $1`,
          [idOf(begun)],
        );
      await lease('1 hour');
      await patch(other.base, begun, token, 1000, bytes.subarray(1000));
      expect((await app.get(begun as `/api/media/uploads/${string}/`, token)).body.state).toBe(
        'received',
      );
      await lease('0');
      await runJob('media.take_up');
      const { file } = await ended(token, idOf(begun));
      expect(file).toMatchObject({ name: 'crash.jpg', width: 900 });
    } finally {
      await other.stop();
    }
  });

  test('one that ends every process that reads it is refused in the end', async () => {
    const { token } = await person(app);
    const bytes = await jpeg({ seed: 61 });
    const begun = await beginUpload(token, bytes.length, 'poison.jpg');
    await app.database.query('update media_uploads set attempts = 3 where id = $1', [idOf(begun)]);
    await patch(app.base, begun, token, 0, bytes);
    const { state, refusal } = await ended(token, idOf(begun));
    expect([state, refusal]).toEqual(['refused', 'This file can’t be read.']);
  });

  test('of two chunks for the same place one counts', async () => {
    const { token } = await person(app);
    const bytes = randomBytes(200_000);
    const begun = await beginUpload(token, bytes.length);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () => patch(app.base, begun, token, 0, bytes.subarray(0, 100_000))),
    );
    const others = statuses.filter((status) => status !== 204);
    expect(others).toHaveLength(4);
    // While it arrives, or afterwards.
    expect([423, 409]).toEqual(expect.arrayContaining(others));
    expect(await offsetOf(begun, token)).toBe(100_000);
  });

  test('while one chunk arrives, another one is refused before it is read', async () => {
    const { token } = await person(app);
    const begun = await beginUpload(token, 2000);
    const slow = httpRequest(app.base + begun, {
      method: 'PATCH',
      headers: { ...chunkHeaders(token, 0), 'content-length': '1000' },
    });
    const answer = new Promise<number>((resolve, reject) =>
      slow.on('response', (response) => resolve(response.statusCode ?? 0)).on('error', reject),
    );
    slow.write(randomBytes(500));
    const isArriving = async () => {
      const { rows } = await app.database.query(
        'select receiving_until > now() as arriving from media_uploads where id = $1',
        [idOf(begun)],
      );
      return rows[0].arriving;
    };
    await expect.poll(isArriving).toBe(true);
    expect(await patch(app.base, begun, token, 0, randomBytes(1000))).toBe(423);
    slow.end(randomBytes(500));
    expect(await answer).toBe(204);
    expect(await patch(app.base, begun, token, 1000, randomBytes(1000))).toBe(204);
  });

  test('many small files at once stay within the quota', async () => {
    const { token } = await person(app);
    const files = Array.from({ length: 20 }, () => Buffer.concat([PDF, randomBytes(5_000_000)]));
    const answers = await Promise.all(files.map((bytes) => post(token, bytes, { name: 'a.pdf' })));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const { bytes, files: kept } = (await app.get(`${BASE}usage/`, token)).body;
    expect(bytes).toBeLessThanOrEqual(60 * 1024 * 1024);
    expect(kept).toBe(statuses.filter((status) => status === 201).length);
    expect(bytes).toBe(kept * (files[0] as Buffer).length);
  });

  test('uploads that are begun and not continued do not fill a workspace', async () => {
    const { token } = await person(app);
    const size = 20 * 1024 * 1024;
    const idle = await beginUpload(token, size);
    await patch(app.base, idle, token, 0, randomBytes(1000));
    for (let n = 0; n < 2; n++) await beginUpload(token, size);
    expect((await begin(token, 1024)).status).toBe(507);
    await app.database.query("update media_uploads set touched_at = now() - interval '2 hours'");
    const usage = (await app.get(`${BASE}usage/`, token)).body;
    expect(usage.bytes).toBe(1000);
    for (let n = 0; n < 2; n++) await beginUpload(token, size);
    // It goes on while there is room for the rest of it.
    expect(await patch(app.base, idle, token, 1000, randomBytes(1000))).toBe(204);
    await app.database.query(
      "update media_uploads set touched_at = now() - interval '2 hours' where id = $1",
      [idOf(idle)],
    );
    await beginUpload(token, size - 5000);
    expect(await patch(app.base, idle, token, 2000, randomBytes(1000))).toBe(507);
  });

  test('what is refused says why, and leaves nothing behind', async () => {
    const { token } = await person(app);
    const id = await upload(token, Buffer.from('<svg></svg>'.repeat(1000)), { name: 'a.svg' });
    const { state, refusal, file } = await ended(token, id);
    expect([state, file]).toEqual(['refused', null]);
    expect(refusal).toMatch(/files aren’t supported\. Use JPG/);
  });

  test('a file that is too large, or one too many, is refused before it is sent', async () => {
    const { token } = await person(app);
    const large = await begin(token, 21 * 1024 * 1024);
    expect([large.status, large.body.detail]).toEqual([
      413,
      '21 MB is more than the limit of 20 MB.',
    ]);
    for (let n = 0; n < 3; n++) expect((await begin(token, 20 * 1024 * 1024)).status).toBe(201);
    const full = await begin(token, 1024);
    expect([full.status, full.body.code]).toEqual([507, 'storage_full']);
    expect(full.body.detail).toBe('The workspace is full: 60 MB of 60 MB.');
  });

  test('so is one that is sent at once', async () => {
    const { token } = await person(app);
    /** The answer to a file of which only the head is sent. */
    const send = (size: number, folder = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(`${app.base}${BASE}?name=a.pdf${folder}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-length': size },
        });
        request.once('error', reject).once('response', (response) => {
          resolve(response.statusCode);
          request.destroy();
        });
        request.flushHeaders();
      });
    expect(await send(21 * 1024 * 1024)).toBe(413);
    expect(await send(26 * 1024 * 1024)).toBe(413);
    expect(await send(1024, '&folder=999999')).toBe(404);
    for (let n = 0; n < 3; n++) expect((await begin(token, 20 * 1024 * 1024)).status).toBe(201);
    expect(await send(1024)).toBe(507);
  });

  test('one that is cancelled is forgotten, with its chunks', async () => {
    const { token } = await person(app);
    const begun = await beginUpload(token, 1000);
    await patch(app.base, begun, token, 0, randomBytes(500));
    expect((await app.delete(begun, token)).status).toBe(204);
    expect((await app.get(begun, token)).status).toBe(404);
    const { rows } = await app.database.query(
      "select key from media_garbage where since < now() - interval '1 day'",
    );
    expect(rows.some(({ key }) => key.includes(idOf(begun)))).toBe(true);
  });

  test('it belongs to who began it', async () => {
    const me = await writer(app);
    const begun = await beginUpload(me.token, 1000);
    const editor = await colleague(app, me.folder, 'editor');
    expect((await editor.call(begun)).status).toBe(404);
    expect((await editor.call(begun, 'DELETE')).status).toBe(404);
  });

  test.each([
    ['without its length', {}, /Upload-Length/],
    ['of no length', { 'upload-length': '0' }, /Upload-Length/],
    ['without a name', { 'upload-length': '10' }, /name/],
  ])('one %s is refused', async (_, headers, message) => {
    const { token } = await person(app);
    const { status, body } = await app.request(`${BASE}uploads/`, {
      method: 'POST',
      token,
      headers: headers as Record<string, string>,
    });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(message)]);
  });
});

test('bytes go with the last file that has them', async () => {
  const [one, other] = [await person(app), await writer(app)];
  const bytes = await jpeg({ seed: 90 });
  const { body } = await post(one.token, bytes);
  const shared = (await post(other.token, bytes)).body;
  const hash = body.links.original.split('/').at(-1).split('.')[0];
  const path = join(dataDir, 'media', 'files', hash.slice(0, 2), hash.slice(2));
  const sweep = async () => {
    await app.database.query("update media_blobs set touched_at = now() - interval '2 days'");
    await runJob('media.sweep');
  };
  await sweep();
  await app.post(`${BASE}operations/`, { operation: 'trash', files: [body.id] }, one.token);
  await app.post(`${BASE}operations/`, { operation: 'erase', files: [body.id] }, one.token);
  await sweep();
  expect(existsSync(path)).toBe(true);
  const workspaceId = await workspaceOf(app, other.folder);
  await app.database.query('delete from workspaces where id = $1', [workspaceId]);
  await sweep();
  await expect.poll(() => existsSync(path), { timeout: 20_000 }).toBe(false);
  expect((await load(shared.links.original)).status).toBe(404);
});

const runJob = (name: string) =>
  app.database.query("insert into jobs.job (name, data) values ($1, '{}') on conflict do nothing", [
    name,
  ]);

const begin = (token: string, size: number, name = 'film.mp4') =>
  app.request(`${BASE}uploads/`, {
    method: 'POST',
    token,
    headers: {
      'upload-length': String(size),
      'upload-metadata': `name ${Buffer.from(name).toString('base64')}`,
    },
  });

async function beginUpload(token: string, size: number, name?: string): Promise<string> {
  const { status, headers } = await begin(token, size, name);
  expect(status).toBe(201);
  return headers.get('location') as string;
}

const offsetOf = async (path: string, token: string) =>
  Number((await app.request(path, { method: 'HEAD', token })).headers.get('upload-offset'));

const chunkHeaders = (token: string, offset: number) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});

const patch = async (base: string, path: string, token: string, offset: number, bytes: Buffer) =>
  (
    await fetch(base + path, {
      method: 'PATCH',
      headers: chunkHeaders(token, offset),
      body: new Uint8Array(bytes),
    })
  ).status;

/** Sends the beginning of a chunk, and breaks the connection once most of it has arrived. */
async function cutOff(path: string, token: string, bytes: Buffer, after: number): Promise<void> {
  const received = once(app.server, 'request') as Promise<[IncomingMessage]>;
  const request = httpRequest(app.base + path, {
    method: 'PATCH',
    agent: false,
    headers: { ...chunkHeaders(token, 0), 'content-length': String(bytes.length) },
  });
  request.on('error', () => {});
  request.write(bytes.subarray(0, after));
  const [{ socket }] = await received;
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(after / 2);
  request.destroy();
}

test('a backup has the files, and another machine shows them', async () => {
  const { token } = await person(app);
  const bytes = await jpeg({ seed: 95, width: 700 });
  const film = await mp4();
  const { body: shown } = await post(token, bytes, { name: 'kept.jpg' });
  const { body: video } = await post(token, film, { name: 'film.mp4' });
  const folder = await mkdtemp(join(tmpdir(), 'restored-'));
  const file = join(folder, 'backup.tar.gz');
  const name = `postfolio_test_empty_${Math.random().toString(36).slice(2)}`;
  await app.database.query(`create database ${name}`);
  const url = inject('postgres').url.replace('{database}', name);
  const run = (command: string, environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, [`server/commands/${command}.ts`, file], {
      env: { ...process.env, ...environment },
    });
  const made = await run('backup', { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir });
  expect(made.stdout).toMatch(/ rows, \d+ files, /);
  await run('restore', { DATABASE_URL: url, DATA_DIR: folder });
  const restored = await start(url, { DATA_DIR: folder });
  try {
    for (const [id, expected] of [
      [shown.id, bytes],
      [video.id, film],
    ] as const) {
      const { body } = await restored.get(`${BASE}${id}/`, token);
      const response = await fetch(restored.base + body.links.original);
      expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true);
      if (body.links.thumbnail)
        expect((await fetch(restored.base + body.links.thumbnail)).status).toBe(200);
    }
  } finally {
    await restored.stop();
  }
});

const ffmpeg = readConfig().ffmpeg;

describe.skipIf(ffmpeg === undefined)('a video is converted where there is an ffmpeg', () => {
  /** A film with sound that no network takes as it is. */
  async function film() {
    const file = join(await mkdtemp(join(tmpdir(), 'film-')), 'film.webm');
    await promisify(execFile)(ffmpeg as string, [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=duration=2:size=321x181:rate=25'],
      ...['-f', 'lavfi', '-i', 'sine=duration=2', '-c:v', 'libvpx-vp9', '-c:a', 'libopus'],
      ...['-cpu-used', '8', '-deadline', 'realtime', file],
    ]);
    return readFile(file);
  }
  const convert = (token: string, id: number) => app.post(`${BASE}${id}/convert/`, {}, token);
  const settled = async (token: string, id: number) => {
    const read = async () => (await app.get(`${BASE}${id}/`, token)).body;
    await expect
      .poll(async () => (await read()).conversion, { timeout: 40_000 })
      .not.toBe('under way');
    return read();
  };

  test('into an MP4 of H.264, which replaces it', async () => {
    const { token } = await person(app);
    const { body } = await post(token, await film(), { name: 'film.webm', alt: 'A film' });
    expect(body).toMatchObject({ type: 'video/webm', conversion: null });
    expect((await convert(token, body.id)).body.conversion).toBe('under way');
    const done = await settled(token, body.id);
    expect(done).toMatchObject({ type: 'video/mp4', alt: 'A film', conversion: null });
    expect([done.width, done.height]).toEqual([320, 180]);
    expect(done.duration).toBeCloseTo(2, 0);
    const { rows } = await app.database.query(
      "select facts from media_blobs where hash = decode($1, 'hex')",
      [done.hash],
    );
    expect(rows[0].facts).toMatchObject({ video: 'avc', audio: 'aac' });
  });

  test('one that cannot be says so, and stays', async () => {
    const { token } = await person(app);
    // Its pictures are none.
    const { body } = await post(token, await mp4(), { name: 'fake.mp4' });
    await convert(token, body.id);
    expect(await settled(token, body.id)).toMatchObject({
      conversion: 'failed',
      hash: body.hash,
    });
  });
});

test('without ffmpeg, a conversion is refused', async () => {
  const bare = await start(app.databaseUrl, { DATA_DIR: dataDir, PATH: '' });
  try {
    const { token } = await person(app);
    const { body } = await post(token, await mp4(), { name: 'film.mp4' });
    expect((await bare.get(`${BASE}usage/`, token)).body.converts).toBe(false);
    const refused = await bare.post(`${BASE}${body.id}/convert/`, {}, token);
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringMatching(/no ffmpeg/),
    ]);
  } finally {
    await bare.stop();
  }
});

describe('damaged files', () => {
  const limited = useApp(async () => ({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'damaged-')),
    RATE_LIMIT_FACTOR: '1',
  }));
  test('ten of a person are read, then they wait', async () => {
    const [one, other] = [await person(limited), await person(limited)];
    const damaged = (await jpeg()).subarray(0, 9000);
    const send = async (token: string, bytes: Uint8Array) =>
      (
        await fetch(`${limited.base}${BASE}?name=a.jpg`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: bytes as Uint8Array<ArrayBuffer>,
        })
      ).status;
    // Different files, all of them cut off: random bytes could be a marker that ends the picture.
    const cutOff = (n: number) => Buffer.concat([damaged, Buffer.from(`file ${n}`)]);
    for (let n = 0; n < 10; n++) expect(await send(one.token, cutOff(n))).toBe(400);
    expect(await send(one.token, cutOff(10))).toBe(429);
    expect(await send(one.token, await jpeg())).toBe(429);
    // What costs nothing is no reason to wait.
    expect(await send(one.token, Buffer.from('no picture'))).toBe(400);
    expect(await send(other.token, await jpeg())).toBe(201);
  });
});

test('people take turns, each with one thing at a time', async () => {
  const inTurn = createFairQueue(2);
  const [begun, ends]: [string[], (() => void)[]] = [[], []];
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
    inTurn(name.charAt(0), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => void ends.push(resolve));
    }),
  );
  for (let n = 0; n < all.length; n++) {
    await eventually(() => expect(ends.length).toBeGreaterThan(n));
    ends[n]?.();
  }
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('scratch files of finished uploads are gone', () => {
  expect(readdirSync(join(dataDir, 'media', 'scratch'))).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoing } from '../http/outgoing.ts';
import { person, start, useApp } from '../testing/app.ts';
import { jpeg } from '../testing/media-files.ts';
import { createStorage } from './create.ts';
import type { Storage } from './storage.ts';

const outgoing = createOutgoing({ userAgent: 'Test' });
const folder = await mkdtemp(join(tmpdir(), 'storage-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: await mkdtemp(join(tmpdir(), 's3-')),
  configureBuckets: [{ name: 'files' }],
});
let port = 0;

beforeAll(async () => {
  ({ port } = await server.run());
});
afterAll(async () => {
  await server.close();
  await outgoing.close();
});

/** s3rver knows one pair of keys. */
const url = (path = '/files/media', key = 'S3RVER') =>
  `http://${key}:S3RVER@127.0.0.1:${port}${path}`;
const read = async (storage: Storage, key: string, range?: { start: number; end: number }) => {
  const found = await storage.open(key, range);
  return found && buffer(found);
};

describe.each([
  ['a folder', () => createStorage({ dataDir: folder, s3Url: undefined }, outgoing)],
  ['a bucket', () => createStorage({ dataDir: folder, s3Url: url() }, outgoing)],
])('%s', (_, create) => {
  test('what is put there is read, as a whole and in parts, and removed', async () => {
    const storage = create();
    const bytes = randomBytes(300_000);
    await storage.check();
    await storage.put('files/ab/one', { bytes });
    const file = await storage.scratch();
    await writeFile(file, bytes);
    await storage.put('files/ab/two', { file });
    expect(await readdir(join(folder, 'media', 'scratch'))).toEqual([]);
    for (const key of ['files/ab/one', 'files/ab/two'])
      expect((await read(storage, key))?.equals(bytes)).toBe(true);
    const part = await read(storage, 'files/ab/one', { start: 1000, end: 1999 });
    expect(part?.equals(bytes.subarray(1000, 2000))).toBe(true);
    const local = await storage.withFile('files/ab/two', (path) => readFile(path));
    expect(local.equals(bytes)).toBe(true);
    await storage.remove('files/ab/one');
    await storage.remove('files/ab/one');
    expect(await storage.open('files/ab/one')).toBeUndefined();
  });
});

describe('a storage that cannot be used is reported in one line', () => {
  test.each([
    ['a bucket that does not exist', () => url('/nothing'), /can.?not be used: .*404 NoSuchBucket/],
    ['a wrong key', () => url('/files', 'WRONG'), /403/],
    ['no server', () => 'http://a:b@127.0.0.1:1/files', /127.0.0.1 cannot be reached/],
  ])('%s', async (_, s3Url, message) => {
    const storage = createStorage({ dataDir: folder, s3Url: s3Url() }, outgoing);
    const failure = await storage.check().then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/^S3_URL leads to http:\/\/127/);
    expect(failure).toMatch(message);
    expect(failure).not.toContain('S3RVER:');
  });

  test('a folder that cannot be written to', async () => {
    const dataDir = join(folder, 'other');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'media'), 'a file');
    await expect(createStorage({ dataDir, s3Url: undefined }, outgoing).check()).rejects.toThrow(
      /^DATA_DIR is '.*', where no media can be stored: /,
    );
  });
});

describe('two processes on one bucket', () => {
  const app = useApp(async () => ({ S3_URL: url('/files/two'), DATA_DIR: `${folder}/one` }));

  test('an upload that begins at one ends at the other, and both serve it', async () => {
    const other = await start(app.databaseUrl, {
      S3_URL: url('/files/two'),
      DATA_DIR: `${folder}/two`,
    });
    try {
      const { token } = await person(app);
      const bytes = await jpeg({ width: 700, height: 500 });
      const metadata = `name ${Buffer.from('a.jpg').toString('base64')}`;
      const { headers } = await app.request('/api/media/uploads/', {
        method: 'POST',
        token,
        headers: { 'upload-length': String(bytes.length), 'upload-metadata': metadata },
      });
      const path = headers.get('location') as string;
      const half = bytes.length >> 1;
      for (const [base, offset, chunk] of [
        [app.base, 0, bytes.subarray(0, half)],
        [other.base, half, bytes.subarray(half)],
      ] as const) {
        const { status } = await fetch(base + path, {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/offset+octet-stream',
            'upload-offset': String(offset),
          },
          body: new Uint8Array(chunk),
        });
        expect(status).toBe(204);
      }
      await expect
        .poll(async () => (await app.get(path, token)).body.state, { timeout: 15_000 })
        .toBe('done');
      const { file } = (await app.get(path, token)).body;
      for (const base of [app.base, other.base]) {
        const response = await fetch(base + file.links.original, {
          headers: { range: 'bytes=5-9' },
        });
        expect(response.status).toBe(206);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
      }
    } finally {
      await other.stop();
    }
  });
});

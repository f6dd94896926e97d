import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { writeBackup } from '../database/backup/backup.ts';
import { createOutgoing } from '../http/outgoing/outgoing.ts';
import { person, start, type TestApp, useApp } from '../testing/app.ts';
import { spawnCommand } from '../testing/command.ts';
import { createTestDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/media-files.ts';
import type { BodyOf } from '../testing/responses.ts';
import { startS3 } from '../testing/s3.ts';
import { createStorage } from './create.ts';
import type { Storage } from './storage.ts';

const outgoing = createOutgoing({ userAgent: 'Test' });
const context = { clock: Date, outgoing };
const folder = await mkdtemp(join(tmpdir(), 'storage-'));
const bucket = await startS3();
afterAll(async () => {
  await bucket.stop();
  await outgoing.close();
});

const read = async (storage: Storage, key: string, range?: { start: number; end: number }) => {
  const found = await storage.open(key, range);
  return found && buffer(found);
};

describe.each([
  ['a folder', () => createStorage({ dataDir: folder, s3Url: undefined }, context)],
  ['a bucket', () => createStorage({ dataDir: folder, s3Url: bucket.url('media') }, context)],
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

test('requests and links of a bucket are signed at the time of the clock that it has', async () => {
  const asked: (string | undefined)[] = [];
  const stream: typeof outgoing.stream = async (url, request) => {
    asked.push(request?.headers?.['x-amz-date']);
    return outgoing.stream(url, request);
  };
  const clock = { now: () => Date.parse('2096-02-29T23:59:30.500Z') };
  const storage = createStorage(
    { dataDir: folder, s3Url: bucket.url('media') },
    { clock, outgoing: { ...outgoing, stream } },
  );
  expect(await storage.open('files/ab/none')).toBeUndefined();
  const link = await storage.link?.('files/ab/none', { type: 'image/jpeg', seconds: 60 });
  const { searchParams } = new URL(link ?? '');
  expect([asked, searchParams.get('X-Amz-Date')]).toEqual([
    ['20960229T235930Z'],
    '20960229T235930Z',
  ]);
});

describe('a storage that cannot be used is reported in one line', () => {
  test.each([
    ['a bucket that does not exist', () => bucket.nowhere, /can.?not be used: .*404 NoSuchBucket/],
    ['a wrong key', () => bucket.url('media', 'WRONG'), /403/],
    ['no server', () => 'http://a:b@127.0.0.1:1/files', /127.0.0.1 cannot be reached/],
  ])('%s', async (_, s3Url, message) => {
    const storage = createStorage({ dataDir: folder, s3Url: s3Url() }, context);
    const failure = await storage.check().then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/^S3_URL leads to http:\/\/127/);
    expect(failure).toMatch(message);
    expect(failure).not.toContain('secret');
  });

  test('a bucket that is away is not named to who uses it', async () => {
    const s3Url = 'http://a:b@127.0.0.1:1/files';
    const storage = createStorage({ dataDir: folder, s3Url }, context);
    await expect(storage.open('files/ab/one')).rejects.toMatchObject({
      status: 503,
      message: 'Files cannot be stored or read right now. Please try again.',
      cause: { message: expect.stringContaining('127.0.0.1 cannot be reached') },
    });
  });

  test('a folder that cannot be written to', async () => {
    const dataDir = join(folder, 'other');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'media'), 'a file');
    await expect(createStorage({ dataDir, s3Url: undefined }, context).check()).rejects.toThrow(
      /^DATA_DIR is '.*', where no media can be stored: /,
    );
  });
});

describe('two processes on one bucket', () => {
  const app = useApp(async () => ({ S3_URL: bucket.url('two'), DATA_DIR: `${folder}/one` }));

  test('an upload that begins at one ends at the other, and both serve it', async () => {
    const other = await start(app.databaseUrl, {
      S3_URL: bucket.url('two'),
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
      const path = headers.get('location') as `/api/media/uploads/${string}/`;
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
        const response = await fetch(base + file?.links.original, {
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

describe.each([
  ['a folder', 'DATA_DIR', () => ({ DATA_DIR: `${folder}/shared` })],
  [
    'a bucket',
    'S3_URL',
    () => ({ S3_URL: bucket.url('shared'), DATA_DIR: `${folder}/beside-bucket` }),
  ],
])('%s belongs to one installation', (_, setting, settings) => {
  const app = useApp(async () => settings());
  let pictures = 0;
  const upload = async (on: TestApp, token: string) => {
    const response = await fetch(`${on.base}/api/media/?name=a.jpg`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      // Another one each time: what is known is not stored again.
      body: new Uint8Array(await jpeg({ width: 100 + ++pictures, height: 100 })),
    });
    return {
      status: response.status,
      body: (await response.json()) as BodyOf<'POST', '/api/media/'>,
    };
  };

  test('another one does not start there', async () => {
    const { url: postgres, template } = inject('postgres');
    const other = await createTestDatabase(
      (name) => postgres.replace('{database}', name),
      template,
    );
    try {
      await expect(start(other.url, settings())).rejects.toThrow(
        new RegExp(`has the files of another installation .*: set ${setting} to another`),
      );
    } finally {
      await other.drop();
    }
  });

  test('a restored copy reads there and changes nothing, until it takes over and its original stops', async () => {
    const { token } = await person(app);
    const { body: file } = await upload(app, token);
    const archive = join(folder, `${setting}.tar.gz`);
    await writeBackup({ connectionString: app.databaseUrl }, archive);
    const { url: postgres } = inject('postgres');
    const { url: database, drop } = await createTestDatabase((name) =>
      postgres.replace('{database}', name),
    );
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query('drop schema public, jobs cascade; create schema public');
    await client.end();
    const environment = { ...settings(), DATABASE_URL: database };
    const restore = await spawnCommand('server/commands/restore.ts', [archive], environment);
    expect(restore.code).toBe(0);
    const copy = await start(database, settings());
    try {
      expect((await fetch(copy.base + file?.links.original)).status).toBe(200);
      expect(await upload(copy, token)).toMatchObject({ status: 503, body: { code: 'at_rest' } });
      expect((await upload(app, token)).status).toBe(201);
      const taken = await copy.post('/api/installation/take-over/', undefined, token);
      expect(taken.status).toBe(200);
      await expect.poll(async () => (await upload(copy, token)).status).toBe(201);
      // The original, which should have been stopped, learns it within seconds.
      await expect
        .poll(async () => (await upload(app, token)).body.detail, { timeout: 15_000 })
        .toContain('belong to another installation now');
      await app.database.query("update media_files set trashed_at = now() - interval '99 days'");
      await app.database.query("update media_blobs set touched_at = now() - interval '2 days'");
      await app.database.query("insert into jobs.job (name) values ('media.sweep')");
      await expect
        .poll(() => app.lines.some((line) => line.includes('"job":"media.sweep"')), {
          timeout: 15_000,
        })
        .toBe(true);
      expect((await fetch(copy.base + file?.links.original)).status).toBe(200);
    } finally {
      await copy.stop();
      await drop();
    }
  });
});

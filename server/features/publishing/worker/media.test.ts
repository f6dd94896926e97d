import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { gif, jpeg, mp4, PDF } from '../../../testing/media-files.ts';
import { type Bluesky, startBluesky } from '../../../testing/networks/bluesky.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { environmentOf, type TestNetwork } from '../../../testing/networks/network.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'media-'));
let bluesky: Bluesky;
const app = useApp(async () => {
  bluesky = await startBluesky();
  return { ALLOW_PRIVATE_NETWORKS: 'true', DATA_DIR: dataDir, ...environmentOf(bluesky) };
});
afterAll(() => bluesky.stop());

/** A publisher who has files. */
async function withFiles(network: TestNetwork) {
  const me = await publisherOn(app, network);
  const add = async (bytes: Buffer, name: string, alt = '') => {
    const response = await fetch(`${app.base}/api/media/?${new URLSearchParams({ name, alt })}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}` },
      body: new Uint8Array(bytes),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return { file: ((await response.json()) as { id: number }).id };
  };
  const send = async (media: object[], content = 'With files') =>
    me.publish((await me.write({ content, media })).id);
  return { ...me, add, send };
}

const outcomesOf = (publication: { content: { attempts: { outcome: string | null }[] }[] }) =>
  publication.content.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));

test('the practice network shows files with their alt texts', async () => {
  const me = await withFiles(practice);
  const id = await me.send([
    await me.add(await jpeg({ seed: 1 }), 'one.jpg', 'The first'),
    await me.add(await jpeg({ seed: 80 }), 'two.jpg'),
  ]);
  await me.until(id, 'published');
  const { posts } = (await me.call(`/api/practice/${me.channel}/`)).body;
  expect(posts[0].media).toEqual([
    expect.objectContaining({ alt: 'The first', kind: 'picture' }),
    expect.objectContaining({ alt: '', focus: [0.5, 0.5] }),
  ]);
});

describe('mastodon', () => {
  let network: Awaited<ReturnType<typeof startMastodon>>;
  beforeAll(async () => {
    network = await startMastodon();
  });
  afterAll(() => network.stop());

  test('pictures are published with their alt texts and what must stay in view', async () => {
    const me = await withFiles(network);
    const first = await jpeg({ seed: 2 });
    const one = await me.add(first, 'one.jpg', 'The first, “quoted”');
    await me.call(`/api/media/${one.file}/`, 'PUT', { focus: [0, 0.25] });
    const id = await me.send([one, await me.add(await jpeg({ seed: 3 }), 'two.jpg')]);
    await me.until(id, 'published');
    const { media } = network.statuses.at(-1) as { media: string[] };
    const sent = media.map((file) => network.media.find((known) => known.id === file));
    expect(sent.map((file) => [file?.description, file?.focus, file?.type])).toEqual([
      ['The first, “quoted”', '-1.00,0.50', 'image/jpeg'],
      ['', '0.00,0.00', 'image/jpeg'],
    ]);
    expect(sent[0]?.bytes.equals(first)).toBe(true);
  });

  test('a video that is processed is awaited by the queue, and uploaded once', async () => {
    network.options.processing = 2;
    const me = await withFiles(network);
    const bytes = await mp4();
    const before = network.media.length;
    const id = await me.send([await me.add(bytes, 'film.mp4', 'A film')]);
    const done = await me.until(id, 'published');
    network.options.processing = 0;
    expect(outcomesOf(done).filter((outcome) => outcome === 'processing')).toHaveLength(2);
    expect(network.media.length - before).toBe(1);
    expect(network.media.at(-1)?.bytes.equals(bytes)).toBe(true);
  });

  test('a file is uploaded once, however often its part is tried', async () => {
    const me = await withFiles(network);
    const before = network.media.length;
    await network.fail(me.call, me.channel, 'accept_and_drop', 'fail', 'rate_limit');
    const id = await me.send([await me.add(await jpeg({ seed: 4 }), 'one.jpg')], 'Tried often');
    await me.until(id, 'published');
    expect(network.media.length - before).toBe(1);
    expect((await me.posts()).map(({ content }) => content)).toEqual(['Tried often']);
  });

  test('one that the server has deleted meanwhile is uploaded again', async () => {
    const me = await withFiles(network);
    await network.fail(me.call, me.channel, 'rate_limit');
    const id = await me.send([await me.add(await jpeg({ seed: 5 }), 'one.jpg')]);
    await expect.poll(async () => outcomesOf(await me.get(id))).toContain('rate_limited');
    network.media.length = 0;
    const done = await me.until(id, 'published');
    expect(outcomesOf(done)).toContain('unprepared');
    expect(network.media).toHaveLength(1);
  });

  test.each([
    ['five pictures', 5, /Mastodon allows up to 4 pictures per post; there are 5/],
    ['a PDF', 0, /Mastodon doesn’t support PDF files/],
  ])('%s are refused before anything is sent', async (_, count, message) => {
    const me = await withFiles(network);
    const media = count ? [] : [await me.add(PDF, 'a.pdf')];
    for (let n = 0; n < count; n++)
      media.push(await me.add(await jpeg({ seed: 50 + n }), `${n}.jpg`));
    const { id: item } = await me.write({ media });
    const answer = await me.call(`/api/content/items/${item}/publications/`, 'POST', {
      channels: [me.channel],
    });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(message)]);
  });

  test('where the workspace wants alt texts, a picture without one is not published', async () => {
    const me = await withFiles(network);
    const { id: item } = await me.write({
      media: [await me.add(await jpeg({ seed: 60 }), 'a.jpg')],
    });
    const path = `/api/content/items/${item}/publications/check/` as const;
    const findings = async () => (await me.call(path, 'POST', {})).body[0].findings;
    expect(await findings()).toMatchObject([{ level: 'warning', text: '‘a.jpg’ has no alt text' }]);
    await me.call('/api/workspace/', 'PUT', { requires_alt_texts: true });
    expect(await findings()).toMatchObject([{ level: 'error' }]);
  });

  test('a file in the trash is not published, whenever it went there', async () => {
    const me = await withFiles(network);
    const one = await me.add(await jpeg({ seed: 62 }), 'private.jpg', 'Private');
    const { id: item } = await me.write({ media: [one] });
    const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
    await me.call('/api/media/operations/', 'POST', { operation: 'trash', files: [one.file] });
    await app.database.query(
      'update publications set due_at = now(), next_attempt_at = now() where id = $1',
      [id],
    );
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'rejected',
      detail: 'The file ‘private.jpg’ is no longer in the library.',
    });
    const path = `/api/content/items/${item}/publications/check/` as const;
    expect((await me.call(path, 'POST', {})).body[0].findings[0]).toMatchObject({
      level: 'error',
      text: 'The file ‘private.jpg’ is no longer in the library',
    });
    const retried = await me.call(`/api/publications/${id}/retry/`, 'POST', {});
    expect(retried.status).toBe(400);
    expect(await me.posts()).toEqual([]);
  });

  test('a file that was erased meanwhile stops it, and says so', async () => {
    const me = await withFiles(network);
    const one = await me.add(await jpeg({ seed: 61 }), 'gone.jpg');
    const { id: item } = await me.write({ media: [one] });
    const { rows } = await app.database.query(
      "select encode(hash, 'hex') as hash from media_files where id = $1",
      [one.file],
    );
    const { hash } = rows[0];
    await rm(join(dataDir, 'media', 'files', hash.slice(0, 2), hash.slice(2)));
    const id = await me.publish(item);
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'rejected',
      detail: 'The file ‘gone.jpg’ was erased from the library.',
    });
  });
});

describe('bluesky', () => {
  /** The last record of the account, and the bytes of its blobs. */
  async function lastOf(channel: number) {
    const { did } = bluesky.account(channel);
    const record = (await bluesky.records(did)).at(-1)?.value;
    const read = async (cid: string) => {
      const query = new URLSearchParams({ did, cid });
      const response = await fetch(`${bluesky.direct}/xrpc/com.atproto.sync.getBlob?${query}`);
      return Buffer.from(await response.arrayBuffer());
    };
    return { record, read };
  }

  test('pictures are published with alt texts and shapes, and fit', async () => {
    const me = await withFiles(bluesky);
    const large = await jpeg({ width: 2400, height: 1600, seed: 70 });
    expect(large.length).toBeGreaterThan(2_000_000);
    const id = await me.send([
      await me.add(large, 'large.jpg', 'A large one'),
      await me.add(await gif(), 'moving.gif', 'It stands still'),
    ]);
    await me.until(id, 'published');
    const { record, read } = await lastOf(me.channel);
    expect(record.embed.$type).toBe('app.bsky.embed.images');
    const [one, two] = record.embed.images;
    expect([one.alt, two.alt]).toEqual(['A large one', 'It stands still']);
    expect(one.aspectRatio.width / one.aspectRatio.height).toBeCloseTo(1.5, 1);
    const bytes = await read(one.image.ref.$link);
    expect(bytes.length).toBeLessThanOrEqual(976_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...one.aspectRatio });
  });

  test('a video is published as it is, in a thread', async () => {
    const me = await withFiles(bluesky);
    const bytes = await mp4({ codec: 'avc' });
    const video = await me.add(bytes, 'film.mp4', 'A film');
    const { body } = await me.call('/api/content/items/thread/', 'POST', {
      folder: me.folder,
      items: [{ content: 'Look' }, { content: 'A film', media: [video] }],
    });
    const id = await me.publish(body[0].id);
    await me.until(id, 'published');
    const { record, read } = await lastOf(me.channel);
    expect(record.embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      alt: 'A film',
      aspectRatio: { width: 640, height: 360 },
    });
    expect((await read(record.embed.video.ref.$link)).equals(bytes)).toBe(true);
  });

  test('uploaded once, and not twice where the outcome was unknown', async () => {
    const me = await withFiles(bluesky);
    await bluesky.fail(me.call, me.channel, 'accept_and_drop');
    const id = await me.send([await me.add(await jpeg({ seed: 71 }), 'one.jpg')], 'Once');
    const done = await me.until(id, 'published');
    expect(outcomesOf(done).filter((outcome) => outcome === 'prepared')).toHaveLength(1);
    expect((await me.posts()).map(({ content }) => content)).toEqual(['Once']);
  });
});

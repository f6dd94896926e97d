import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { keepUpload } from './uploads.sql.ts';

/** While a file is uploaded nothing of its post is out: it can be cancelled, moved and resumed. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let network: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  network = await startMastodon({ keys: 'ignored' });
});
afterAll(() => network.stop());
afterEach(() => {
  network.options.uploading = async () => {};
});

const later = (hours = 24) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A post whose file is being uploaded. */
async function uploading() {
  const me = await publisherOn(app, network);
  const release = Promise.withResolvers<void>();
  let uploads = 0;
  network.options.uploading = async () => {
    uploads++;
    await release.promise;
  };
  const file = await me.upload(await jpeg({ seed: 1 }), 'first.jpg', 'The first');
  const { id: item } = await me.write({ content: 'With a file', media: [{ file }] });
  const id = await me.publish(item);
  await eventually(() => expect(uploads).toBe(1));
  const path = `/api/publications/${id}/` as const;
  /** Ends the upload, and waits until the worker has stored what came of it, or lost it. */
  const end = async (fails = false) => {
    network.options.uploading = async () => {};
    if (fails) release.reject(new Error('The upload fails.'));
    else release.resolve();
    await eventually(async () => {
      const { rows } = await app.database.query(
        'select from channels where id = $1 and leased_until > now()',
        [me.channel],
      );
      expect(rows).toEqual([]);
    });
  };
  const due = () =>
    app.database.query(
      'update publications set due_at = now(), next_attempt_at = now() where id = $1',
      [id],
    );
  const alts = () =>
    network.statuses
      .filter(({ text }) => text === 'With a file')
      .filter(({ account }) => account === network.statuses.at(-1)?.account)
      .map(({ media }) =>
        media.map((id) => network.media.find((known) => known.id === id)?.description),
      );
  return { ...me, id, item, path, release: release.resolve, end, due, alts };
}

test.each([false, true])('it can be cancelled, and is never sent then: fails %o', async (fails) => {
  const me = await uploading();
  expect((await me.call(me.path, 'DELETE')).status).toBe(204);
  await me.end(fails);
  expect(await me.get(me.id)).toMatchObject({ state: 'cancelled', reason: null, sent: 0 });
  expect(await me.posts()).toEqual([]);
  // Scheduled once more, it is sent once.
  await me.until(await me.publish(me.item), 'published');
  expect((await me.posts()).map(({ content }) => content)).toEqual(['With a file']);
});

test.each([false, true])('it can be moved, and goes out at that time: fails %o', async (fails) => {
  const me = await uploading();
  const at = later();
  expect((await me.call(me.path, 'PUT', { at })).status).toBe(200);
  const file = await me.upload(await jpeg({ seed: 2 }), 'second.jpg', 'The second');
  await me.call(`/api/content/items/${me.item}/`, 'PUT', { media: [{ file }] });
  await me.end(fails);
  const moved = await me.get(me.id);
  expect(moved).toMatchObject({ state: 'scheduled', reason: null, sent: 0 });
  expect([Date.parse(moved.due_at), Date.parse(moved.next_attempt_at ?? '')]).toEqual([
    Date.parse(at),
    Date.parse(at),
  ]);
  expect(await me.posts()).toEqual([]);
  await me.due();
  await me.until(me.id, 'published');
  expect(me.alts()).toEqual([['The second']]);
});

test('what was moved to now while a former file was uploaded is sent with the present one', async () => {
  const me = await uploading();
  const file = await me.upload(await jpeg({ seed: 3 }), 'third.jpg', 'The third');
  await me.call(`/api/content/items/${me.item}/`, 'PUT', { media: [{ file }] });
  expect((await me.call(me.path, 'PUT', { at: null })).status).toBe(200);
  await me.end();
  await me.until(me.id, 'published');
  expect(me.alts()).toEqual([['The third']]);
});

test.each<[string, object, string]>([
  ['leave', {}, 'cancelled'],
  ['move', { at: later() }, 'scheduled'],
  ['now', {}, 'published'],
])('a pause ends meanwhile, with the decision: %s', async (what, fields, state) => {
  const me = await uploading();
  await me.call('/api/pause/', 'PUT', { reason: 'We wait.' });
  const held = (await me.call('/api/pause/held/')).body;
  expect(held.map(({ publication }) => publication.id)).toEqual([me.id]);
  const decisions = [{ publication: me.id, do: what, ...fields }];
  const resumed = await me.call('/api/pause/resume/', 'POST', { decisions });
  expect([resumed.status, resumed.body]).toEqual([200, { pause: null, stays: [] }]);
  await me.end();
  const { sent } = await me.until(me.id, state);
  expect([sent, (await me.posts()).length]).toEqual(state === 'published' ? [1, 1] : [0, 0]);
});

test('a process that was killed while it uploaded holds up nobody', async () => {
  const me = await uploading();
  // As if it were dead: the lease is nobody's, and still runs.
  await app.database.query(
    `update channels set lease = gen_random_uuid(), leased_until = now() + interval '20 seconds'
     where id = $1`,
    [me.channel],
  );
  expect((await me.call(me.path, 'PUT', { at: later() })).status).toBe(200);
  expect((await me.call(me.path, 'DELETE')).status).toBe(204);
});

test('a process that was frozen while it uploaded keeps nothing for the text that follows', async () => {
  const me = await uploading();
  const keyOf = async () => {
    const { rows } = await app.database.query(
      'select key from publication_parts where publication_id = $1',
      [me.id],
    );
    return rows[0].key as string;
  };
  const former = await keyOf();
  const file = await me.upload(await jpeg({ seed: 4 }), 'fourth.jpg', 'The fourth');
  await me.call(`/api/content/items/${me.item}/`, 'PUT', { media: [{ file }] });
  expect((await me.call(me.path, 'PUT', { at: null })).status).toBe(200);
  const second = Promise.withResolvers<void>();
  let uploads = 0;
  network.options.uploading = async () => {
    uploads++;
    await second.promise;
  };
  me.release();
  await eventually(() => expect(uploads).toBe(1));
  expect(await keyOf()).not.toBe(former);
  // The frozen one wakes up while the present file is uploaded, and stores what it has.
  const key = { id: me.id, position: 0, place: 0, until: null };
  const upload = JSON.stringify({ id: network.media.at(-1)?.id, isReady: true });
  await keepUpload(app.database, { ...key, key: former, upload });
  expect(network.media.at(-1)?.description).toBe('The first');
  // That upload fails, and is tried again: nothing was kept in its place.
  network.options.uploading = async () => {};
  second.reject(new Error('The upload fails.'));
  await me.until(me.id, 'published');
  expect(me.alts()).toEqual([['The fourth']]);
});

import { expect, test } from 'vitest';
import type { Policy } from '#contract/authority/cases.ts';
import { done, ending, type Scene, useScenes } from '../../../testing/authority.ts';
import { edit, part, scheduleCopy, set } from '../../../testing/authority-steps.ts';
import type { Call } from '../../../testing/responses.ts';

/** A copy of an evergreen post takes the text of its source that was approved since. */

const { app, begin } = useScenes();

/** A copy that waits, whose source was approved with another text. */
async function waiting(policy: Policy = 'only_approved') {
  const scene = await begin(policy);
  const id = await scheduleCopy(scene);
  await edit(scene, scene.by('editor'));
  await set('approved')(scene);
  return { scene, id };
}

const take = (call: Call, id: number) =>
  call(`/api/publications/${id}/new-text/` as '/api/publications/1/new-text/', 'POST');
const sendableOf = async ({ by }: Scene, id: number) =>
  (await done(by('owner')(`/api/publications/${id}/`))).sendable;

test('a copy that waits keeps its time, and needs the approval of that text from now on', async () => {
  const { scene, id } = await waiting();
  const call = scene.by('owner');
  const { due_at } = await done(call(`/api/publications/${id}/`));
  expect(await sendableOf(scene, id)).toEqual(['source']);
  expect((await take(call, id)).body).toMatchObject({ state: 'scheduled', due_at, sendable: [] });
  // There is nothing more to take.
  expect((await take(call, id)).status).toBe(409);
  await set('draft')(scene);
  await scene.release(id);
  expect(await ending(scene, id)).toBe('a');
});

test('a copy that has stopped is sent with that text', async () => {
  const { scene, id } = await waiting();
  await scene.release(id);
  expect(await ending(scene, id)).toBe('a');
  expect(await sendableOf(scene, id)).toEqual(['source']);
  await done(take(scene.by('owner'), id));
  expect(await ending(scene, id)).toBe('n');
});

/** The same copy on another account. */
async function onAnother({ network, by }: Scene, id: number) {
  const channel = await network.connect(by('owner'));
  const { rows } = await app.database.query<{ id: number }>(
    `insert into publications (workspace_id, channel_id, post_id, version, state, due_at,
       next_attempt_at, text, text_hash, source_id, source_hash, created_by)
     select workspace_id, $2, post_id, version, state, due_at, next_attempt_at, text, text_hash,
       source_id, source_hash, created_by from publications where id = $1 returning id`,
    [id, channel],
  );
  return { channel, id: rows[0]?.id as number };
}

test('its other accounts that have stopped go on, and are named; those that it does not fit stay', async () => {
  const { scene, id } = await waiting();
  const call = scene.by('owner');
  const others = [await onAnother(scene, id), await onAnother(scene, id)] as const;
  for (const publication of [id, ...others.map((other) => other.id)]) {
    await scene.release(publication);
    expect(await ending(scene, publication)).toBe('a');
  }
  const [fits, isFull] = others;
  await app.database.query(
    `update channels set limits = limits || '{"characters": 5}' where id = $1`,
    [isFull.channel],
  );
  expect(await done(take(call, id))).toMatchObject({ id, continued: [fits.id] });
  expect(await ending(scene, id)).toBe('n');
  expect(await ending(scene, fits.id)).toBe('n');
  expect(await ending(scene, isFull.id)).toBe('a');
});

test('its other accounts get the text as well, at their times', async () => {
  const { scene, id } = await waiting();
  await onAnother(scene, id);
  await done(take(scene.by('owner'), id));
  const { rows } = await app.database.query(
    `select state, text -> 1 ->> 'content' as second,
       source_hash = post_text_hash(source_id) as stands
     from publications where post_id = (select post_id from publications where id = $1)`,
    [id],
  );
  const taken = { state: 'scheduled', second: 'Two, changed', stands: true };
  expect(rows).toEqual([taken, taken]);
});

test('parts that the new text has no more go to the trash', async () => {
  const { scene, id } = await waiting();
  await done(scene.by('editor')(part(scene, 1), 'DELETE'));
  await set('approved')(scene);
  scene.words = ['One'];
  await done(take(scene.by('owner'), id));
  await scene.release(id);
  expect(await ending(scene, id)).toBe('n');
});

test('who may not publish there does not take it', async () => {
  const { scene, id } = await waiting('none');
  expect((await take(scene.by('editor'), id)).status).toBe(403);
  const drafts = await scene.key({ scopes: ['read', 'write'], drafts_only: true });
  expect((await take(drafts.call, id)).status).toBe(403);
  const channel = await scene.network.connect(scene.by('owner'));
  const scopes = ['read', 'write', 'review', 'publish'];
  const elsewhere = await scene.key({ scopes, channels: [channel] });
  expect((await take(elsewhere.call, id)).status).toBe(404);
  // The text gets an approval, which is for all accounts.
  const here = await scene.key({ scopes, channels: [scene.channel] });
  expect((await take(here.call, id)).status).toBe(403);
  const { call } = await scene.key({ scopes });
  expect((await take(call, id)).status).toBe(200);
});

test.each<[string, (scene: Scene, id: number) => Promise<unknown>]>([
  ['is only edited', (scene) => edit(scene, scene.by('editor'))],
  ['is approved as it was', set('approved')],
  [
    'is in the trash',
    ({ by, items }) => done(by('owner')(`/api/content/items/${items[0]}/`, 'DELETE')),
  ],
])('where the source %s there is nothing to take', async (_, change) => {
  const scene = await begin('none');
  const id = await scheduleCopy(scene);
  await change(scene, id);
  expect(await sendableOf(scene, id)).toEqual([]);
  expect((await take(scene.by('owner'), id)).status).toBe(409);
});

test('where nobody approves their own text, nobody takes it', async () => {
  const { scene, id } = await waiting('none');
  await scene.setPolicy('prevent_self_approval');
  expect(await sendableOf(scene, id)).toEqual([]);
  expect((await take(scene.by('owner'), id)).status).toBe(409);
});

test('a copy that a person has changed keeps its text', async () => {
  const { scene, id } = await waiting('none');
  const { item } = await done(scene.by('owner')(`/api/publications/${id}/`));
  await done(scene.by('owner')(`/api/content/items/${item}/`, 'PUT', { content: 'Its own' }));
  expect((await take(scene.by('owner'), id)).status).toBe(409);
});

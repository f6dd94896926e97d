import { expect, test } from 'vitest';
import { agent } from '../../../testing/agents.ts';
import { done, ending, type Scene, schedule, useScenes } from '../../../testing/authority.ts';
import { bringTo } from '../../../testing/authority-cases.ts';
import type { Call } from '../../../testing/responses.ts';

/** What has stopped and may be at the network is left or moved by who says that they have looked. */

const { app, begin } = useScenes();

/** A publication that has stopped, of whose first part nothing is known. */
async function stoppedUnknown(reason = 'unknown') {
  const scene = await begin('none');
  const id = await bringTo(scene, 'absent', scene.by('owner'));
  await app.database.query(
    `update publications set state = 'stopped', reason = $2, next_attempt_at = null where id = $1`,
    [id, reason],
  );
  return { scene, id };
}

const leave = (call: Call, id: number, query = '') =>
  call(`/api/publications/${id}/${query}` as '/api/publications/1/', 'DELETE');
const stateOf = async ({ by }: Scene, id: number) => {
  const { state, sent, content } = await done(by('owner')(`/api/publications/${id}/`));
  return { state, sent, last: content[0]?.attempts.at(-1)?.outcome };
};
const UNKNOWN = { state: 'stopped', sent: 0, last: 'unknown' };
const REFUSAL = 'It may be at the network: look there first, and say whether it is (sent).';

test.each(['unknown', 'reconnect'])(
  'what may be there and stopped as %s is not left without a look',
  async (reason) => {
    const { scene, id } = await stoppedUnknown(reason);
    const call = scene.by('owner');
    const { status, body } = await leave(call, id);
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: 'look_first', detail: REFUSAL }),
    ]);
    expect(await stateOf(scene, id)).toEqual(UNKNOWN);
    expect(await schedule(scene, call, null)).toMatchObject({ result: 'r' });
    expect((await leave(call, id, '?sent=maybe')).status).toBe(400);

    expect((await leave(call, id, '?sent=false')).status).toBe(204);
    expect(await stateOf(scene, id)).toEqual({ state: 'cancelled', sent: 0, last: 'absent' });
    const again = await schedule(scene, call, null);
    await scene.release('id' in again ? again.id : 0);
    expect('id' in again && (await ending(scene, again.id))).toBe('g');
  },
);

test('where a person saw the part, it counts as sent, and the rest is left', async () => {
  const { scene, id } = await stoppedUnknown();
  expect((await leave(scene.by('owner'), id, '?sent=true')).status).toBe(204);
  expect(await stateOf(scene, id)).toEqual({ state: 'cancelled', sent: 1, last: 'sent' });
});

test('where that was all of it, it is published', async () => {
  const { scene, id } = await stoppedUnknown();
  await app.database.query(
    'delete from publication_parts where publication_id = $1 and position > 0',
    [id],
  );
  expect((await leave(scene.by('owner'), id, '?sent=true')).status).toBe(204);
  expect(await stateOf(scene, id)).toEqual({ state: 'published', sent: 1, last: 'sent' });
});

test('its deletion at the network takes a look as well', async () => {
  const { scene, id } = await stoppedUnknown();
  const remove = (body: object) =>
    scene.by('owner')(`/api/publications/${id}/delete-remote/`, 'POST', body);
  expect((await remove({})).status).toBe(409);
  expect((await remove({ sent: true })).status).toBe(400);
  expect(await stateOf(scene, id)).toEqual(UNKNOWN);
  expect((await remove({ sent: false })).status).toBe(200);
  expect(await stateOf(scene, id)).toEqual({ state: 'cancelled', sent: 0, last: 'absent' });
});

test('what is known to be nowhere is left as before', async () => {
  const scene = await begin('none');
  const id = await bringTo(scene, 'R', scene.by('owner'));
  expect((await leave(scene.by('owner'), id)).status).toBe(204);
});

test('a program says so by its key, and one that writes drafts only never leaves it', async () => {
  const { scene, id } = await stoppedUnknown();
  const drafts = await scene.key({ scopes: ['read', 'write'], drafts_only: true });
  for (const query of ['', '?sent=false'])
    expect((await leave(drafts.call, id, query)).status).toBe(403);
  expect(await stateOf(scene, id)).toEqual(UNKNOWN);
  const { call } = await scene.key({ scopes: ['read', 'write', 'review', 'publish'] });
  expect((await leave(call, id)).status).toBe(409);
  expect((await leave(call, id, '?sent=false')).status).toBe(204);
});

/** One that was due since the backup that it was restored from. */
async function restored() {
  const scene = await begin('none');
  const id = await bringTo(scene, 'W', scene.by('owner'));
  await app.database.query(
    `update publications set state = 'stopped', reason = 'late', cause = 'copied',
       next_attempt_at = null, copied_at = now() where id = $1`,
    [id],
  );
  return { scene, id };
}
const NOT_THERE =
  'It may be at the network: look there first, and say that it is not (sent: false).';

type Way = (call: Call, id: number, body: object) => Promise<{ status: number; body: unknown }>;
const WAYS: Record<string, Way> = {
  'moved, or published now': (call, id, body) =>
    call(`/api/publications/${id}/`, 'PUT', { at: null, ...body }),
  'moved with others': (call, id, body) =>
    call('/api/publications/move/', 'POST', { moves: [{ publication: id, at: null, ...body }] }),
};
const RETRIED: Record<string, Way> = {
  retried: (call, id, body) => call(`/api/publications/${id}/retry/`, 'POST', body),
};

test.each(Object.entries({ ...WAYS, ...RETRIED }))(
  'what was due since the backup is not %s without a look, and goes out with one',
  async (_, way) => {
    const { scene, id } = await restored();
    const call = scene.by('owner');
    expect(await done(call(`/api/publications/${id}/`))).toMatchObject({ may_be_there: true });
    expect(await way(call, id, {})).toMatchObject({
      status: 409,
      body: { code: 'look_first', detail: NOT_THERE },
    });
    expect((await way(call, id, { sent: true })).status).toBe(400);
    expect(await ending(scene, id)).toBe('late');
    expect((await way(call, id, { sent: false })).status).toBe(200);
    expect(await ending(scene, id)).toBe('g');
  },
);

test.each(Object.entries(WAYS))(
  'what has stopped as changed and may be there is not %s without a look',
  async (_, way) => {
    const { scene, id } = await stoppedUnknown('changed');
    const call = scene.by('owner');
    expect(await way(call, id, {})).toMatchObject({
      status: 409,
      body: { code: 'look_first', detail: NOT_THERE },
    });
    expect(await stateOf(scene, id)).toEqual(UNKNOWN);
    expect((await way(call, id, { sent: false })).status).toBe(200);
    await scene.release(id);
    expect(await ending(scene, id)).toBe('g');
  },
);

test('what was due since the backup, and a person saw, is published as a whole', async () => {
  const { scene, id } = await restored();
  const call = scene.by('owner');
  const planned = { afterwards: [{ kind: 'repost', hours: 1 }] };
  await done(call(`/api/publications/${id}/afterwards/`, 'POST', planned));
  expect((await leave(call, id)).status).toBe(409);
  expect((await leave(call, id, '?sent=true')).status).toBe(204);
  const { results } = await done(
    call('/api/publications/?state=published' as '/api/publications/', 'GET'),
  );
  expect(results).toEqual([expect.objectContaining({ id, sent: 2, parts: 2, url: null })]);
  const { content } = await done(call(`/api/publications/${id}/`));
  expect(content.map(({ attempts }) => attempts.map(({ outcome }) => outcome))).toEqual([
    ...[['sent'], ['sent']],
  ]);
  expect(
    await done(call(`/api/content/items/${scene.items[0]}/` as '/api/content/items/1/')),
  ).toMatchObject({
    status: 'published',
  });
  expect(await scene.texts()).toEqual([]);
});

test('what was due since the backup, and is not there, is left by who has looked', async () => {
  const { scene, id } = await restored();
  expect((await leave(scene.by('owner'), id, '?sent=false')).status).toBe(204);
  expect(await stateOf(scene, id)).toMatchObject({ state: 'cancelled', sent: 0 });
});

test('what is retried otherwise is looked for itself', async () => {
  const { scene, id } = await stoppedUnknown('exhausted');
  await done(scene.by('owner')(`/api/publications/${id}/retry/`, 'POST', {}));
  await scene.release(id);
  expect(await ending(scene, id)).toBe('g');
  const { content } = await done(scene.by('owner')(`/api/publications/${id}/`));
  expect(content[0]?.attempts.map(({ step }) => step)).toContain('find');
});

test('an agent moves it with what a person saw', async () => {
  const { scene, id: publication_id } = await restored();
  const { secret } = await scene.key({ scopes: ['read', 'write', 'review', 'publish'] });
  const { call } = await agent(app, secret, 'today');
  const at = '2030-01-02T10:00';
  const refused = await call('move_publication', { publication_id, at });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining(NOT_THERE)]);
  await call('move_publication', { publication_id, at, sent: false });
  expect(await stateOf(scene, publication_id)).toMatchObject({ state: 'scheduled' });
});

test('an agent is told what to do, and says what a person saw', async () => {
  const { scene, id: publication_id } = await stoppedUnknown();
  const { secret } = await scene.key({ scopes: ['read', 'write', 'review', 'publish'] });
  const { call } = await agent(app, secret, 'today');
  const refused = await call('cancel_publication', { publication_id });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining(REFUSAL)]);
  const left = await call('cancel_publication', { publication_id, sent: true });
  expect(left.data).toMatchObject({ publication_id, state: 'cancelled' });
  expect(await stateOf(scene, publication_id)).toMatchObject({ sent: 1 });
});

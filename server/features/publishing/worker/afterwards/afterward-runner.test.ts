import { expect, test } from 'vitest';
import { useApp } from '../../../../testing/app.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { practice } from '../../../../testing/networks/practice.ts';
import { publisherOn, runAfterwards } from '../../../../testing/publishing.ts';

/** What is done with publications afterwards, on Practice, which can be told to fail. */

const app = useApp();

const REPOST = { kind: 'repost', hours: 2 } as const;
const REMOVE = { kind: 'remove', days: 3, consent: true } as const;

const publisher = () => publisherOn(app, practice);

type Me = Awaited<ReturnType<typeof publisher>>;

/** Publishes a post with what is done afterwards. */
async function published(me: Me, ...afterwards: object[]) {
  const id = await me.publish(await me.thread(['Our market opens']), {
    afterwards: { [me.channel]: afterwards },
  });
  await me.until(id, 'published');
  return id;
}

/** Lets the time of what is planned come. */
const pass = (id: number) =>
  app.database.query(
    `update afterwards set due_at = now(), next_attempt_at = now()
     where publication_id = $1 and next_attempt_at is not null`,
    [id],
  );

test('What is chosen when a post is scheduled is due so long after it is out', async () => {
  const me = await publisher();
  const item = await me.thread(['Later']);
  const id = await me.publish(item, {
    at: '2030-01-01T09:00:00Z',
    afterwards: { [me.channel]: [REPOST, REMOVE, { kind: 'reply', hours: 1, text: ' More ' }] },
  });
  const before = (await me.get(id)).afterwards;
  expect(before.map(({ kind, state, due_at, text }) => [kind, state, due_at, text])).toEqual([
    ['reply', 'waiting', null, 'More'],
    ['repost', 'waiting', null, null],
    ['remove', 'waiting', null, null],
  ]);
  await me.call(`/api/publications/${id}/`, 'PUT', { at: null });
  const { published_at, afterwards } = await me.until(id, 'published');
  const hours = afterwards.map(
    ({ due_at }) => (Date.parse(due_at ?? '') - Date.parse(published_at ?? '')) / 3600_000,
  );
  expect(hours).toEqual([1, 2, 72]);
  // Nothing is done before its time.
  await runAfterwards(app);
  expect(await me.posts()).toHaveLength(1);
  expect(await me.reposts()).toEqual([]);
});

test.each([
  [{ kind: 'remove', days: 3 }, 'deleted for good'],
  [{ kind: 'remove', days: 366, consent: true }, 'from 1 to 365'],
  [{ kind: 'repost', hours: 0 }, 'from 1 to 8760'],
  [{ kind: 'repost', hours: 1, channel: 999_999_999 }, 'no channel 999999999'],
  [{ kind: 'reply', hours: 1, text: ' ' }, 'Enter a text'],
  [{ kind: 'reply', hours: 1, text: 'x'.repeat(5000) }, 'longer than Practice takes'],
  [{ kind: 'reply', hours: 1, text: 'For {{name}}' }, 'variable that nothing fills in'],
  [{ kind: 'like', hours: 1 }, 'repost, reply, remove'],
])('Refuses what cannot be done, and says why: %j', async (afterward, text) => {
  const me = await publisher();
  const item = await me.thread(['A text']);
  const { status, body } = await me.call(`/api/content/items/${item}/publications/`, 'POST', {
    channels: [me.channel],
    at: '2030-01-01T09:00:00Z',
    afterwards: { [me.channel]: [afterward] },
  });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(text)]);
  expect((await me.call(`/api/publications/?item=${item}`)).body.count).toBe(0);
});

test('Another own account of the network reposts it', async () => {
  const me = await publisher();
  const { body: other } = await me.call('/api/channels/', 'POST', { network: 'practice' });
  const id = await published(me, { ...REPOST, channel: other.id });
  await me.untilAfterward(id, 'done');
  const [post] = await me.posts();
  expect(await practice.reposts?.(me.call, other.id)).toEqual([post?.id]);
  expect(await me.reposts()).toEqual([]);
});

test('What a pause holds is done after it', async () => {
  const me = await publisher();
  const id = await published(me, REPOST);
  expect(
    (await me.call('/api/pause/', 'PUT', { reason: 'Something happened', ends_at: null })).status,
  ).toBe(200);
  await pass(id);
  await runAfterwards(app);
  expect((await me.get(id)).afterwards).toMatchObject([{ state: 'waiting', held: true }]);
  expect(await me.reposts()).toEqual([]);
  await app.database.query(
    'delete from pauses where workspace_id = (select workspace_id from publications where id = $1)',
    [id],
  );
  await app.database.query('update channels set queue_paused_at = now() where id = $1', [
    me.channel,
  ]);
  await runAfterwards(app);
  expect((await me.get(id)).afterwards).toMatchObject([{ state: 'waiting', held: true }]);
  await app.database.query('update channels set queue_paused_at = null where id = $1', [
    me.channel,
  ]);
  await me.untilAfterward(id, 'done');
  expect(await me.reposts()).toHaveLength(1);
});

test('What is cancelled, or belongs to what is deleted, is not done', async () => {
  const me = await publisher();
  const id = await published(me, REPOST, REMOVE);
  const [repost] = (await me.get(id)).afterwards;
  const path = `/api/afterwards/${repost?.id ?? 0}/` as const;
  expect((await me.call(path, 'DELETE')).status).toBe(204);
  expect((await me.call(path, 'DELETE')).status).toBe(409);
  await me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
  await pass(id);
  await runAfterwards(app);
  expect((await me.get(id)).afterwards.map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
  ]);
});

test('What stops is told, needs attention, and is continued by a person', async () => {
  const me = await publisher();
  const id = await published(me, REPOST);
  await practice.fail(me.call, me.channel, 'refuse');
  const stopped = await me.untilAfterward(id, 'stopped');
  expect(stopped).toMatchObject({ reason: 'rejected' });
  const { body } = await me.call('/api/attention/');
  expect(body.afterwards).toMatchObject([{ id: stopped.id, publication: id, state: 'stopped' }]);
  expect((await me.call('/api/attention/count/')).body.count).toBe(1);
  const { body: told } = await me.call('/api/notifications/');
  expect(JSON.stringify(told)).toContain('publishing_stopped');
  await practice.fail(me.call, me.channel);
  const path = `/api/afterwards/${stopped.id}/continue/` as const;
  expect((await me.call(path, 'POST', {})).status).toBe(200);
  await me.untilAfterward(id, 'done');
  expect(await me.reposts()).toHaveLength(1);
  expect((await me.call('/api/attention/')).body.afterwards).toEqual([]);
});

test('An access that was revoked stops it, and connecting again continues it', async () => {
  const me = await publisher();
  const id = await published(me, { kind: 'reply', hours: 1, text: 'Below' });
  await practice.fail(me.call, me.channel, 'revoked');
  expect(await me.untilAfterward(id, 'stopped')).toMatchObject({ reason: 'reconnect' });
  await practice.fail(me.call, me.channel);
  expect((await practice.reconnect(me.call, me.channel)).status).toBe(200);
  await me.untilAfterward(id, 'done');
  expect((await me.posts()).map(({ content }) => content)).toEqual(['Our market opens', 'Below']);
});

test('Where nobody can look, a person is asked, and nothing is done twice', async () => {
  const me = await publisher();
  const id = await published(me, REPOST);
  const behaviour = { fault: 'accept_and_drop', times: 1, hides_posts: true };
  await me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);
  const stopped = await me.untilAfterward(id, 'stopped');
  expect(stopped).toMatchObject({
    reason: 'unknown',
    detail: 'It isn’t known whether Practice reposted it.',
  });
  const path = `/api/afterwards/${stopped.id}/continue/` as const;
  expect((await me.call(path, 'POST', {})).status).toBe(400);
  expect((await me.call(path, 'POST', { there: true })).body).toMatchObject({ state: 'done' });
  expect(await me.reposts()).toHaveLength(1);
});

test('A process that died after the call has its repost found, and not made twice', async () => {
  const me = await publisher();
  const id = await published(me, REPOST);
  await me.untilAfterward(id, 'done');
  // As if it had died before it stored the answer.
  await app.database.query(
    `update afterwards set state = 'running', ended_at = null, next_attempt_at = now(), lease = gen_random_uuid(),
       leased_until = now() - interval '1 second', remote_id = null where publication_id = $1`,
    [id],
  );
  await app.database.query(
    'update afterward_attempts set outcome = null, ended_at = null where afterward_id in (select id from afterwards where publication_id = $1)',
    [id],
  );
  await me.untilAfterward(id, 'done');
  expect(await me.reposts()).toHaveLength(1);
});

test('A deletion takes the reply below with it, and is in the audit log', async () => {
  const me = await publisher();
  const id = await published(me, { kind: 'reply', hours: 1, text: 'Below' }, REMOVE);
  await me.untilAfterward(id, 'done', 0);
  await me.untilAfterward(id, 'done', 1);
  expect(await me.posts()).toEqual([]);
  expect((await me.get(id)).state).toBe('cancelled');
  const { rows } = await app.database.query(
    "select action, user_id is null as by_server from audit_log where object_type = 'publication' and object_id = $1 order by id",
    [id],
  );
  const actions = rows.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['plan_removal', 'plan_reply', 'delete_remote']));
});

test('Two runs at once do it once', async () => {
  const me = await publisher();
  const id = await published(me, REPOST, { kind: 'reply', hours: 1, text: 'Below' });
  await pass(id);
  await Promise.all([runAfterwards(app), runAfterwards(app), runAfterwards(app)]);
  await eventually(async () => {
    const states = (await me.get(id)).afterwards.map(({ state }) => state);
    expect(states).toEqual(['done', 'done']);
  });
  expect(await me.reposts()).toHaveLength(1);
  expect(await me.posts()).toHaveLength(2);
});

test('Members who only write change proposals alone', async () => {
  const me = await publisher();
  const id = await published(me, REPOST);
  const [{ id: planned } = { id: 0 }] = (await me.get(id)).afterwards;
  await app.database.query(
    "update memberships set role = 'editor' where user_id = (select created_by from publications where id = $1)",
    [id],
  );
  const add = { afterwards: [REPOST] };
  expect((await me.call(`/api/publications/${id}/afterwards/`, 'POST', add)).status).toBe(403);
  expect((await me.call(`/api/afterwards/${planned}/`, 'DELETE')).status).toBe(403);
  expect((await me.call(`/api/afterwards/${planned}/continue/`, 'POST', {})).status).toBe(403);
});

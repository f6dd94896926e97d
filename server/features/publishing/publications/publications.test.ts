import { describe, expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { eventually, keepWithin } from '../../../testing/eventually.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

/** A member with a practice channel that behaves so, and functions that publish and wait. */
async function publisher(behaviour: object = {}) {
  const me = await publisherOn(app, practice);
  const behave = (next: object) => me.call(`/api/practice/${me.channel}/`, 'PUT', next);
  expect((await behave(behaviour)).status).toBe(200);
  const texts = async () => (await me.posts()).map(({ content }) => content);
  return { ...me, behave, texts };
}

describe('a publication', () => {
  test('is sent at once: every part once, in order, each as a reply to the one before', async () => {
    const me = await publisher();
    const item = await me.thread(['One', 'Two', 'Three']);
    const done = await me.until(await me.publish(item), 'published');
    expect(done).toMatchObject({ item, parts: 3, sent: 3, reason: null });
    const posts = await me.posts();
    expect(posts.map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
    expect(posts.map(({ parent }) => parent)).toEqual([null, posts[0]?.id, posts[1]?.id]);
    // The status of the item follows.
    const { body } = await me.call(`/api/content/items/${item}/`);
    expect(body.status).toBe('published');
    const notified = (await me.call('/api/notifications/')).body.results;
    expect(notified).toMatchObject([
      {
        kind: 'published',
        text: "'One' was published on Practice",
        published: [{ network: 'practice', url: `/practice/${me.channel}` }],
      },
    ]);
    const { body: transitions } = await me.call(`/api/content/items/${item}/transitions/`);
    const { body: versions } = await me.call(`/api/content/items/${item}/history/`);
    expect(versions).toMatchObject([{ user: null, by_schedule: true }, { by_schedule: false }]);
    expect(transitions).toMatchObject([
      { target_state: 'published', user: null, by_schedule: true },
    ]);
    const { body: audit } = await me.call('/api/content/audit-logs/?action=publish');
    expect(audit).toMatchObject([
      { object_type: 'publication', object_id: done.id, user: null, by_server: true },
    ]);
  });

  test('is sent at its time, can be moved and cancelled before, and not afterwards', async () => {
    const me = await publisher();
    const { id: item } = await me.write({ content: 'Later' });
    const at = '2030-01-01T09:00:00Z';
    const passed = await me.call(`/api/content/items/${item}/publications/`, 'POST', {
      channels: [me.channel],
      at: '2020-01-01T09:00:00Z',
    });
    expect([passed.status, passed.body.at]).toEqual([400, ['This time has passed.']]);
    const id = await me.publish(item, { at });
    expect(await me.get(id)).toMatchObject({ state: 'scheduled', parts: 1 });
    expect(Date.parse((await me.get(id)).due_at)).toBe(Date.parse(at));
    const again = await me.call(`/api/content/items/${item}/publications/`, 'POST', {
      channels: [me.channel],
    });
    expect([again.status, again.body.detail]).toEqual([
      409,
      'This post is already scheduled, or being published, on Practice.',
    ]);
    expect((await me.call(`/api/publications/${id}/`, 'DELETE')).status).toBe(204);
    expect(await me.get(id)).toMatchObject({ state: 'cancelled' });
    const second = await me.publish(item, { at });
    expect((await me.call(`/api/publications/${second}/`, 'PUT', { at: null })).status).toBe(200);
    await me.until(second, 'published');
    expect((await me.call(`/api/publications/${second}/`, 'PUT', { at })).status).toBe(409);
    expect(await me.texts()).toEqual(['Later']);
  });

  test('with the same Idempotency-Key is created once', async () => {
    const me = await publisher();
    const { id: item } = await me.write({ content: 'Once' });
    const body = { channels: [me.channel], at: '2030-01-01T09:00:00Z' };
    const headers = { 'idempotency-key': 'a-key-of-mine' };
    const path = `/api/content/items/${item}/publications/` as const;
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => me.call(path, 'POST', body, headers)),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.body[0].id)).size).toBe(1);
    const other = await me.call(path, 'POST', { channels: [me.channel] }, headers);
    expect([other.status, other.body.detail]).toEqual([
      422,
      'This Idempotency-Key belongs to another request.',
    ]);
  });

  test('of a post in the trash is cancelled', async () => {
    const me = await publisher();
    const { id: item } = await me.write();
    const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
    await me.call(`/api/content/items/${item}/`, 'DELETE');
    expect(await me.get(id)).toMatchObject({ state: 'cancelled' });
  });

  test('does not fit: the part is named', async () => {
    const me = await publisher();
    const item = await me.thread(['Short', 'x'.repeat(501)]);
    const refused = await me.call(`/api/content/items/${item}/publications/`, 'POST', {
      channels: [me.channel],
    });
    expect([refused.status, refused.body.channels]).toEqual([
      400,
      ['Part 2 is 1 character over the limit for Practice.'],
    ]);
  });

  test('that became too long stops when it is due, and continues with a shorter text', async () => {
    const me = await publisher();
    const { id: item } = await me.write({ content: 'Short' });
    const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
    await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'y'.repeat(501) });
    await me.call(`/api/publications/${id}/`, 'PUT', { at: null });
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'rejected',
      detail: 'The text is 1 character over the limit for Practice.',
    });
    await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Short again' });
    expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(200);
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Short again']);
  });
});

describe('when the network', () => {
  test('accepts a part and the connection breaks, the part is found and not sent again', async () => {
    const me = await publisher({ fault: 'accept_and_drop', position: 1, times: 1 });
    const id = await me.publish(await me.thread(['One', 'Two', 'Three']));
    const { content } = await me.until(id, 'published');
    expect(content[1].attempts).toMatchObject([
      { step: 'send', outcome: 'unknown', detail: 'The connection broke' },
      { step: 'find', outcome: 'sent' },
    ]);
    expect(await me.texts()).toEqual(['One', 'Two', 'Three']);
  });

  test('drops a part, it is sent again once it was not found', async () => {
    const me = await publisher({ fault: 'drop', position: 1, times: 1 });
    const id = await me.publish(await me.thread(['One', 'Two']));
    const { content } = await me.until(id, 'published');
    expect(content[1].attempts.map((attempt) => attempt.outcome)).toEqual([
      'unknown',
      'absent',
      'sent',
    ]);
    expect(await me.texts()).toEqual(['One', 'Two']);
  });

  test.each([true, false])('cannot be asked, a person decides: %s', async (sent) => {
    const fault = sent ? 'accept_and_drop' : 'drop';
    const me = await publisher({ fault, position: 1, times: 1, hides_posts: true });
    const id = await me.publish(await me.thread(['One', 'Two', 'Three']));
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'unknown',
      sent: 1,
      detail: 'It isn’t known whether Practice published part 2.',
    });
    expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(409);
    const seen = sent ? { remote_id: String((await me.posts())[1]?.id) } : {};
    const resolved = await me.call(`/api/publications/${id}/resolve/`, 'POST', { sent, ...seen });
    expect(resolved.status).toBe(200);
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['One', 'Two', 'Three']);
  });

  test('refuses a part, the thread continues from there with the corrected text', async () => {
    const me = await publisher({ fault: 'refuse', position: 1, times: 1 });
    const item = await me.thread(['One', 'Two', 'Three']);
    const id = await me.publish(item);
    expect(await me.until(id, 'stopped')).toMatchObject({
      reason: 'rejected',
      sent: 1,
      detail: 'The practice network refused this text.',
    });
    const [, second] = (await me.call(`/api/content/items/${item}/thread/`)).body;
    await me.call(`/api/content/items/${second.id}/`, 'PUT', { content: 'Corrected' });
    await me.call(`/api/publications/${id}/retry/`, 'POST', {});
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['One', 'Corrected', 'Three']);
  });

  test('revokes the access, its publications wait for the connection and continue', async () => {
    const me = await publisher({ fault: 'unauthorized', position: 1, times: 1 });
    const id = await me.publish(await me.thread(['One', 'Two']));
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'reconnect', sent: 1 });
    const other = await me
      .publish((await me.write({ content: 'Other' })).id)
      .catch(() => undefined);
    expect(other).toBeUndefined();
    const [{ state }] = (await me.call('/api/channels/')).body;
    expect(state).toBe('reconnect');
    const again = await me.call(`/api/channels/${me.channel}/reconnect/`, 'POST', {});
    expect([again.status, again.body.state]).toEqual([200, 'connected']);
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['One', 'Two']);
  });

  test.each(['rate_limit', 'unavailable'])('has the fault %s, it is sent later', async (fault) => {
    const me = await publisher({ fault, times: 1 });
    const id = await me.publish((await me.write({ content: 'Patient' })).id);
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Patient']);
  });

  test('asks for the operator, it stops until somebody retries', async () => {
    const me = await publisher({ fault: 'operator', times: 1 });
    const id = await me.publish((await me.write({ content: 'Paid' })).id);
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'operator' });
    await me.call(`/api/publications/${id}/retry/`, 'POST', {});
    await me.until(id, 'published');
  });
});

describe('permission', () => {
  test('an editor proposes, and the approval of the text schedules it', async () => {
    const me = await publisher();
    const { id: item } = await me.write({ content: 'Proposed' });
    const editor = await colleague(app, me.folder, 'editor');
    const body = { channels: [me.channel] };
    const path = `/api/content/items/${item}/publications/` as const;
    const { status, body: created } = await editor.call(path, 'POST', body);
    expect([status, created[0].state]).toEqual([201, 'proposed']);
    const [{ id }] = created;
    expect((await me.call(`/api/content/items/${item}/`)).body.status).toBe('review');
    expect((await editor.call(path, 'POST', body)).status).toBe(409);
    // The author may change a proposal, and no publication.
    const at = '2030-01-01T09:00:00Z';
    expect((await editor.call(`/api/publications/${id}/`, 'PUT', { at })).body.state).toBe(
      'proposed',
    );
    await editor.call(`/api/publications/${id}/`, 'PUT', { at: null });
    const [{ id: review }] = (await me.call('/api/content/workflow/pending/')).body.results;
    expect((await me.call(`/api/content/workflow/approve/${review}/`, 'POST', {})).status).toBe(
      200,
    );
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Proposed']);
    const later = await me.publish((await me.write()).id, { at });
    expect((await editor.call(`/api/publications/${later}/`, 'PUT', { at })).status).toBe(403);
    expect((await editor.call(`/api/publications/${later}/`, 'DELETE')).status).toBe(403);
  });

  test('what is approved after its time is late', async () => {
    const me = await publisher();
    const { id: item } = await me.write({ content: 'Slow' });
    const editor = await colleague(app, me.folder, 'editor');
    const path = `/api/content/items/${item}/publications/` as const;
    const { body: created } = await editor.call(path, 'POST', { channels: [me.channel] });
    await app.database.query(
      "update publications set due_at = now() - interval '1 hour' where id = $1",
      [created[0].id],
    );
    const [{ id: review }] = (await me.call('/api/content/workflow/pending/')).body.results;
    await me.call(`/api/content/workflow/approve/${review}/`, 'POST', {});
    expect(await me.until(created[0].id, 'stopped')).toMatchObject({
      reason: 'late',
      detail: 'This was approved after its scheduled time.',
    });
  });

  test('to connect takes the capability manage', async () => {
    const me = await publisher();
    const editor = await colleague(app, me.folder, 'editor');
    expect((await editor.call('/api/channels/', 'POST', { network: 'practice' })).status).toBe(403);
  });

  test('a text that an editor changed after it was scheduled is not sent', async () => {
    const me = await publisher();
    const { id: item } = await me.write({ content: 'Approved of' });
    const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
    const editor = await colleague(app, me.folder, 'editor');
    await editor.call(`/api/content/items/${item}/`, 'PUT', { content: 'Slipped in' });
    await app.database.query(
      'update publications set due_at = now(), next_attempt_at = now() where id = $1',
      [id],
    );
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed' });
    expect(await me.texts()).toEqual([]);
    const { body: attention } = await me.call('/api/attention/');
    expect(attention.results).toMatchObject([
      {
        reason: 'changed',
        count: 1,
        publication: { id, detail: 'Grace Hopper changed part 1 after it was scheduled.' },
      },
    ]);
    // Somebody who may publish it confirms the present text.
    await me.call(`/api/publications/${id}/retry/`, 'POST', {});
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Slipped in']);
  });

  test('where only approved texts are published, even by an owner', async () => {
    const me = await publisher();
    await me.call('/api/workspace/', 'PUT', { only_approved: true });
    const { id: item } = await me.write({ content: 'Checked' });
    const path = `/api/content/items/${item}/publications/` as const;
    const body = { channels: [me.channel], at: '2030-01-01T09:00:00Z' };
    const refused = await me.call(path, 'POST', body);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'In this workspace a text can be published only after it was approved.',
    ]);
    await me.call(`/api/content/items/${item}/`, 'PUT', { status: 'approved' });
    const [{ id }] = (await me.call(path, 'POST', body)).body;
    // A changed text is not the approved one: it is published as it was, or approved again.
    await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Changed' });
    await app.database.query('update publications set next_attempt_at = now() where id = $1', [id]);
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed' });
    expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(403);
    await me.call(`/api/publications/${id}/retry/`, 'POST', { as_scheduled: true });
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Checked']);
  });

  test('where self-approval is prevented, only an approved text is scheduled', async () => {
    const me = await publisher();
    await me.call('/api/workspace/', 'PUT', { prevent_self_approval: true });
    const { id: item } = await me.write();
    const body = { channels: [me.channel] };
    const path = `/api/content/items/${item}/publications/` as const;
    expect((await me.call(path, 'POST', body)).status).toBe(403);
    const approver = await colleague(app, me.folder, 'approver');
    await approver.call(`/api/content/items/${item}/`, 'PUT', { status: 'approved' });
    const created = await me.call(path, 'POST', body);
    expect(created.status).toBe(201);
    await me.until(created.body[0].id, 'published');
  });
});

test('a publication that was due while no worker was running is late', async () => {
  const me = await publisher();
  const { id: item } = await me.write({ content: 'Old news' });
  const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
  const make = (interval: string) =>
    app.database.query(
      `with silence as (update publisher_heartbeat set seen_at = now() - interval '4 hours')
       update publications set due_at = now() - $2::interval, next_attempt_at = now() - $2::interval
       where id = $1`,
      [id, interval],
    );
  await me.call('/api/workspace/', 'PUT', { late_minutes: 60 });
  // The channel is busy: what waits for it was not due in a silence.
  await app.database.query(
    "update channels set lease = gen_random_uuid(), leased_until = now() + interval '1 minute' where id = $1",
    [me.channel],
  );
  await make('3 hours');
  const beat = "select from publisher_heartbeat where seen_at > now() - interval '1 minute'";
  await eventually(async () => expect((await app.database.query(beat)).rowCount).toBe(1));
  await app.database.query('update channels set lease = null, leased_until = null where id = $1', [
    me.channel,
  ]);
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'late' });
  await me.call(`/api/publications/${id}/retry/`, 'POST', {});
  await me.until(id, 'published');
});

test('publications are listed by time, page by page, and filtered', async () => {
  const me = await publisher();
  const ids: number[] = [];
  for (let hour = 0; hour < 5; hour++)
    ids.push(await me.publish((await me.write()).id, { at: `2030-01-01T0${hour}:00:00Z` }));
  const first = (await me.call('/api/publications/?page_size=2')).body;
  const idsOf = (page: { results: { id: number }[] }) => page.results.map(({ id }) => id);
  expect([first.count, idsOf(first)]).toEqual([5, ids.slice(3).reverse()]);
  const { pathname, search } = new URL(first.next ?? '', app.base);
  const second = (await me.call((pathname + search) as '/api/publications/')).body;
  expect(idsOf(second)).toEqual(ids.slice(1, 3).reverse());
  const back = new URL(second.previous ?? '', app.base);
  expect(
    idsOf((await me.call((back.pathname + back.search) as '/api/publications/')).body),
  ).toEqual(idsOf(first));
  const within = 'from=2030-01-01T01:00:00Z&to=2030-01-01T03:00:00Z&state=scheduled';
  expect(idsOf((await me.call(`/api/publications/?${within}`)).body)).toEqual([ids[2], ids[1]]);
});

test('credentials of another secret stop a publication, until the account is connected again', async () => {
  const me = await publisher();
  await app.database.query("update channels set credentials = 'v1.00000000.xx' where id = $1", [
    me.channel,
  ]);
  const id = await me.publish((await me.write({ content: 'Sealed' })).id);
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'reconnect', content: [] });
  await me.call(`/api/channels/${me.channel}/reconnect/`, 'POST', {});
  await me.until(id, 'published');
  expect(await me.texts()).toEqual(['Sealed']);
});

test('a disconnected channel keeps its history, and is the same one when connected again', async () => {
  const me = await publisher();
  const id = await me.publish((await me.write()).id);
  await me.until(id, 'published');
  expect((await me.call(`/api/channels/${me.channel}/`, 'DELETE')).status).toBe(204);
  const { rows } = await app.database.query('select credentials from channels where id = $1', [
    me.channel,
  ]);
  expect(rows).toEqual([{ credentials: null }]);
  expect(await me.get(id)).toMatchObject({ state: 'published' });
  const again = await me.call(`/api/channels/${me.channel}/reconnect/`, 'POST', {});
  expect(again.body).toMatchObject({ id: me.channel, state: 'connected' });
});

test('what only waits for the network can be left as it is', async () => {
  const me = await publisher({ fault: 'unavailable', position: 1 });
  const id = await me.publish(await me.thread(['One', 'Two']));
  // The delay grows with every failure.
  await eventually(async () => {
    const { sent, next_attempt_at: next } = await me.get(id);
    expect([sent, Date.parse(next ?? '') > Date.now() + 2000]).toEqual([1, true]);
  });
  expect((await me.call(`/api/publications/${id}/`, 'DELETE')).status).toBe(204);
  await me.behave({});
  expect(await me.get(id)).toMatchObject({ state: 'cancelled', sent: 1, next_attempt_at: null });
  expect(await me.texts()).toEqual(['One']);

  const other = await publisher({ fault: 'accept_and_hang', hang_ms: 3000 });
  const called = await other.publish((await other.write({ content: 'Under way' })).id);
  await eventually(async () => expect(await other.texts()).toEqual(['Under way']));
  expect((await other.call(`/api/publications/${called}/`, 'DELETE')).status).toBe(409);
  await other.until(called, 'published');
});

test('channels that publish a post together are one notification, until it is read', async () => {
  // What has gone into a digest is not added to: they are made each minute.
  await keepWithin(60_000);
  const me = await publisher();
  const other = (await me.call('/api/channels/', 'POST', { network: 'practice' })).body.id;
  const notified = async () => (await me.call('/api/notifications/')).body.results;
  const item = (await me.write({ content: 'On two' })).id;
  await me.until(await me.publish(item), 'published');
  await me.until(await me.publish(item, { channels: [other] }), 'published');
  expect(await notified()).toMatchObject([
    { text: "'On two' was published on Practice", published: [{}, { network: 'practice' }] },
  ]);
  await me.call('/api/notifications/read/', 'POST', {});
  const third = (await me.call('/api/channels/', 'POST', { network: 'practice' })).body.id;
  await me.until(await me.publish(item, { channels: [third] }), 'published');
  expect(await notified()).toMatchObject([{ published: [{}] }, { published: [{}, {}] }]);
});

test('what has stopped for one cause on a channel is one thing to do', async () => {
  const me = await publisher({ fault: 'operator' });
  for (const content of ['One', 'Two'])
    await me.until(await me.publish((await me.write({ content })).id), 'stopped');
  const refusing = await me.call('/api/channels/', 'POST', { network: 'practice' });
  await me.call(`/api/practice/${refusing.body.id}/`, 'PUT', { fault: 'refuse' });
  const refused = await me.publish((await me.write()).id, { channels: [refusing.body.id] });
  await me.until(refused, 'stopped');
  const { body } = await me.call('/api/attention/');
  expect(body.reasons).toEqual([
    { reason: 'operator', count: 1 },
    { reason: 'rejected', count: 1 },
  ]);
  expect(body.publications).toBe(3);
  expect(body.results).toMatchObject([
    { reason: 'rejected', count: 1, ids: [refused], part: 0, attempts: 1 },
    { reason: 'operator', count: 2 },
  ]);
  expect((await me.call('/api/attention/count/')).body).toEqual({ count: 2 });
  const filtered = await me.call(`/api/attention/?reason=operator&channel=${me.channel}`);
  expect(filtered.body.results).toHaveLength(1);
});

test('what is out is deleted at the network, the last part first', async () => {
  const me = await publisher();
  const id = await me.publish(await me.thread(['One', 'Two']));
  await me.until(id, 'published');
  expect(await me.texts()).toEqual(['One', 'Two']);
  const removed = await me.call(`/api/publications/${id}/delete-remote/`, 'POST', {});
  expect([removed.status, removed.body.state]).toEqual([200, 'cancelled']);
  expect(removed.body.content.every((part) => part.removed_at)).toBe(true);
  expect(await me.texts()).toEqual([]);
});

test('a person chooses among the latest posts of the account', async () => {
  const me = await publisher();
  const id = await me.publish((await me.write({ content: 'Seen' })).id);
  await me.until(id, 'published');
  const { body } = await me.call(`/api/publications/${id}/latest/`);
  expect(body).toMatchObject([{ content: 'Seen' }]);
});

test('items say where they are published, and lists are filtered by it', async () => {
  const me = await publisher();
  const other = (await me.call('/api/channels/', 'POST', { network: 'practice' })).body.id;
  const item = await me.thread(['One', 'Two']);
  await me.until(await me.publish(item), 'published');
  const at = '2030-01-01T09:00:00Z';
  await me.publish(item, { channels: [other], at });
  const plain = await me.write();
  const list = async (query = '') =>
    (await me.call(`/api/content/items/${query}` as '/api/content/items/')).body.results;
  const [, ...parts] = (await list('?ordering=-created_at')).map(
    ({ publications }) => publications,
  );
  const summary = {
    state: 'scheduled',
    next_at: expect.stringMatching(/^2030-01-01T09:00:00/),
    channels: 2,
    proposed: 0,
    networks: ['practice'],
  };
  expect(parts).toEqual([summary, summary]);
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await ids('?delivery=scheduled&is_thread_root=true')).toEqual([item]);
  expect(await ids('?delivery=published&is_thread_root=true')).toEqual([item]);
  expect(await ids('?delivery=none')).toEqual([plain.id]);
  expect(await ids('?delivery=stopped')).toEqual([]);
  expect((await me.call('/api/content/items/?delivery=lost')).status).toBe(400);
});

test('a post whose last item joined a thread is not sent, nor is that thread', async () => {
  const me = await publisher();
  const { id: item } = await me.write({ content: 'Joins' });
  const thread = await me.thread(['Elsewhere', 'Second']);
  const id = await me.publish(item, { at: '2029-01-01T09:00:00Z' });
  const joined = await me.call(`/api/content/items/${item}/add-to-thread/`, 'POST', {
    thread_root: thread,
    parent: thread,
  });
  expect(joined.status).toBeLessThan(300);
  expect((await me.get(id)).state).toBe('cancelled');
  expect((await me.call(`/api/content/items/${thread}/`)).body.status).toBe('draft');
});

test('a text that was changed while it was published is not the published one', async () => {
  const me = await publisher({ delay_ms: 1500 });
  const { id: item } = await me.write({ content: 'As it went out' });
  const id = await me.publish(item);
  await me.until(id, 'publishing');
  await me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Changed meanwhile' });
  await me.until(id, 'published');
  expect((await me.call(`/api/content/items/${item}/`)).body.status).toBe('draft');
  expect(await me.texts()).toEqual(['As it went out']);
});

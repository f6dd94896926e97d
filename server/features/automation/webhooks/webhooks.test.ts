import type { ServerResponse } from 'node:http';
import { Webhook as Receiver } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '#contract/automation/event-names.ts';
import { EVENT_DATA } from '#contract/automation/events.ts';
import { TEXT_FIELDS, type TextFields } from '#contract/content/items.ts';
import { createSecrets } from '../../../secrets.ts';
import { person, useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { useReceiver } from '../../../testing/webhook-receiver.ts';
import { openSecret } from './secret.ts';
import { resealWebhooks } from './webhooks.service.ts';

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
const guarded = useApp();

const hooks = useReceiver(app);
const { received, answers, listener, addTo, settle, hurry } = hooks;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();

test('what happens to a post is told, as its list says it, and verified by a receiver', async () => {
  const { token, write, folder, events, types } = await listener();
  const item = await write({ content: 'Opening hours', folder });
  await eventually(() => expect(types()).toEqual(['post.created']));
  const [created] = events();
  const { body: listed } = await app.get('/api/content/items/', token);
  expect(created?.data).toEqual(listed.results[0]);
  expect(Math.abs(Date.parse(created?.timestamp ?? '') - Date.now())).toBeLessThan(60_000);

  await app.put(`/api/content/items/${item.id}/`, { content: 'Opening times' }, token);
  await app.put(
    `/api/content/items/${item.id}/`,
    { content: 'Opening times!', tags: ['a'] },
    token,
  );
  await settle();
  await eventually(() => expect(types()).toEqual(['post.created', 'post.updated']));
  expect(events()[1]?.data).toMatchObject({ content: 'Opening times!', tags: ['a'] });

  await app.put(`/api/content/items/${item.id}/`, { status: 'review' }, token);
  await settle();
  await eventually(() =>
    expect(types().slice(2).toSorted()).toEqual(['post.submitted', 'post.updated']),
  );
  await app.put(`/api/content/items/${item.id}/`, { status: 'approved' }, token);
  await settle();
  await eventually(() =>
    expect(types().slice(4).toSorted()).toEqual(['post.approved', 'post.updated']),
  );
  await app.post(`/api/content/items/${item.id}/comments/`, { text: 'Fine' }, token);
  await eventually(() => expect(types().slice(6)).toEqual(['comment.created']));
  await app.delete(`/api/content/items/${item.id}/`, token);
  await eventually(() => expect(types().slice(7)).toEqual(['post.deleted']));
  expect(events()[7]?.data).toEqual({ id: item.id, folder, title: 'Opening times!' });
  for (const { type, data } of events()) EVENT_DATA[type].parse(data);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(received.length);
});

/** Another value of each text field; the compiler asks for that of a new field. */
const CHANGES: Record<keyof TextFields, (file: number) => unknown> = {
  content: () => 'Opening times',
  network_texts: () => ({ bluesky: 'Open from nine' }),
  media: (file) => [{ file, alt: 'A door' }],
  tags: () => ['shop'],
  language: () => 'de',
  endings_off: () => [7],
  variations: () => ['Come in, we are open'],
};

test.each(TEXT_FIELDS)('a change of %s alone is told', async (field) => {
  const { token, write, folder, types, events } = await listener(['post.updated']);
  const { id } = await write({ content: 'Opening hours', folder });
  const upload = await fetch(`${app.base}/api/media/?name=door.jpg`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await jpeg()),
  });
  const file = (await upload.json()).id;
  const change = { [field]: CHANGES[field](file) };
  const { status } = await app.put(`/api/content/items/${id}/`, change, token);
  expect(status).toBe(200);
  await settle();
  await eventually(() => expect(types()).toEqual(['post.updated']));
  expect(events()[0]?.data).toMatchObject(change);
});

test('accounts, publications, files, people and marks are told', async () => {
  const {
    token,
    id: me,
    write,
    webhook,
    types,
    events,
  } = await listener(EVENT_TYPES.filter((type) => !type.startsWith('post.')));
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, token);
  const { id } = await write({ content: 'Soon' });
  const [scheduled] = (
    await app.post(
      `/api/content/items/${id}/publications/`,
      { channels: [channel.id], at: inDays(3) },
      token,
    )
  ).body;
  const one = `/api/publications/${scheduled?.id}/` as const;
  await app.put(one, { at: inDays(4) }, token);
  await app.delete(one, token);
  await app.post(`/api/content/items/${id}/publications/`, { channels: [channel.id] }, token);
  await eventually(() => expect(types()).toContain('publication.published'));
  const { rows } = await app.database.query(
    "select id from publications where state = 'published' and channel_id = $1",
    [channel.id],
  );
  const figures = (views: number) =>
    app.database.query(
      `insert into publication_figures (publication_id, latest, read_at)
       values ($1, jsonb_build_object('views', $2::integer, 'watch_seconds', 5000), now())
       on conflict (publication_id) do update set latest = excluded.latest`,
      [rows[0].id, views],
    );
  for (const views of [99, 100, 101, 12_345, 12_346]) await figures(views);
  await app.database.query(
    `with blob as (
       insert into media_blobs (hash, type, size) values (sha256('door'), 'image/jpeg', 4) returning hash)
     insert into media_files (workspace_id, name, hash, source_hash)
     select workspace_id, 'door.jpg', hash, hash from blob, webhooks where id = $1`,
    [webhook.id],
  );
  await app.database.query("update channels set state = 'reconnect' where id = $1", [channel.id]);
  await app.delete(`/api/channels/${channel.id}/`, token);
  const guest = await person(app);
  await app.database.query(
    "insert into memberships (workspace_id, user_id, role) select workspace_id, $1, 'viewer' from webhooks where id = $2",
    [guest.id, webhook.id],
  );
  await eventually(() =>
    expect(types().toSorted()).toEqual(
      [
        'channel.connected',
        'publication.scheduled',
        'publication.moved',
        'publication.cancelled',
        'publication.scheduled',
        'publication.published',
        'reading.milestone',
        'reading.milestone',
        'media.created',
        'channel.needs_reconnect',
        'channel.disconnected',
        'member.joined',
      ].toSorted(),
    ),
  );
  const of = (type: EventType) => events().filter((event) => event.type === type);
  expect(of('reading.milestone').map(({ data }) => [data.metric, data.milestone])).toEqual(
    expect.arrayContaining([
      ['views', 100],
      ['views', 10_000],
    ]),
  );
  expect(of('publication.published')[0]?.data).toMatchObject({ state: 'published', item: id });
  expect(of('media.created')[0]?.data).not.toHaveProperty('links');
  expect(of('member.joined')[0]?.data).toMatchObject({ id: guest.id, role: 'viewer' });
  for (const { type, data } of events()) EVENT_DATA[type].parse(data);
  expect(me).not.toBe(guest.id);
});

test('only what was chosen is told: events, folders and accounts', async () => {
  const { token, write, folder, types } = await listener(['post.created', 'comment.created']);
  const { body: other } = await app.post('/api/content/folders/', { name: 'Other' }, token);
  const scoped = await addTo({ token }, ['post.created', 'post.deleted'], { folders: [other.id] });
  const elsewhere = await write({ content: 'Here', folder });
  const there = await write({ content: 'There', folder: other.id });
  await app.delete(`/api/content/items/${elsewhere.id}/`, token);
  await app.delete(`/api/content/items/${there.id}/`, token);
  await eventually(() => expect(types()).toEqual(['post.created', 'post.created']));
  await eventually(() =>
    // In no order.
    expect(scoped.types().toSorted()).toEqual(['post.created', 'post.deleted']),
  );
  expect(scoped.events().map(({ data }) => data.id)).toEqual([there.id, there.id]);
  const stranger = await writer(app);
  for (const wrong of [{ folders: [stranger.folder] }, { channels: [1] }]) {
    const { status, body } = await app.post(
      '/api/webhooks/',
      { name: 'Wrong', url: hooks.base, events: ['post.created'], ...wrong },
      token,
    );
    expect([status, Object.keys(body).includes(Object.keys(wrong)[0] ?? '')]).toEqual([404, true]);
  }
});

test('what fails is tried again, with the same id, and the list says so', async () => {
  const { token, write, path, mine, webhook, one, deliveries } = await listener(['post.created']);
  answers[path] = (response) =>
    response.writeHead(500, { 'content-type': 'text/plain' }).end('Ouch');
  await write({ content: 'Again' });
  await eventually(() => expect(mine()).toHaveLength(1));
  const first = await eventually(async () => {
    const { body } = await app.get(deliveries, token);
    expect(body).toMatchObject({
      waiting: 1,
      failed: 0,
      results: [{ state: 'waiting', attempts: 1, status: 500 }],
    });
    return body.results[0];
  });
  expect((await app.get(one, token)).body).toMatchObject({ waiting: 1, latest: ['waiting'] });
  delete answers[path];
  await hurry();
  await eventually(async () =>
    expect((await app.get(one, token)).body).toMatchObject({
      waiting: 0,
      failing_since: null,
      sent: { accepted: 0, retried: 1, failed: 0 },
      latest: ['retried'],
    }),
  );
  expect(new Set(mine().map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([first?.key]),
  );
  const { body: details } = await app.get(
    `/api/webhooks/deliveries/${first?.id}/` as '/api/webhooks/deliveries/:id/',
    token,
  );
  expect(details.tries).toMatchObject([
    { status: 500, text: 'Ouch', type: 'text/plain', size: 4 },
    { status: 204, text: '' },
  ]);
  expect(details.body).toBe(mine()[0]?.body);
  // By hand, once more.
  await app.post(`/api/webhooks/deliveries/${first?.id}/again/`, {}, token);
  await eventually(() => expect(mine()).toHaveLength(3));
  expect(webhook.secret).toMatch(/^whsec_/);
});

test('after ten attempts it has failed, and all that failed is sent again', async () => {
  const { token, write, path, mine, one, deliveries } = await listener(['post.created']);
  answers[path] = (response) =>
    response.writeHead(302, { location: `${hooks.base}/elsewhere` }).end();
  await write({ content: 'Never' });
  for (let tries = 1; tries <= 10; tries++) {
    await eventually(() => expect(mine()).toHaveLength(tries));
    await eventually(async () => {
      const { body } = await app.get(deliveries, token);
      expect(body.results[0]?.attempts).toBe(tries);
    });
    await hurry();
  }
  const { body } = await app.get(
    `${one}deliveries/?state=failed` as '/api/webhooks/:id/deliveries/',
    token,
  );
  expect(body).toMatchObject({ failed: 1, waiting: 0, results: [{ status: 302, next_at: null }] });
  // No redirect was followed.
  expect(received.some(({ path: to }) => to === '/elsewhere')).toBe(false);
  delete answers[path];
  await hurry();
  expect((await app.post(`${one}again/`, { since: '2026-01-01' }, token)).body).toEqual({
    count: 1,
  });
  await eventually(async () =>
    expect((await app.get(one, token)).body).toMatchObject({ latest: ['retried'] }),
  );
});

test('one that is gone is turned off at once, one that fails for days after people were told', async () => {
  const { token, write, path, one, webhook } = await listener(['post.created']);
  answers[path] = (response) => response.writeHead(410).end();
  await write({ content: 'Gone' });
  await eventually(async () =>
    expect((await app.get(one, token)).body).toMatchObject({ state: 'off', off_reason: 'gone' }),
  );
  const told = async () =>
    (await app.get('/api/notifications/', token)).body.results.map(({ kind }) => kind);
  expect(await told()).toEqual(['webhook_off']);
  // Nothing is written down while it is off.
  await write({ content: 'Unheard' });
  answers[path] = (response) => response.writeHead(503).end();
  await app.put(`${one}state/`, { state: 'on' }, token);
  expect((await app.get(one, token)).body).toMatchObject({ waiting: 0, state: 'on' });

  const failingFor = async (days: number) => {
    await app.database.query(
      `update webhooks set failing_since = now() - make_interval(days => $2),
         told_at = told_at - make_interval(days => $2) where id = $1`,
      [webhook.id, days],
    );
    await hurry();
  };
  await write({ content: 'Down' });
  await eventually(async () =>
    expect((await app.get(one, token)).body.failing_since).not.toBeNull(),
  );
  await failingFor(1);
  await eventually(async () => expect(await told()).toEqual(['webhook_failing', 'webhook_off']));
  await failingFor(5);
  await eventually(async () =>
    expect((await app.get(one, token)).body).toMatchObject({
      state: 'off',
      off_reason: 'failures',
    }),
  );
  expect(await told()).toEqual(['webhook_off', 'webhook_failing', 'webhook_off']);
});

test('a pause keeps what happens, and a new secret signs beside the former one', async () => {
  const { token, write, one, mine, webhook, events } = await listener(['post.created']);
  await app.put(`${one}state/`, { state: 'paused' }, token);
  await write({ content: 'Meanwhile' });
  await eventually(async () => expect((await app.get(one, token)).body.waiting).toBe(1));
  const { body: rolled } = await app.post(`${one}secret/`, {}, token);
  expect(rolled.secret).not.toBe(webhook.secret);
  // Of two that make one at once, the second does not end what the receiver has.
  const again = await app.post(`${one}secret/`, {}, token);
  expect([again.status, again.body.code]).toEqual([409, 'stale']);
  expect(mine()).toHaveLength(0);
  await app.put(`${one}state/`, { state: 'on' }, token);
  await eventually(() => expect(mine()).toHaveLength(1));
  // Both verify.
  expect(events()).toHaveLength(1);
  new Receiver(rolled.secret).verify(mine()[0]?.body ?? '', mine()[0]?.headers as never);
  await app.database.query('update webhooks set former_until = now() where id = $1', [webhook.id]);
  await write({ content: 'Later' });
  await eventually(() => expect(mine()).toHaveLength(2));
  expect(() => events()).toThrow();
  expect((await app.post(`${one}secret/`, {}, token)).status).toBe(200);
  const known = await app.post(`${one}secret/`, { end_former: true }, token);
  expect([known.status, known.body.former_secret_until]).toEqual([200, expect.any(String)]);
});

test('an address is tried; what cannot be called is refused with its reason', async () => {
  const { token, path } = await listener();
  const trying = (url: string, by = app, as = token) => by.post('/api/webhooks/try/', { url }, as);
  expect((await trying(hooks.base + path)).body).toMatchObject({
    accepted: true,
    text: expect.stringMatching(/^Answered a test with 204 in \d+ ms\.$/),
  });
  answers['/missing'] = (response) => response.writeHead(404).end();
  expect((await trying(`${hooks.base}/missing`)).body).toMatchObject({
    accepted: false,
    text: 'Answered 404. It must answer with 2xx.',
  });
  expect((await trying('http://127.0.0.1:1/')).body).toMatchObject({
    accepted: false,
    status: null,
  });
  const outsider = await writer(guarded);
  const refused = async (url: string) => {
    const { status, body } = await trying(url, guarded, outsider.token);
    return status === 400 ? (body as unknown as { url: string[] }).url[0] : body.text;
  };
  expect(await refused('http://example.org/')).toBe('Use https.');
  expect(await refused('https://127.0.0.1/')).toBe('This address isn’t allowed.');
  expect(await refused('https://[::ffff:10.0.0.1]/')).toBe('This address isn’t allowed.');
  expect(await refused('https://me:secret@example.org/')).toMatch(/password/);
  expect(await refused('not an address')).toMatch(/^Enter an address/);
  expect(await refused('ftp://example.org/')).toBe('Use https.');
});

test('a slow endpoint, and one that answers a gigabyte, delay no other', async () => {
  const { token, write, path, mine, webhook } = await listener(['post.created']);
  const quick = await addTo({ token }, ['post.created']);
  const hanging: ServerResponse[] = [];
  answers[path] = (response) => void hanging.push(response);
  // Ten thousand events that wait for the slow one.
  await app.database.query(
    `with events as (
       insert into webhook_events (workspace_id, type, subject_id, about, due_at, taken_at, body)
       select workspace_id, 'post.created', n, '{}', now(), now(), '{}'
       from webhooks, generate_series(1, 10000) n where webhooks.id = $1 returning id, workspace_id)
     insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at)
     select workspace_id, $1, id, now() from events`,
    [webhook.id],
  );
  await eventually(() => expect(hanging).toHaveLength(4));
  const since = performance.now();
  await write({ content: 'Quick' });
  await eventually(() => expect(quick.mine()).toHaveLength(1));
  expect(performance.now() - since).toBeLessThan(3000);
  // No more than four at a time.
  expect(mine()).toHaveLength(4);
  answers[path] = (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  };
  for (const response of hanging) response.writeHead(204).end();
  await eventually(async () => {
    const { rows: sizes } = await app.database.query(
      'select max(size) as size, max(length(text)) as shown from webhook_attempts',
    );
    expect(sizes[0]).toMatchObject({ size: 65_536, shown: 4096 });
  });
  // Those that are being called are locked.
  await eventually(() => app.database.query("delete from webhook_events where body = '{}'"));
});

test('a post that is too long is cut, and one that is gone before it was read is an id', async () => {
  const { write, webhook, events, mine } = await listener(['post.created']);
  await write({ content: 'Über '.repeat(4000) });
  await eventually(() => expect(mine()).toHaveLength(1));
  expect(Buffer.byteLength(mine()[0]?.body ?? '')).toBeLessThanOrEqual(20_000);
  expect(events()[0]?.data).toMatchObject({ truncated: true });
  // It is read after it was deleted.
  await app.database.query(
    `with event as (
       insert into webhook_events (workspace_id, type, subject_id, about, due_at)
       select workspace_id, 'post.created', 1, '{"post": 999999, "item": 999999}', now()
       from webhooks where id = $1 returning id, workspace_id)
     insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at)
     select workspace_id, $1, id, 'infinity' from event`,
    [webhook.id],
  );
  await eventually(() => expect(mine()).toHaveLength(2));
  expect(events()[1]?.data).toEqual({ id: 999_999, gone: true });
});

test('every example is as its event says, and is sent', async () => {
  const { token, one, events, mine } = await listener();
  for (const type of EVENT_TYPES) {
    const { status } = await app.post(`${one}example/`, { type }, token);
    expect([type, status]).toEqual([type, 201]);
  }
  await eventually(() => expect(mine()).toHaveLength(EVENT_TYPES.length));
  for (const { type, data } of events())
    expect([type, EVENT_DATA[type].parse(data)]).toEqual([type, data]);
});

test('endpoints are of admins, are saved with their version, and their secret is stored sealed', async () => {
  const { token, one, webhook } = await listener(['post.created']);
  const fields = { name: 'Renamed', url: webhook.url, events: ['post.deleted'] };
  const saved = await app.put(one, { ...fields, version: webhook.version }, token);
  expect(saved.body).toMatchObject({ name: 'Renamed', events: ['post.deleted'] });
  expect(saved.body).not.toHaveProperty('secret');
  const stale = await app.put(one, { ...fields, version: webhook.version }, token);
  expect([stale.status, stale.body]).toMatchObject([409, { current: { name: 'Renamed' } }]);
  const { rows } = await app.database.query('select secret from webhooks where id = $1', [
    webhook.id,
  ]);
  expect(rows[0].secret).toMatch(/^v1\./);
  const { body: audit } = await app.get('/api/content/audit-logs/', token);
  expect(JSON.stringify(audit)).not.toContain(webhook.secret.slice(6));
  expect(
    audit.filter(({ object_type: type }) => type === 'webhook').map(({ action }) => action),
  ).toEqual(['update', 'create']);
  expect((await app.delete(one, token)).status).toBe(204);
  expect((await app.get(one, token)).status).toBe(404);
});

test('secrets are sealed again with a new SECRET', async () => {
  const { webhook } = await listener(['post.created']);
  const [present, next] = ['x'.repeat(32), 'y'.repeat(32)];
  const { database } = app;
  const stored = async () =>
    (await database.query('select secret from webhooks where id = $1', [webhook.id])).rows[0]
      .secret;
  const changed = createSecrets(next, present);
  expect((await resealWebhooks({ database, secrets: changed })).unreadable).toBe(0);
  expect(openSecret(createSecrets(next), webhook.id, await stored())).toBe(webhook.secret);
  const back = createSecrets(present, next);
  expect(await resealWebhooks({ database, secrets: back })).toMatchObject({ unreadable: 0 });
  expect(openSecret(createSecrets(present), webhook.id, await stored())).toBe(webhook.secret);
});

import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { jpeg } from '../../../testing/media-files.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

async function keeper() {
  const me = await publisherOn(app, practice);
  const make = async (fields: object): Promise<string> => {
    const { status, body } = await me.call('/api/keys/', 'POST', { name: 'A script', ...fields });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.secret;
  };
  return { ...me, make };
}
const statusOf = async (response: Promise<{ status: number }>) => (await response).status;

test('a key for a folder knows of it and those below it, and moves nothing in or out', async () => {
  const me = await keeper();
  const folder = async (name: string, parent?: number) =>
    (await me.call('/api/content/folders/', 'POST', { name, parent })).body.id as number;
  const [mine, other] = [await folder('Mine'), await folder('Other')];
  const below = await folder('Below', mine);
  const key = await me.make({ scopes: ['read', 'write', 'publish', 'review'], folders: [mine] });
  const as = (path: string, method = 'GET', body?: object) =>
    app.request(path as '/api/content/items/', { method: method as 'GET', token: key, body });
  const hidden = await me.write({ folder: other, content: 'A secret plum' });
  const { body: made } = await as('/api/content/items/', 'POST', {
    folder: below,
    content: 'Ours',
  });
  const id = (made as unknown as { id: number }).id;
  expect(id).toBeGreaterThan(0);

  // Lists and searches show what it is for, whatever they are asked for.
  for (const query of [
    '',
    `?folder=${other}`,
    `?folder=${other}&folder=${below}`,
    '?search=secret',
  ])
    for (const path of ['/api/content/items/', '/api/content/items/search/']) {
      const { status, body } = await as(
        `${path}${query}${path.includes('search/') ? `${query ? '&' : '?'}q=secret` : ''}`,
      );
      expect([path, query, status, JSON.stringify(body).includes('secret plum')]).toEqual([
        path,
        query,
        200,
        false,
      ]);
    }
  expect((await as('/api/content/items/')).body.results.map((item) => item.id)).toEqual([id]);
  expect(await statusOf(as('/api/content/items/search/?q=Other&type=folder'))).toBe(403);
  // Nor by a word that is corrected to one of a text elsewhere.
  const misspelt = '/api/content/items/search/?q=secrett' as const;
  expect((await me.call(misspelt)).body.corrected).toBe('secret');
  expect((await app.get(misspelt, key)).body).toMatchObject({ count: 0, corrected: null });
  const { body: folders } = await app.get('/api/content/folders/', key);
  expect(folders.results.map(({ name }) => name).sort()).toEqual(['Below', 'Mine']);

  // Neither by its id, nor in a thread, nor by a move.
  const path = `/api/content/items/${hidden.id}/`;
  expect(await statusOf(as(path))).toBe(404);
  expect(await statusOf(as(`${path}history/`))).toBe(404);
  expect(await statusOf(as(path, 'PUT', { folder: mine }))).toBe(404);
  expect(await statusOf(as(`/api/content/items/${id}/`, 'PUT', { folder: other }))).toBe(404);
  expect(
    await statusOf(as(`/api/content/items/${id}/add-to-thread/`, 'POST', { parent: hidden.id })),
  ).toBe(404);
  expect(await statusOf(as(`${path}add-to-thread/`, 'POST', { parent: id }))).toBe(404);
  expect(
    await statusOf(
      as('/api/content/items/thread/', 'POST', { folder: other, items: [{ content: 'X' }] }),
    ),
  ).toBe(404);
  expect(
    await statusOf(
      as(`/api/content/items/${id}/thread/`, 'PUT', {
        folder: other,
        items: [{ id, content: 'X' }],
      }),
    ),
  ).toBe(404);
  expect(
    await statusOf(
      as(`/api/content/items/${id}/thread/`, 'PUT', { items: [{ id: hidden.id, content: 'X' }] }),
    ),
  ).toBe(404);
  expect(await statusOf(as(`${path}publications/`, 'POST', { channels: [me.channel] }))).toBe(404);
  expect(
    await statusOf(
      as('/api/publications/', 'POST', { items: [id, hidden.id], channels: [me.channel] }),
    ),
  ).toBe(404);
  expect(await statusOf(as(`/api/content/items/${id}/`, 'PUT', { folder: mine }))).toBe(200);
  expect(await statusOf(as('/api/content/folders/', 'POST', { name: 'Top' }))).toBe(400);
  expect(await statusOf(as('/api/content/folders/', 'POST', { name: 'Deep', parent: other }))).toBe(
    404,
  );

  // What is about the whole workspace is closed.
  for (const closed of [
    '/api/live/',
    '/api/calendar/',
    '/api/calendar/export/',
    '/api/analytics/',
    '/api/analytics/export/',
    '/api/content/items/dashboard_stats/',
    '/api/content/trash/',
    '/api/content/workflow/pending/',
    '/api/members/',
    '/api/media/pass/',
    '/api/content/items/autocomplete/?q=sec',
    '/api/attention/',
    '/api/publications/',
  ])
    expect([closed, await statusOf(as(closed))]).toEqual([
      closed,
      expect.toSatisfy(
        (status) => status === 403 || (closed === '/api/publications/' && status === 400),
      ),
    ]);
  const move = { operation: 'move', item_ids: [id], params: { folder_id: other } };
  expect(await statusOf(as('/api/content/items/bulk_operations/', 'POST', move))).toBe(403);

  // A folder that leaves its own is not its any more, with the next request.
  await me.call(`/api/content/folders/${below}/`, 'PUT', { parent: null });
  expect(await statusOf(as('/api/content/items/', 'POST', { folder: below, content: 'X' }))).toBe(
    404,
  );
});

test('a key for a folder attaches no file of another one', async () => {
  const me = await keeper();
  const key = await me.make({ folders: [me.folder] });
  const file = await me.upload(await jpeg(), 'secret.jpg');
  const body = { folder: me.folder, content: 'X', media: [{ file }] };
  expect(await statusOf(app.post('/api/content/items/', body, key))).toBe(404);
  expect(await statusOf(app.get(`/api/media/${file}/`, key))).toBe(404);
  expect((await app.get('/api/media/', key)).body.results).toEqual([]);
  await me.call(`/api/media/${file}/`, 'PUT', { folder: me.folder });
  expect(await statusOf(app.post('/api/content/items/', body, key))).toBe(201);
});

test('a key for a channel schedules, moves and approves nothing on another', async () => {
  const me = await keeper();
  const { body: other } = await me.call('/api/channels/', 'POST', { network: 'practice' });
  const key = await me.make({
    scopes: ['read', 'write', 'publish', 'review'],
    channels: [other.id],
  });
  const { id } = await me.write();
  const at = '2030-01-01T09:00:00Z';
  const on = (channels: number[]) =>
    app.post(`/api/content/items/${id}/publications/`, { channels, at }, key);
  expect(await statusOf(on([me.channel]))).toBe(404);
  expect(await statusOf(on([other.id, me.channel]))).toBe(404);
  expect(await statusOf(on([other.id]))).toBe(201);
  const publication = await me.publish(id, { at });
  for (const method of ['PUT', 'DELETE'] as const)
    expect(
      await statusOf(
        app.request(`/api/publications/${publication}/`, {
          ...{ method, token: key },
          ...(method === 'PUT' && { body: { at } }),
        }),
      ),
    ).toBe(404);
  const moves = [{ publication, at }];
  expect(await statusOf(app.post('/api/publications/move/', { moves }, key))).toBe(404);
  // An approval would schedule what is proposed there.
  const { id: draft } = await me.write();
  expect(await statusOf(app.put(`/api/content/items/${draft}/`, { status: 'approved' }, key))).toBe(
    403,
  );
  expect(
    (await app.get('/api/channels/', key)).body.map((channel: { id: number }) => channel.id),
  ).toEqual([other.id]);
});

test('what a key for a channel writes goes out on that channel, and on no other', async () => {
  const me = await keeper();
  const { body: other } = await me.call('/api/channels/', 'POST', { network: 'practice' });
  const key = await me.make({ scopes: ['read', 'write', 'publish'], channels: [other.id] });
  const due = (id: number) =>
    app.database.query(
      'update publications set due_at = now(), next_attempt_at = now() where id = $1',
      [id],
    );
  const { id } = await me.write({ content: 'As a person scheduled it' });
  const at = '2030-01-01T09:00:00Z';
  const elsewhere = await me.publish(id, { at });
  const path = `/api/content/items/${id}/` as const;
  const on = { channels: [other.id], at };
  const { body: own } = await app.post(`${path}publications/`, on, key);
  expect(await statusOf(app.put(path, { content: 'By a program' }, key))).toBe(200);
  const ids = [elsewhere, own[0].id];
  for (const publication of ids) await due(publication);
  await me.until(own[0].id, 'published');
  expect(await me.until(elsewhere, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
});

test('a key for a channel changes no status and no file that counts for all channels', async () => {
  const me = await keeper();
  const { body: other } = await me.call('/api/channels/', 'POST', { network: 'practice' });
  const key = await me.make({ scopes: ['read', 'write', 'publish'], channels: [other.id] });
  const { id } = await me.write();
  const path = `/api/content/items/${id}/` as const;
  const published = { target_state: 'published' };
  expect(await statusOf(app.put(path, { status: 'published' }, key))).toBe(403);
  expect(await statusOf(app.post(`${path}workflow_transition/`, published, key))).toBe(403);
  // A published text that it changes is a draft.
  await me.call(path, 'PUT', { status: 'published' });
  const { body: changed } = await app.put(path, { content: 'Another text' }, key);
  expect(changed.status).toBe('draft');
  const file = await me.upload(await jpeg(), 'a.jpg');
  const replaced = await fetch(`${app.base}/api/media/?name=b.jpg&replaces=${file}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array(await jpeg({ width: 40 })),
  });
  expect(replaced.status).toBe(403);
});

test('what a key writes drafts only never leaves the house without a person', async () => {
  const me = await keeper();
  const key = await me.make({ drafts_only: true, scopes: ['read', 'write', 'audit'] });
  const { body: item } = await app.post(
    '/api/content/items/',
    { folder: me.folder, content: 'By an agent' },
    key,
  );
  for (const status of ['approved', 'published'])
    expect(await statusOf(app.put(`/api/content/items/${item.id}/`, { status }, key))).toBe(403);
  const bulk = { operation: 'status_change', item_ids: [item.id], params: { status: 'approved' } };
  expect(await statusOf(app.post('/api/content/items/bulk_operations/', bulk, key))).toBe(403);
  // Its owner could schedule: the key proposes.
  const path = `/api/content/items/${item.id}/publications/` as const;
  const { body: proposed } = await app.post(path, { channels: [me.channel] }, key);
  expect(proposed[0].state).toBe('proposed');
  for (const [method, closed, body] of [
    ['PUT', '/api/pause/', { reason: 'x' }],
    ['POST', '/api/pause/resume/', {}],
    ['POST', '/api/rules/', { name: 'x' }],
    ['PUT', '/api/rules/1/switch/', { on: true }],
    ['POST', '/api/rule-runs/1/go-on/', {}],
    ['PUT', `/api/content/folders/${me.folder}/evergreen/`, {}],
    ['POST', '/api/analytics/links/', { target: 'https://example.org' }],
    ['POST', '/api/calendar/feed/', {}],
  ] as const)
    expect([
      closed,
      await statusOf(app.request(closed as never, { method, token: key, body })),
    ]).toEqual([closed, 403]);
  expect(
    await statusOf(
      app.post('/api/keys/', { name: 'x', drafts_only: true, scopes: ['publish'] }, me.token),
    ),
  ).toBe(400);
});

test('the text of a scheduled post that such a key changed is not sent, as if a viewer had changed it', async () => {
  const me = await keeper();
  const drafts = await me.make({ drafts_only: true });
  const full = await me.make({ scopes: ['read', 'write', 'publish'] });
  const scheduled = async (key: string) => {
    const { id } = await me.write({ content: 'As it was scheduled' });
    const publication = await me.publish(id, {
      at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const changed = await app.put(`/api/content/items/${id}/`, { content: 'Changed' }, key);
    expect(changed.status).toBe(200);
    // It is due now.
    await app.database.query(
      'update publications set due_at = now(), next_attempt_at = now() where id = $1',
      [publication],
    );
    return publication;
  };
  const stopped = await me.until(await scheduled(drafts), 'stopped');
  expect(stopped.reason).toBe('changed');
  await me.until(await scheduled(full), 'published');
  expect((await me.posts()).map(({ content }) => content)).toEqual(['Changed']);
});

test('a file of a scheduled post is not replaced by a key that may not publish', async () => {
  const me = await keeper();
  const key = await me.make({});
  const file = await me.upload(await jpeg(), 'a.jpg');
  const response = await fetch(`${app.base}/api/media/?name=b.jpg&replaces=${file}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new Uint8Array(await jpeg({ width: 40 } as never)),
  });
  expect(response.status).toBe(403);
  expect((await writer(app)).token).toBeTruthy();
});

test('a key that reviews approves and does not publish, and one that publishes does not approve', async () => {
  const me = await keeper();
  const reviewer = await me.make({ scopes: ['write', 'review'] });
  const publisher = await me.make({ scopes: ['write', 'publish'] });
  const move = async (key: string, target: string) => {
    const { id } = await me.write({ status: target === 'approved' ? 'review' : 'draft' });
    const path = `/api/content/items/${id}/` as const;
    const byStatus = app.put(path, { status: target }, key);
    const { id: other } = await me.write({ status: target === 'approved' ? 'review' : 'draft' });
    const step = { target_state: target };
    const byStep = app.post(`/api/content/items/${other}/workflow_transition/`, step, key);
    return [await statusOf(byStatus), target === 'approved' ? await statusOf(byStep) : 0];
  };
  expect(await move(reviewer, 'approved')).toEqual([200, 201]);
  expect(await move(reviewer, 'published')).toEqual([403, 0]);
  expect(await move(publisher, 'published')).toEqual([200, 0]);
  expect(await move(publisher, 'approved')).toEqual([403, 403]);
});

import { expect, test } from 'vitest';
import { colleague, useApp, writer } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();
const PATH = '/api/content/items/';

test('an item has texts for networks beside its content, in its history and in its copies', async () => {
  const { token, write } = await writer(app);
  const texts = { mastodon: 'Longer, for Mastodon', x: 'Short' };
  const item = await write({ content: 'The content', network_texts: texts });
  expect(item.network_texts).toEqual(texts);
  const path = `${PATH}${item.id}/` as const;
  // Not named: kept. The same in another order: no new version.
  expect((await app.put(path, { tags: ['a'] }, token)).body).toMatchObject({
    network_texts: texts,
    version: 2,
  });
  const same = { network_texts: { x: texts.x, mastodon: texts.mastodon } };
  expect((await app.put(path, same, token)).body.version).toBe(2);
  const changed = (await app.put(path, { network_texts: { x: 'Shorter' } }, token)).body;
  expect(changed).toMatchObject({ network_texts: { x: 'Shorter' }, version: 3 });
  const { body: history } = await app.get(`${path}history/`, token);
  expect(history.map((entry) => entry.network_texts)).toEqual([{ x: 'Shorter' }, texts, texts]);
  const { body: audit } = await app.get(`/api/content/audit-logs/?action=update`, token);
  expect(audit[0].changes).toEqual({ network_texts: { before: texts, after: { x: 'Shorter' } } });
  const restored = await app.post(`${path}restore/`, { version: 1 }, token);
  expect(restored.body.network_texts).toEqual(texts);
  const copying = { operation: 'duplicate', item_ids: [item.id] };
  const copies = await app.post(`${PATH}bulk_operations/`, copying, token);
  expect(copies.body.items[0].network_texts).toEqual(texts);
  const found = await app.get('/api/content/items/search/?q=longer', token);
  expect(found.body.count).toBe(2);
});

test('each part of a thread has its own, and keeps them where they are not named', async () => {
  const { token, folder } = await writer(app);
  const created = await app.post(
    `${PATH}thread/`,
    { folder, items: [{ content: 'One', network_texts: { x: '1' } }, { content: 'Two' }] },
    token,
  );
  const [one, two] = created.body;
  expect([one?.network_texts, two?.network_texts]).toEqual([{ x: '1' }, {}]);
  const items = [
    { id: one?.id, content: 'One!' },
    { content: 'New' },
    { id: two?.id, content: 'Two', network_texts: { x: '2' } },
  ];
  const saved = await app.put(`${PATH}${one?.id}/thread/`, { items }, token);
  expect(saved.body.map((item) => item.network_texts)).toEqual([{ x: '1' }, {}, { x: '2' }]);
  const copy = await app.post(`${PATH}${one?.id}/duplicate-thread/`, {}, token);
  expect(copy.body[2].network_texts).toEqual({ x: '2' });
  const reply = { content: 'Three', network_texts: { bluesky: '3' } };
  const added = await app.post(`${PATH}${one?.id}/reply/`, reply, token);
  expect(added.body.network_texts).toEqual({ bluesky: '3' });
});

test.each([
  [{ mastodon: ' \n' }, /The text for Mastodon is blank/],
  [{ myspace: 'Hello' }, /Expected texts by network: x, /],
  [{ x: 7 }, /X is blank/],
  ['text', /Expected texts by network: x, /],
  [{ x: 'a'.repeat(60_000), bluesky: 'b'.repeat(60_000) }, /at most 100000 characters in total/],
])('refuses %j', async (texts, message) => {
  const { token, write } = await writer(app);
  const { id } = await write();
  const { status, body } = await app.put(`${PATH}${id}/`, { network_texts: texts }, token);
  expect([status, JSON.stringify(body.network_texts ?? body)]).toEqual([
    400,
    expect.stringMatching(message),
  ]);
  expect((await app.get(`${PATH}${id}/`, token)).body).toMatchObject({
    network_texts: {},
    version: 1,
  });
});

test('is published on its network instead of the content, as it was checked', async () => {
  const me = await publisherOn(app, practice);
  const item = await me.thread(['One', 'x'.repeat(600)]);
  const check = async () =>
    (await me.call(`${PATH}${item}/publications/check/`, 'POST', {})).body[0];
  expect(await check()).toMatchObject({ is_customised: false, longest: 600 });
  const [, part] = (await me.call(`${PATH}${item}/thread/`)).body;
  const own = { practice: 'Two, shorter', bluesky: 'Elsewhere' };
  await me.call(`${PATH}${part.id}/`, 'PUT', { network_texts: own });
  expect(await check()).toMatchObject({ is_customised: true, longest: 12, findings: [] });
  await me.until(await me.publish(item), 'published');
  await me.expectThread(['One', 'Two, shorter']);
});

test('is what a publication continues with, where the network refused the content', async () => {
  const me = await publisherOn(app, practice);
  const item = await me.thread(['One']);
  const behaviour = { fault: 'refuse', times: 1 };
  await me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);
  const id = await me.publish(item);
  await me.until(id, 'stopped');
  // The content alone would not fit.
  const changes = { content: 'x'.repeat(600), network_texts: { practice: 'One, shorter' } };
  await me.call(`${PATH}${item}/`, 'PUT', changes);
  expect((await me.call(`/api/publications/${id}/retry/`, 'POST', {})).status).toBe(200);
  await me.until(id, 'published');
  await me.expectThread(['One, shorter']);
});

test('is approved with the content: a change of it voids the approval', async () => {
  const me = await publisherOn(app, practice);
  const { id: item } = await me.write({ content: 'Approved', network_texts: { practice: 'Own' } });
  const editor = await colleague(app, me.folder, 'editor');
  const path = `${PATH}${item}/publications/` as const;
  const at = '2030-01-01T09:00:00Z';
  const proposed = await editor.call(path, 'POST', { channels: [me.channel], at });
  const [{ id: review }] = (await me.call('/api/content/workflow/pending/')).body.results;
  await me.call(`/api/content/workflow/approve/${review}/`, 'POST', {});
  const network_texts = { practice: 'Slipped in' };
  const changed = await editor.call(`${PATH}${item}/`, 'PUT', { network_texts });
  expect(changed.body.status).toBe('draft');
  const id = proposed.body[0].id;
  await me.call(`/api/publications/${id}/`, 'PUT', { at: null });
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed' });
  // The text that was approved can still be sent.
  await me.call(`/api/publications/${id}/retry/`, 'POST', { as_scheduled: true });
  await me.until(id, 'published');
  await me.expectThread(['Own']);
});

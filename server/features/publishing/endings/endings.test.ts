import { expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();
const TAGS = { name: 'Tags', kind: 'hashtags', hashtags: [{ tag: 'V60' }, { tag: 'Kaffee' }] };

type Publisher = Awaited<ReturnType<typeof publisherOn>>;

/** A snippet at the end of posts on the channel. */
async function ending(me: Publisher, fields: object) {
  const { body: snippet } = await me.call('/api/snippets/', 'POST', fields);
  const id: number = snippet.id;
  const set = await me.call(`/api/snippets/${id}/channels/`, 'PUT', { channels: [me.channel] });
  expect(set.status).toBe(200);
  const save = (changes: object) =>
    me.call(`/api/snippets/${id}/`, 'PUT', { ...fields, ...changes });
  return { id, save };
}

const signed = (me: Publisher, text = '— Jo') => ending(me, { name: 'Jo', kind: 'text', text });

async function sentOf(me: Publisher, item: number) {
  await me.until(await me.publish(item), 'published');
  return (await me.posts()).map(({ content }: { content: string }) => content);
}

test('is sent at the end of the last part, and counted by the checks', async () => {
  const me = await publisherOn(app, practice);
  await signed(me, '— {{workspace}}');
  const item = await me.thread(['First', 'Last']);
  const { body: name } = await me.call('/api/workspace/');
  const checked = await me.call(`/api/content/items/${item}/publications/check/`, 'POST', {
    channels: [me.channel],
  });
  expect(checked.body[0]).toMatchObject({ ending: '— {{workspace}}' });
  expect(checked.body[0]?.longest).toBe(`Last\n\n— ${name.name}`.length);
  expect(await sentOf(me, item)).toEqual(['First', `Last\n\n— ${name.name}`]);
});

test('makes a post too long that would fit without it', async () => {
  const me = await publisherOn(app, practice);
  const { id } = await signed(me, 'x'.repeat(100));
  const { id: item } = await me.write({ content: 'y'.repeat(450) });
  const path = `/api/content/items/${item}/publications/` as const;
  const refused = await me.call(path, 'POST', { channels: [me.channel] });
  expect(refused.status).toBe(400);
  await me.call(`/api/content/items/${item}/`, 'PUT', { endings_off: [id] });
  expect((await me.call(path, 'POST', { channels: [me.channel] })).status).toBe(201);
});

test('stays away from a post that it was taken off, which a former version undoes', async () => {
  const me = await publisherOn(app, practice);
  const { id } = await signed(me);
  const { id: item } = await me.write({ content: 'A post' });
  const off = await me.call(`/api/content/items/${item}/`, 'PUT', { endings_off: [id, id] });
  expect(off.body.endings_off).toEqual([id]);
  expect(await sentOf(me, item)).toEqual(['A post']);
  const { body: history } = await me.call(`/api/content/items/${item}/history/`);
  expect(history.map((entry) => entry.endings_off)).toContainEqual([]);
  await me.call(`/api/content/items/${item}/restore/`, 'POST', { version: 1 });
  expect((await me.call(`/api/content/items/${item}/`)).body.endings_off).toEqual([]);
});

test('hashtags are those of the post, as the editor is told', async () => {
  const me = await publisherOn(app, practice);
  await ending(me, { ...TAGS, take: 1 });
  const { id: item } = await me.write({ content: 'A post' });
  const { body } = await me.call(`/api/endings/?item=${item}`);
  expect(body).toMatchObject([{ channel: me.channel, text: expect.stringMatching(/^#\w+$/) }]);
  expect(await sentOf(me, item)).toEqual([`A post\n\n${body[0]?.text}`]);
});

test('what is scheduled keeps what it ended with, also when the snippet is gone', async () => {
  const me = await publisherOn(app, practice);
  const { id, save } = await signed(me);
  const { id: item } = await me.write({ content: 'A post' });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const publication = await me.publish(item, { at });
  await save({ text: 'Changed' });
  expect((await me.call(`/api/endings/?item=${item}`)).body).toMatchObject([{ text: '— Jo' }]);
  expect((await me.call('/api/endings/')).body).toMatchObject([{ text: 'Changed' }]);
  await me.call(`/api/snippets/${id}/`, 'DELETE');
  await me.call(`/api/publications/${publication}/`, 'PATCH', { at: null });
  await app.database.query(
    'update publications set due_at = now(), next_attempt_at = now() where id = $1',
    [publication],
  );
  await me.until(publication, 'published');
  expect((await me.posts())[0]?.content).toBe('A post\n\n— Jo');
});

test('what is approved keeps what it ended with until it is approved anew', async () => {
  const me = await publisherOn(app, practice);
  const { save } = await signed(me);
  const { id: item } = await me.write({ content: 'A post' });
  const to = (status: string) => me.call(`/api/content/items/${item}/`, 'PUT', { status });
  const told = async () => (await me.call(`/api/endings/?item=${item}`)).body[0]?.text;
  await to('approved');
  await save({ text: 'Changed' });
  expect(await told()).toBe('— Jo');
  await to('draft');
  expect(await told()).toBe('Changed');
  await to('approved');
  await save({ text: 'Changed again' });
  expect(await told()).toBe('Changed');
  expect(await sentOf(me, item)).toEqual(['A post\n\nChanged']);
});

test('one snippet ends the posts of a channel: another is refused, which names the first', async () => {
  const me = await publisherOn(app, practice);
  const { id } = await signed(me);
  const { body: tags } = await me.call('/api/snippets/', 'POST', TAGS);
  const put = (snippet: number, channels: number[]) =>
    me.call(`/api/snippets/${snippet}/channels/`, 'PUT', { channels });
  const { status, body } = await put(tags.id, [me.channel]);
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining('‘Jo’ is already at the end of posts on'),
  ]);
  const both = await Promise.all([put(id, []), put(id, [me.channel])]);
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  await put(id, []);
  expect((await put(tags.id, [me.channel])).body).toMatchObject([{ snippet: tags.id }]);
});

test('channels and snippets of others are not there, and readers choose none', async () => {
  const me = await publisherOn(app, practice);
  const other = await publisherOn(app, practice);
  const { id } = await signed(me);
  const put = (who: Publisher, channels: number[]) =>
    who.call(`/api/snippets/${id}/channels/`, 'PUT', { channels });
  expect((await put(me, [other.channel])).status).toBe(404);
  expect((await put(other, [other.channel])).status).toBe(404);
  const { id: item } = await me.write({ content: 'A post' });
  expect((await other.call(`/api/endings/?item=${item}`)).body).toEqual([]);
  expect((await other.call('/api/endings/')).body).toEqual([]);
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await viewer.call(`/api/snippets/${id}/channels/`, 'PUT', { channels: [] })).status).toBe(
    403,
  );
});

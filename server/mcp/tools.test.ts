import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../root.ts';
import { agent, GENERATIONS, type Generation, keyOf } from '../testing/agents.ts';
import { useApp, writer } from '../testing/app.ts';
import { jpeg } from '../testing/media-files.ts';
import { NOTICE } from './tool.ts';
import { TOOLS } from './tools.ts';

const app = useApp();
const SCOPES = ['read', 'write', 'publish'];

/** A member with a channel whose publications nobody sends, and an agent that may publish. */
async function publisher(generation: Generation) {
  const me = await writer(app);
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, me.token);
  const key = await keyOf(app, me.token, { scopes: SCOPES });
  const { client, names, call } = await agent(app, key, generation);
  const used = new Set<string>();
  const use = async (name: string, given: object = {}) => {
    used.add(name);
    const result = await call(name, given);
    expect([name, result.isError, result.isError && result.text]).toEqual([name, false, false]);
    expect(result.data.notice).toBe(NOTICE);
    return result.data;
  };
  return { ...me, channel: channel.id as number, client, names, call, use, used };
}

test.each(GENERATIONS)('a client of %s uses each tool', async (generation) => {
  const { names, use, used, ...me } = await publisher(generation);
  const channel_ids = [me.channel];

  const { folders } = await use('list_folders');
  expect(folders).toEqual([
    { id: me.folder, name: 'Ideas', description: null, parent_id: null, posts: 0 },
  ]);
  const { channels, time_zone } = await use('list_channels');
  expect([time_zone, channels]).toEqual([
    'UTC',
    [expect.objectContaining({ id: me.channel, network: 'practice', state: 'connected' })],
  ]);

  const folder_id = me.folder;
  const draft = { folder_id, text: 'A first text', tags: ['News'], request_id: 'once' };
  const { post } = await use('create_draft', draft);
  expect(post).toMatchObject({ status: 'draft', version: 1, parts: 1, tags: ['News'] });
  expect((await use('create_draft', draft)).post.id).toBe(post.id);
  const changed = await use('update_draft', { post_id: post.id, version: 1, text: 'Second' });
  expect(changed.post).toMatchObject({ id: post.id, version: 2, excerpt: 'Second' });
  const parts = [{ text: 'One' }, { text: 'Two', network_texts: { x: 'Two on X' } }];
  const { post: thread } = await use('create_thread', { folder_id, parts });
  expect(thread).toMatchObject({ parts: 2, excerpt: 'One' });
  const read = await use('get_post', { post_id: thread.id });
  expect(read.parts.map(({ text }: { text: string }) => text)).toEqual(['One', 'Two']);
  const [first, second] = read.parts;
  await use('update_draft', {
    ...{ post_id: thread.id, version: thread.version },
    parts: [{ id: first.id, text: 'One' }, { text: 'Between' }, { id: second.id, text: 'Two' }],
  });

  const uploads = [{ name: 'a.jpg', data: (await jpeg()).toString('base64'), alt: 'A sign' }];
  const { part } = await use('attach_media', { post_id: thread.id, part: 2, uploads });
  const [file] = part.media;
  expect([part.text, file]).toEqual(['Two', expect.objectContaining({ alt: 'A sign' })]);
  const described = await use('describe_media', { file_id: file.file_id, alt: 'A better text' });
  expect(described.files[0]).toMatchObject({ alt: 'A better text', kind: 'picture' });
  expect((await use('describe_media', { search: 'better' })).count).toBe(1);
  await use('attach_media', { post_id: post.id, files: [{ file_id: file.file_id }] });

  const { channels: checked } = await use('check_text', { post_id: post.id });
  expect(checked).toEqual([expect.objectContaining({ channel_id: me.channel, fits: true })]);
  const long = await use('check_text', { texts: ['x'.repeat(60_000)], channel_ids });
  expect(long.channels[0]).toMatchObject({ fits: false, longest: 60_000 });

  await use('comment', { post_id: post.id, text: 'Is this right?' });
  const { comments } = await use('get_post', { post_id: post.id, comments: true });
  expect(comments).toEqual([
    expect.objectContaining({ by: 'Ada Byron', text: 'Is this right?', resolved: false }),
  ]);
  expect((await use('submit_for_review', { post_id: thread.id, comment: 'Please' })).status).toBe(
    'review',
  );

  const at = '2030-01-01T09:00';
  const proposed = await use('propose_publication', { post_id: post.id, channel_ids, at });
  expect(proposed.publications).toEqual([
    expect.objectContaining({ state: 'proposed', local_time: at, time_zone: 'UTC' }),
  ]);
  expect(proposed.review).toBe('http://localhost:3000/content/review');
  const publication_id = proposed.publications[0].id;
  const moved = await use('move_publication', { publication_id, at, zone: 'Asia/Tokyo' });
  expect(moved.publication).toMatchObject({ due_at: '2030-01-01T00:00:00Z' });
  await use('cancel_publication', { publication_id });
  // Old clients are not asked, and neither are those that cannot ask.
  const third = await me.write();
  const given = { post_id: third.id, channel_ids, at: '2030-01-01T08:00:00Z', version: 1 };
  const { publications } = await use('schedule_publication', given);
  expect(publications).toEqual([expect.objectContaining({ state: 'scheduled' })]);
  const list = await use('list_publications', { channel_id: me.channel, limit: 1 });
  expect([list.count, list.publications.length]).toEqual([2, 1]);
  const next = await use('list_publications', { limit: 1, cursor: list.next_cursor });
  expect(next.publications[0].id).not.toBe(list.publications[0].id);

  expect(await use('needs_attention')).toMatchObject({ publications: 0, stopped: [] });
  expect((await use('get_figures', { post_id: third.id })).publications).toEqual([]);
  const { channels: best } = await use('best_times', { channel_id: me.channel });
  expect((await use('best_times')).channels).toEqual(best);

  const found = await use('search_posts', { query: 'second', status: ['review'] });
  expect(found.posts).toEqual([expect.objectContaining({ id: post.id, publishing: null })]);
  const page = await use('search_posts', { limit: 2 });
  expect([page.count, page.posts.length]).toEqual([3, 2]);
  expect((await use('search_posts', { limit: 2, cursor: page.next_cursor })).posts).toHaveLength(1);

  expect([...used].toSorted()).toEqual((await names()).toSorted());
  expect(used.size).toBe(TOOLS.length);
});

test('what the API refuses is a result that a model can read', async () => {
  const me = await publisher('today');
  const { id } = await me.write();
  const refused = async (name: string, given: object) => {
    const { isError, text } = await me.call(name, given);
    expect([name, isError]).toEqual([name, true]);
    return text;
  };
  expect(await refused('get_post', { post_id: 999_999_999 })).toBe('There is no item 999999999.');
  await me.call('update_draft', { post_id: id, version: 1, text: 'B' });
  expect(await refused('update_draft', { post_id: id, version: 1, text: 'C' })).toBe(
    `Item ${id} has been changed since you read it: it is at version 2 now.`,
  );
  expect(await refused('create_draft', { folder_id: me.folder, text: ' ' })).toBe(
    'text: Content is required',
  );
  // Arguments that do not fit the schema.
  expect(await refused('get_post', { post_id: 'seven' })).toContain('post_id');
  const at = { post_id: id, channel_ids: [me.channel], at: 'tomorrow' };
  expect(await refused('propose_publication', at)).toContain('Expected a date and a time');
  expect(await refused('check_text', {})).toBe('Expected post_id, or texts, and not both.');
  await expect(me.call('publish_everything', {})).rejects.toThrow(/publish_everything not found/);
});

test('a decided text is not changed by an agent, and a moved one says so', async () => {
  const me = await publisher('today');
  const { id } = await me.write({ status: 'approved' });
  const { isError, text } = await me.call('update_draft', { post_id: id, version: 1, text: 'B' });
  expect([isError, text]).toEqual([true, expect.stringContaining('This post is approved')]);
  const uploads = [{ name: 'a.jpg', data: (await jpeg()).toString('base64') }];
  expect((await me.call('attach_media', { post_id: id, uploads })).isError).toBe(true);
});

test('a thread of a million characters is read in bounded results', async () => {
  const me = await publisher('today');
  const parts = Array.from({ length: 100 }, (_, at) => ({ text: `${at} ${'x'.repeat(9900)}` }));
  const { post } = await me.use('create_thread', { folder_id: me.folder, parts });
  const seen: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const read = await me.call('get_post', { post_id: post.id, from_part: from });
    expect(read.text.length).toBeLessThan(120_000);
    seen.push(...read.data.parts.map(({ text }: { text: string }) => text));
    from = read.data.next_part;
  }
  expect(seen).toEqual(parts.map(({ text }) => text));
});

test('resources and prompts are read', async () => {
  const me = await publisher('today');
  const { id } = await me.write({ content: 'To be read' });
  for (let more = 0; more < 60; more++) await me.write();
  const all = await me.client.listResources();
  const uris = all.resources.map(({ uri }) => uri);
  expect(uris.slice(0, 2)).toEqual(['postfolio://folders', 'postfolio://voices']);
  expect([uris.length, new Set(uris).size]).toEqual([63, 63]);
  const textOf = async (uri: string) => {
    const [content] = (await me.client.readResource({ uri })).contents;
    return JSON.parse((content as { text: string }).text);
  };
  const post = await textOf(`postfolio://posts/${id}`);
  expect([post.notice, post.parts[0].text]).toEqual([NOTICE, 'To be read']);
  expect((await textOf('postfolio://folders')).folders).toHaveLength(1);
  expect((await textOf('postfolio://voices')).voices).toEqual([]);
  await expect(textOf('postfolio://posts/999999999')).rejects.toThrow(/not found/i);
  await expect(textOf('file:///etc/passwd')).rejects.toThrow(/not found/i);

  const { prompts } = await me.client.listPrompts();
  expect(prompts.map(({ title }) => title)).toEqual(['Draft a thread from notes', 'Week’s plan']);
  const { messages } = await me.client.getPrompt({
    name: 'draft_thread_from_notes',
    arguments: { notes: 'We open in May.' },
  });
  expect(JSON.stringify(messages)).toContain('We open in May.');
});

test('the documentation names each tool, in order, and no other', async () => {
  const text = await readFile(join(ROOT, 'docs/mcp.md'), 'utf8');
  const named = [...text.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  expect(named).toEqual(TOOLS.map(({ name }) => name));
});

test('texts that models read are fixed, short and no instructions to publish', () => {
  for (const { name, title, description, annotations } of TOOLS) {
    expect(name).toMatch(/^[a-z_]{3,40}$/);
    expect([name, title.length < 40, description.length < 420]).toEqual([name, true, true]);
    expect(Object.keys(annotations)).toHaveLength(4);
  }
  expect(TOOLS.length).toBeLessThanOrEqual(20);
});

import { expect, test } from 'vitest';
import { useApp, workspaceOf, writer } from '../../../testing/app.ts';

const app = useApp();
const PATH = '/api/content/items/';

/** A member of a workspace with a channel, and with posts of which networks counted views. */
async function reader() {
  const me = await writer(app);
  const workspace = await workspaceOf(app, me.folder);
  const { rows } = await app.database.query<{ id: number }>(
    `insert into channels (workspace_id, network, remote_id, handle, name, state)
     values ($1, 'practice', 'remote', '@c', 'C', 'disconnected') returning id`,
    [workspace],
  );
  /** A publication of the post of an item, and what the network said of it; undefined: never read. */
  const publish = async (item: { id: number }, figures?: object) =>
    app.database.query(
      `with sent as (
         insert into publications (workspace_id, channel_id, post_id, state, due_at, published_at, version, text_hash)
         select workspace_id, $2, post_id, 'published', now(), now(), 1, sha256('text') from items where id = $1
         returning id)
       insert into publication_figures (publication_id, read_at, latest)
       select id, now(), $3 from sent where $3::jsonb is not null`,
      [item.id, rows[0]?.id, figures && JSON.stringify(figures)],
    );
  const list = async (query = '') =>
    (await app.get(`${PATH}?ordering=-network_views${query}`, me.token)).body;
  return { ...me, publish, list };
}

type Listed = { results: { id: number; network_views: number | null }[] };
const ids = ({ results }: Listed) => results.map(({ id }) => id);
const viewsOf = ({ results }: Listed) => results.map((item) => item.network_views);

test('a list is sorted by views on networks, what has none last', async () => {
  const me = await reader();
  const older = await me.write({ content: 'Older text' });
  const few = await me.write({ content: 'Few words' });
  const most = await me.write({ content: 'Most words', tags: ['launch'] });
  const none = await me.write({ content: 'No words' });
  const same = await me.write({ content: 'Same words', tags: ['launch'] });
  const unread = await me.write({ content: 'Unread words', tags: ['launch'] });
  const silent = await me.write({ content: 'Silent words' });
  await me.publish(few, { views: 7 });
  await me.publish(same, { views: 7 });
  // The views of a post are those of its publications together.
  await me.publish(most, { views: 5 });
  await me.publish(most, { views: 12_340 });
  await me.publish(none, { views: 0 });
  await me.publish(unread);
  await me.publish(silent, { reactions: 3 });

  const other = await reader();
  await other.publish(await other.write({ content: 'Other words' }), { views: 99_999 });

  const all = await me.list();
  expect(ids(all)).toEqual([most, same, few, none, silent, unread, older].map(({ id }) => id));
  expect(viewsOf(all)).toEqual([12_345, 7, 7, 0, null, null, null]);
  expect(all.count).toBe(7);
  expect(ids(await me.list('&page_size=3&page=2'))).toEqual([none.id, silent.id, unread.id]);

  const tagged = await me.list('&tags=launch');
  expect([tagged.count, ...ids(tagged)]).toEqual([3, most.id, same.id, unread.id]);
  const search = `${PATH}search/?q=words&ordering=-network_views&page_size=4` as const;
  const found = (await app.get(search, me.token)).body;
  expect([found.count, ...ids(found as Listed)]).toEqual([6, most.id, same.id, few.id, none.id]);
  const rest = (await app.get(found.next as typeof search, me.token)).body;
  expect(ids(rest as Listed)).toEqual([silent.id, unread.id]);

  expect((await app.get(`${PATH}${most.id}/`, me.token)).body.network_views).toBe(12_345);
  const saved = await app.put(`${PATH}${most.id}/`, { tags: [] }, me.token);
  expect(saved.body.network_views).toBe(12_345);
});

test('a thread has the views of its post, and stands in the list once', async () => {
  const me = await reader();
  const single = await me.write({ content: 'Alone' });
  const { body: parts } = await app.post(
    `${PATH}thread/`,
    { folder: me.folder, items: [{ content: 'A thread' }, { content: 'with plums' }] },
    me.token,
  );
  await me.publish(single, { views: 3 });
  await me.publish(parts[0], { views: 8 });
  expect(ids(await me.list('&posts=true'))).toEqual([parts[0].id, single.id]);
  // Also where a part of it matches alone.
  expect(ids(await me.list('&posts=true&search=plums'))).toEqual([parts[0].id]);
  expect(viewsOf(await me.list())).toEqual([8, 8, 3]);
});

test('pages lead forward and back, and meet each item once though others come and go', async () => {
  const me = await reader();
  const written = [];
  for (let n = 0; n < 12; n++) written.push(await me.write({ content: `Text ${n}` }));
  for (const [n, item] of written.entries()) if (n % 2) await me.publish(item, { views: n % 4 });
  const expected = ids(await me.list());
  let page = await me.list('&page_size=4');
  expect(page).toMatchObject({ count: 12, previous: null });
  const forward = ids(page);
  while (page.next) {
    // What is deleted or written behind the reader shifts no page.
    await app.delete(`${PATH}${forward[forward.length - 4]}/`, me.token);
    page = (await app.get(page.next as typeof PATH, me.token)).body;
    forward.push(...ids(page));
  }
  expect(forward).toEqual(expected);
  const back = ids(page);
  while (page.previous) {
    page = (await app.get(page.previous as typeof PATH, me.token)).body;
    back.unshift(...ids(page));
  }
  expect(back).toEqual(expected.filter((id) => back.includes(id)));
  expect(back).toHaveLength(10);

  const cursor = Buffer.from(JSON.stringify(['-network_views', false, -1, 1])).toString(
    'base64url',
  );
  const path = `${PATH}?ordering=-network_views&cursor=${cursor}` as const;
  expect((await app.get(path, me.token)).status).toBe(400);
  expect((await app.get(`${PATH}?ordering=network_views`, me.token)).status).toBe(400);
});

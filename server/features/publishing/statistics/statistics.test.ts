import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { keepWithin } from '../../../testing/eventually.ts';

const app = useApp();
const BASE = '/api/content/items/';

test('the statistics count items by status, and name the ten that were updated last', async () => {
  const [me, other] = [await writer(app), await writer(app)];
  await other.write({ status: 'review' });
  const created: { id: number }[] = [];
  for (let n = 0; n < 10; n++) created.push(await me.write({ status: n < 2 ? 'review' : 'draft' }));
  const thread = {
    folder: me.folder,
    status: 'published',
    items: [{ content: 'One' }, { content: 'Two' }],
  };
  await app.post(`${BASE}thread/`, thread, me.token);
  const [first, second] = created;
  await app.delete(`${BASE}${second?.id}/`, me.token);
  await app.put(`${BASE}${first?.id}/`, { content: 'Changed' }, me.token);
  const { body } = await app.get(`${BASE}dashboard_stats/`, me.token);
  expect(body).toMatchObject({
    total: 11,
    by_status: { draft: 8, review: 1, approved: 0, published: 2, archived: 0 },
    threads: 1,
    waiting_for_review: 1,
  });
  expect(body.recent).toHaveLength(10);
  expect(body.recent[0]).toMatchObject({ id: first?.id, content: 'Changed' });
});

test('what is counted is the same before and after its changes are added up', async () => {
  const me = await writer(app);
  const { body: folder } = await app.post('/api/content/folders/', { name: 'Other' }, me.token);
  const single = await me.write({ status: 'review' });
  const thread = {
    folder: me.folder,
    items: ['One', 'Two', 'Three'].map((content) => ({ content })),
  };
  const { body: parts } = await app.post(`${BASE}thread/`, thread, me.token);
  const counts = async () => {
    const of = async (path: string) => (await app.get(path, me.token)).body;
    const total = async (query: string) => (await of(`${BASE}?${query}`)).count;
    const { results: folders } = await of('/api/content/folders/');
    const { total: all, by_status, threads } = await of(`${BASE}dashboard_stats/`);
    return {
      lists: [await total(''), await total('posts=true'), await total(`folder=${me.folder}`)],
      filtered: [await total('status=draft'), await total('posts=true&status=draft')],
      folders: folders.map((folder: { content_items_count: number }) => folder.content_items_count),
      statistics: [all, by_status.draft, by_status.review, threads],
    };
  };
  const both = {
    lists: [4, 2, 4],
    filtered: [3, 1],
    folders: [4, 0],
    statistics: [4, 3, 1, 1],
  };
  const moved = {
    lists: [1, 1, 0],
    filtered: [1, 1],
    folders: [0, 1],
    statistics: [1, 1, 0, 0],
  };
  const addUp = async () => {
    await app.database.query("insert into jobs.job (name) values ('upkeep.add_up_counts')");
    await expect
      .poll(async () => (await app.database.query('select from post_count_changes')).rowCount, {
        timeout: 15_000,
      })
      .toBe(0);
  };
  expect(await counts()).toEqual(both);
  await addUp();
  expect(await counts()).toEqual(both);
  await app.put(`${BASE}${single.id}/`, { folder: folder.id, status: 'draft' }, me.token);
  for (const { id } of parts) await app.delete(`${BASE}${id}/`, me.token);
  expect(await counts()).toEqual(moved);
  await addUp();
  expect(await counts()).toEqual(moved);
  await expect
    .poll(
      async () =>
        (await app.database.query('select from post_counts where folder_id = $1', [me.folder]))
          .rowCount,
    )
    .toBe(0);
});

test('the volume is counted by days in the time zone of the reader', async () => {
  await keepWithin(24 * 3600 * 1000);
  const me = await writer(app);
  const items = [await me.write(), await me.write(), await me.write()];
  // Half an hour before midnight in UTC, and half an hour after it in Berlin.
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10);
  await app.database.query('update items set created_at = $2 where id = any($1)', [
    items.slice(0, 2).map(({ id }) => id),
    `${yesterday}T23:30:00Z`,
  ]);
  await app.delete(`${BASE}${items[0].id}/`, me.token);
  const volume = async (query: string) => {
    const { body } = await app.get(`${BASE}content_volume_status/?${query}`, me.token);
    const days = (body.volume as { date: string; created: number }[]).filter(
      ({ created }) => created,
    );
    return {
      ...body,
      volume: days.map(({ date, created }) => `${date}: ${created}`),
      length: body.volume.length,
    };
  };
  const today = new Date().toISOString().slice(0, 10);
  expect(await volume('')).toEqual({
    days: 30,
    total: 2,
    length: 30,
    volume: [`${yesterday}: 1`, `${today}: 1`],
  });
  expect((await volume('include_deleted=true')).volume).toEqual([`${yesterday}: 2`, `${today}: 1`]);
  expect((await volume('days=1')).total).toBe(1);
  expect((await volume('tz=Europe/Berlin&days=7')).total).toBe(2);
  const berlin = await volume('tz=Europe/Berlin');
  // Items created before midnight in UTC were created on the next day in Berlin.
  expect(berlin.volume[0]).toMatch(new RegExp(`^${today}: [12]$`));
  for (const wrong of [
    'days=0',
    'days=367',
    'tz=Nowhere/Else',
    'tz=%2B02:00',
    'include_deleted=maybe',
  ])
    expect((await app.get(`${BASE}content_volume_status/?${wrong}`, me.token)).status).toBe(400);
});

import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';

const app = useApp();
type Writer = Awaited<ReturnType<typeof writer>>;
const view = ({ token }: Writer, id: number) =>
  app.post(`/api/content/items/${id}/view/`, undefined, token);
const trending = async ({ token }: Writer, query = '') =>
  (await app.get(`/api/content/items/trending/?${query}`, token)).body.map(
    ({ id, views }: { id: number; views: number }) => [id, views],
  );
/** As if this was so many hours ago. */
const later = (hours: number) =>
  app.database.query(`update item_viewers set counted_at = counted_at - interval '${hours} hours'`);

test('one view an hour counts for each user, and it does not change the item', async () => {
  const me = await writer(app);
  const { id, version, updated_at } = await me.write();
  expect((await view(me, id)).body).toEqual({ view_count: 1 });
  expect(
    (await Promise.all([view(me, id), view(me, id), view(me, id)])).map(
      ({ body }) => body.view_count,
    ),
  ).toEqual([1, 1, 1]);
  await later(1);
  expect((await view(me, id)).body.view_count).toBe(2);
  const { body } = await app.get(`/api/content/items/${id}/`, me.token);
  expect(body).toMatchObject({ view_count: 2, version, updated_at });
  expect((await view(await writer(app), id)).status).toBe(404);
});

test('trending items are the most viewed ones of the last days', async () => {
  const me = await writer(app);
  const [one, two, three] = [await me.write(), await me.write(), await me.write()];
  for (const { id } of [one, two, two, three]) {
    await view(me, id);
    await later(1);
  }
  expect(await trending(me)).toEqual([
    [two.id, 2],
    [three.id, 1],
    [one.id, 1],
  ]);
  expect(await trending(me, 'limit=1')).toEqual([[two.id, 2]]);
  await app.database.query('update item_views set day = day - 7 where item_id = $1', [two.id]);
  expect(await trending(me)).toEqual([
    [three.id, 1],
    [one.id, 1],
  ]);
  expect(await trending(me, 'days=8')).toHaveLength(3);
  await app.delete(`/api/content/items/${three.id}/`, me.token);
  expect(await trending(me)).toEqual([[one.id, 1]]);
  expect((await app.get('/api/content/items/trending/?days=0', me.token)).status).toBe(400);
});

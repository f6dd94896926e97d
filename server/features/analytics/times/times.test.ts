import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

/** A member with a channel that has published so many posts, of which those on Tuesday do better. */
async function withPosts(count: number) {
  const me = await publisherOn(app, practice);
  await app.database.query(
    `with source as (
      select workspace_id, id as channel_id, n, date_trunc('week', now()) - n * interval '1 day' + interval '10 hours' as at
      from channels, generate_series(1, $2::integer) n where id = $1
    ), sent as (
      insert into publications (workspace_id, channel_id, state, due_at, published_at, version, text_hash)
      select workspace_id, channel_id, 'published', at, at, 1, sha256('text') from source
      returning id, published_at
    )
    insert into publication_figures (publication_id, read_at, latest, after_day)
    select id, now(), '{}', jsonb_build_object('views', 1000, 'reactions',
      case extract(isodow from published_at at time zone 'UTC') when 2 then 90 else 20 end, 'comments', 10)
    from sent`,
    [me.channel, count],
  );
  const path = `/api/analytics/best-times/${me.channel}/` as const;
  return { ...me, path };
}

test('the best hours are those whose posts did better than usual, in the zone of the workspace', async () => {
  const me = await withPosts(70);
  const { body: grid } = await me.call(me.path);
  expect(grid).toMatchObject({
    state: 'read',
    posts: 70,
    is_enough: true,
    best: [{ weekday: 2, from: 9, to: 12 }],
  });
  expect(grid.cells).toHaveLength(7);
  const tuesday = grid.cells.find(({ weekday }) => weekday === 2);
  expect(tuesday).toMatchObject({ block: 3, posts: 10, time: '10:00' });
  expect(tuesday?.effect).toBeGreaterThan(0.3);
  const { body: all } = await me.call('/api/analytics/best-times/');
  expect(all.map(({ channel, best }) => [channel.id, best])).toEqual([[me.channel, grid.best]]);

  const { body: workspace } = await me.call('/api/workspace/');
  const changed = await me.call('/api/workspace/', 'PUT', {
    ...workspace,
    time_zone: 'Asia/Tokyo',
  });
  expect(changed.status).toBe(200);
  const { body: moved } = await me.call(me.path);
  expect(moved.best).toEqual([{ weekday: 2, from: 18, to: 21 }]);
});

test('few posts say nothing, and two times are proposed', async () => {
  const me = await withPosts(12);
  const { body } = await me.call(me.path);
  expect(body).toMatchObject({ posts: 12, needed: 20, is_enough: false, best: [] });
  expect(body.to_try).toHaveLength(2);
});

test('channels of others are not there', async () => {
  const [me, other] = [await withPosts(1), await withPosts(1)];
  const answer = await me.call(other.path as string, 'GET');
  expect(answer.status).toBe(404);
});

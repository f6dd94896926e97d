import { expect, test } from 'vitest';
import { addDays } from '#contract/analytics/ranges.ts';
import { useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { publishedOn } from '../../../testing/read-posts.ts';

const app = useApp();

const today = () => new Date(app.clock.now()).toISOString().slice(0, 10);
const ahead = (days: number) => addDays(today(), days);
const sum = (values: readonly (number | null)[] | null) =>
  (values ?? []).reduce<number>((all, value) => all + (value ?? 0), 0);

/** The last month, the present day included: in UTC and around it. */
const month = () => `from=${ahead(-29)}&to=${ahead(1)}`;

/** A post in two parts that was read for a week, and another one beside it. */
async function makeWeek() {
  const me = await publishedOn(app);
  const second = await me.write({ content: 'Another' });
  await me.until(await me.publish(second.id), 'published');
  for (const hours of [1, 5, 18, 24, 24, 96]) {
    await me.later(hours);
    await me.run();
  }
  const stored = async () =>
    (
      await app.database.query<{ views: number; engagements: number }>(
        `select sum((latest ->> 'views')::bigint)::integer as views, sum((latest ->> 'reactions')::bigint
           + (latest ->> 'comments')::bigint + (latest ->> 'shares')::bigint + (latest ->> 'saves')::bigint)::integer
           as engagements
         from publication_figures join publications on id = publication_id where channel_id = $1`,
        [me.channel],
      )
    ).rows[0];
  return { ...me, stored };
}

let week: ReturnType<typeof makeWeek> | undefined;
/** The same for all tests, which read it. */
const aWeek = () => {
  week ??= makeWeek();
  return week;
};

test('sums of days, the table and the database are equal', async () => {
  const me = await aWeek();
  const { views, engagements } = (await me.stored()) ?? {};
  expect(views).toBeGreaterThan(0);
  const { body: overview } = await me.call(`/api/analytics/?${month()}`);
  expect(overview.has_figures).toBe(true);
  expect(overview.totals.views).toEqual({ now: views, before: 0 });
  expect(overview.totals.engagements.now).toBe(engagements);
  expect(overview.totals.engagement_rate.now).toBeCloseTo(Number(engagements) / Number(views), 3);
  const [practice] = overview.networks;
  expect(practice).toMatchObject({ network: 'practice' });
  expect([sum(practice?.views ?? null), sum(practice?.engagements ?? null)]).toEqual([
    views,
    engagements,
  ]);
  // A post gets most of it on its first day.
  const first = practice?.views?.findIndex((count) => count > 0) ?? -1;
  expect(overview.days[first]).toBe(overview.posts[0]?.day);
  expect(overview.posts[0]).toMatchObject({ count: 2 });
  expect(overview.coverage).toMatchObject([{ views: 'counted', followers: 'counted' }]);
  expect(overview.as_of).not.toBeNull();

  const { body: posts } = await me.call(`/api/analytics/posts/?${month()}&sort=views`);
  expect(posts.total).toBe(2);
  expect(sum(posts.rows.map((row) => row.metrics.views ?? null))).toBe(views);
  expect(sum(posts.rows.map((row) => row.engagements))).toBe(engagements);
  const [most, least] = posts.rows;
  expect(most?.metrics.views).toBeGreaterThanOrEqual(least?.metrics.views ?? 0);

  const { body: one } = await me.call(`/api/analytics/posts/${me.item}/`);
  expect(one.publications[0]?.metrics.views).toBe(
    posts.rows.find(({ item }) => item === me.item)?.metrics.views,
  );
  expect(one.publications[0]?.readings).toHaveLength(6);
  const { parts = [], metrics, engagements: all, readings_cost } = one.publications[0] ?? {};
  expect(parts).toMatchObject([
    { position: 0, excerpt: 'First', is_gone: false, metrics: { views: metrics?.views } },
    { position: 1, excerpt: 'Second', is_gone: false },
  ]);
  expect(sum(parts.map((part) => part.engagements))).toBe(all);
  expect(readings_cost).toBeNull();
});

test('an export has the same figures, exact', async () => {
  const me = await aWeek();
  const { views } = (await me.stored()) ?? {};
  const file = async (query: string) => {
    const path = `${app.base}/api/analytics/export/?${month()}&${query}`;
    const response = await fetch(path, { headers: { authorization: `Bearer ${me.token}` } });
    expect(response.status).toBe(200);
    return await response.text();
  };
  const days = JSON.parse(await file('format=json')) as { views: number }[];
  expect(sum(days.map((day) => day.views))).toBe(views);
  const posts = JSON.parse(await file('format=json&view=posts')) as { views: number }[];
  expect(sum(posts.map((post) => post.views))).toBe(views);
  const readings = JSON.parse(await file('format=json&view=readings')) as object[];
  expect(readings).toHaveLength(18);
  const lines = (await file('view=posts')).trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('engagement_rate');
  expect((await file('view=channels')).split('\n')[0]).toBe('day,channel,followers');
  const before = `${ahead(-60)}_${ahead(-30)}`;
  const sides = JSON.parse(
    await file(`format=json&view=compare&compare=range&a=${ahead(-29)}_${ahead(1)}&b=${before}`),
  ) as { side: string; views: number }[];
  expect(sum(sides.filter(({ side }) => side === 'a').map((day) => day.views))).toBe(views);
  expect(sides.filter(({ side, views: count }) => side === 'b' && count > 0)).toEqual([]);
  for (const bad of [
    '',
    '&compare=tag&a=launch',
    '&compare=channel&a=1&b=x',
    '&compare=range&a=1_2&b=3',
  ])
    expect((await me.call(`/api/analytics/export/?view=compare${bad}`)).status).toBe(400);
});

test('what is typical are the engagements of each post at 7 days', async () => {
  const me = await aWeek();
  const { body } = await me.call(`/api/analytics/typical/?${month()}`);
  const { body: posts } = await me.call(`/api/analytics/posts/?${month()}&age=week`);
  const counts = posts.rows.map(({ engagements }) => engagements as number).sort((a, b) => a - b);
  const { body: latest } = await me.call(`/api/analytics/posts/?${month()}&sort=views`);
  expect(body).toMatchObject({ posts: 2, channels: 1, engagements: counts });
  expect(body.most.views).toBe(latest.rows[0]?.metrics.views);
  const { body: none } = await me.call(`/api/analytics/typical/?${month()}&tag=launch`);
  expect(none).toEqual({
    posts: 0,
    channels: 0,
    most: { views: null, engagements: null },
    engagements: [],
  });
});

test('filters leave out what they do not name', async () => {
  const me = await aWeek();
  const views = async (filter: string) => {
    const { body } = await me.call(`/api/analytics/?${month()}&${filter}`);
    return body.totals.views.now;
  };
  const all = (await me.stored())?.views;
  expect(await views(`channel=${me.channel}`)).toBe(all);
  expect(await views(`folder=${me.folder}`)).toBe(all);
  expect(await views(`author=${me.user}`)).toBe(all);
  expect(await views(`author=${me.user + 1}`)).toBeNull();
  expect(await views('network=bluesky')).toBeNull();
  expect(await views('tag=launch')).toBeNull();
  await me.call(`/api/content/items/${me.item}/`, 'PUT', { tags: ['launch'] });
  const { body: posts } = await me.call(`/api/analytics/posts/?${month()}&tag=launch`);
  expect(posts.rows.map(({ item }) => item)).toEqual([me.item]);
  expect(await views('tag=launch')).toBe(posts.rows[0]?.metrics.views);
  const { body } = await me.call(`/api/analytics/?${month()}`);
  expect(body.tags).toEqual(['launch']);
});

test('a number that falls and rises again is counted once, and no day is below 0', async () => {
  const me = await publishedOn(app, ['Only']);
  await me.later(200);
  await app.database.query(
    `insert into readings (publication_id, position, read_at, views)
     select $1, 0, now() - make_interval(hours => 190 - 24 * place::integer), views
     from unnest(array[100, 60, null, 100, 130]) with ordinality as given (views, place)`,
    [me.id],
  );
  await app.database.query(
    `insert into publication_figures (publication_id, read_at, latest) values ($1, now(), '{"views": 130}')`,
    [me.id],
  );
  const { body } = await me.call(`/api/analytics/?${month()}`);
  expect(body.totals.views.now).toBe(130);
  expect(Math.min(...(body.networks[0]?.views ?? []))).toBe(0);
  // It was never said what readers did.
  expect(body.totals.engagements.now).toBeNull();
  expect(body.networks[0]?.engagements).toBeNull();
});

test('readings that are stored in another order, or by two processes at once, count the same', async () => {
  const me = await publishedOn(app, ['Only']);
  await me.later(200);
  const readings = [
    [24, 10],
    [48, 40],
    [72, 50],
  ] as const;
  const store = (by: { query: typeof app.database.query }, [hours, views]: readonly number[]) =>
    by.query(
      `insert into readings (publication_id, position, read_at, views)
       select id, 0, published_at + make_interval(hours => $2), $3 from publications where id = $1`,
      [me.id, hours, views],
    );
  const forget = () =>
    app.database.query('delete from readings where publication_id = $1', [me.id]);
  const days = async () => {
    const { body } = await me.call(`/api/analytics/?${month()}`);
    return body.networks[0]?.views?.filter((views) => views > 0);
  };
  for (const reading of readings) await store(app.database, reading);
  const expected = await days();
  expect(sum(expected ?? [])).toBe(50);

  await forget();
  for (const reading of [readings[2], readings[0], readings[1]]) await store(app.database, reading);
  expect(await days()).toEqual(expected);

  await forget();
  await store(app.database, readings[0]);
  const first = await app.database.connect();
  try {
    await first.query('begin');
    await store(first, readings[1]);
    const second = store(app.database, readings[2]);
    await eventually(async () => {
      const { rowCount } = await app.database.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into readings%'",
      );
      expect(rowCount).toBe(1);
    });
    await first.query('commit');
    await second;
  } finally {
    first.release();
  }
  expect(await days()).toEqual(expected);
});

test('what was not read is absent, and comes last in either order', async () => {
  const me = await publishedOn(app, ['Read']);
  await me.later(1);
  await me.run();
  const later = await me.write({ content: 'Not read yet' });
  await me.until(await me.publish(later.id), 'published');
  for (const order of ['asc', 'desc']) {
    const { body } = await me.call(`/api/analytics/posts/?${month()}&order=${order}`);
    expect(body.rows.map(({ item }) => item)).toEqual([me.item, later.id]);
    expect(body.rows[1]).toMatchObject({ metrics: {}, engagements: null, engagement_rate: null });
  }
  await me.behave({ figures: 'permission' });
  await me.later(1);
  await me.run();
  const { body } = await me.call(`/api/analytics/?${month()}`);
  expect(body.coverage).toMatchObject([{ views: 'permission', engagements: 'permission' }]);
  expect(body.totals.views.now).toBeGreaterThan(0);
});

test('a post is compared with 8 others of its channel at the same age', async () => {
  const me = await publishedOn(app, ['First']);
  for (let n = 0; n < 8; n++) {
    const { id } = await me.write({ content: `Post ${n}` });
    await me.until(await me.publish(id), 'published');
  }
  await me.later(24);
  await me.run();
  const { id } = await me.write({ content: 'The last one' });
  await me.until(await me.publish(id), 'published');
  await me.later(24);
  await me.run();
  const { body } = await me.call(`/api/analytics/posts/?${month()}`);
  const last = body.rows.find((row) => row.item === id);
  expect(last?.usual).toMatchObject({ age: 'day' });
  const { rows } = await app.database.query(
    `select percentile_cont(0.5) within group (order by (after_day ->> 'reactions')::bigint
       + (after_day ->> 'comments')::bigint + (after_day ->> 'shares')::bigint
       + (after_day ->> 'saves')::bigint) as median
     from publication_figures join publications on id = publication_id
     where channel_id = $1 and published_at < (select max(published_at) from publications where channel_id = $1)`,
    [me.channel],
  );
  expect(last?.usual.factor).toBeCloseTo(Number(last?.engagements) / rows[0].median, 6);
  // The ninth and the tenth have so many before them.
  expect(body.rows.filter(({ usual }) => usual.factor !== null)).toHaveLength(2);
  const { body: one } = await me.call(`/api/analytics/posts/${id}/`);
  const { posts, by_age } = one.publications[0]?.usual ?? {};
  const at = by_age?.find(({ hours }) => hours === 24);
  expect([posts, at?.engagements?.median]).toEqual([9, rows[0].median]);
});

test('a channel has followers on the days that it was read', async () => {
  const me = await publishedOn(app, ['Only']);
  for (const [day, followers] of [
    [-9, 100],
    [-8, 104],
    [-6, 103],
    [-2, 120],
  ])
    await app.database.query('insert into channel_days values ($1, $2, $3)', [
      me.channel,
      ahead(day as number),
      followers,
    ]);
  const range = `from=${ahead(-8)}&to=${ahead(-1)}`;
  const { body } = await me.call(`/api/analytics/channels/?${range}`);
  expect(body.channels[0]).toMatchObject({
    followers: [104, null, 103, null, null, null, 120, null],
    net: { now: 20, before: null },
    typical: null,
  });
  const { body: overview } = await me.call(`/api/analytics/?${range}`);
  expect(overview.totals.followers).toEqual({ now: 20, before: null });
});

test('a range that is too long and an unknown metric are refused', async () => {
  const me = await writer(app);
  const fields = async (query: string) => {
    const { status, body } = await app.get(`/api/analytics/posts/?${query}`, me.token);
    return [status, body];
  };
  expect(await fields('from=1926-01-01&to=2026-01-01')).toMatchObject([400, { from: [/century/] }]);
  expect(await fields('from=2001-01-01&to=2026-01-01')).toMatchObject([
    400,
    { to: ["Expected 'from' and 'to', at most 731 days."] },
  ]);
  expect((await fields('from=2026-02-01&to=2026-01-01'))[0]).toBe(400);
  expect((await fields('from=2026-02-01'))[0]).toBe(400);
  expect(await fields('sort=likes')).toMatchObject([400, { sort: [/^Expected one of published/] }]);
  expect((await fields('from=2024-01-01&to=2025-12-31'))[0]).toBe(200);
});

test('figures belong to the workspace', async () => {
  const me = await publishedOn(app, ['Only']);
  const other = await writer(app);
  const { body } = await app.get(`/api/analytics/?${month()}`, other.token);
  expect(body).toMatchObject({ has_figures: false, networks: [], coverage: [] });
  const { body: posts } = await app.get(`/api/analytics/posts/?${month()}`, other.token);
  expect(posts.rows).toEqual([]);
  const one = await app.get(`/api/analytics/posts/${me.item}/`, other.token);
  expect(one.status).toBe(404);
});

test('the figures of a range are read at once, each once in ten minutes', async () => {
  const me = await publishedOn(app, ['Only']);
  await me.later(2);
  await me.run();
  const refresh = () => me.call(`/api/analytics/refresh/?${month()}`, 'POST');
  const state = async () => (await me.call(`/api/analytics/refresh/?${month()}`)).body;
  const { body: soon } = await refresh();
  expect(soon).toMatchObject({ posts: 0, channels: 0 });
  expect(Date.parse(soon.refreshable_at ?? '') - Date.parse(soon.read_at ?? '')).toBe(600_000);
  await app.database.query(
    `update publication_figures set read_at = read_at - interval '11 minutes'
     where publication_id = $1`,
    [me.id],
  );
  await app.database.query(
    'update channel_readings set paused_until = null where channel_id = $1',
    [me.channel],
  );
  expect(await state()).toMatchObject({ posts: 0, refreshable_at: null });
  const { body: begun } = await refresh();
  expect(begun).toMatchObject({ posts: 1, channels: 1 });
  await eventually(async () => expect((await state()).posts).toBe(0), 30_000);
  expect((await me.figures()).readings).toHaveLength(2);

  // Paid by the day: not again before the next one.
  await app.database.query(`update channels set network = 'x' where id = $1`, [me.channel]);
  await app.database.query(
    `update publication_figures set read_at = now() - interval '1 second'
     where publication_id = $1`,
    [me.id],
  );
  expect(await state()).toMatchObject({ read_at: null, refreshable_at: null });
  await app.database.query(
    'insert into reading_budgets (workspace_id, monthly_limit) values ($1, 1000000)',
    [await workspaceOf(app, me.folder)],
  );
  const paid = await state();
  expect(Date.parse(paid.refreshable_at ?? '') % (24 * 3600_000)).toBe(0);
  await app.database.query(`update channels set network = 'practice' where id = $1`, [me.channel]);
});

import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publishedOn } from '../../../testing/read-posts.ts';
import { release, takeChannel } from './figures.sql.ts';

const app = useApp();
const HOUR = 3600_000;

const published = (texts?: string[]) => publishedOn(app, texts);

test('a post is read an hour after it was published, and then along its ladder', async () => {
  const me = await published();
  const before = await me.figures();
  expect(before).toMatchObject({ state: 'waiting', read_at: null, metrics: {}, readings: [] });
  const dueIn = Date.parse(before.next_at ?? '') - Date.parse(before.published_at);
  expect(Math.abs(dueIn - HOUR)).toBeLessThan(60_000);
  await me.later(1);
  await me.run();
  const first = await me.figures();
  expect(first.state).toBe('read');
  expect(first.metrics.views).toBeGreaterThan(0);
  // The second part replies to the first, which is no comment.
  expect(first.metrics.comments).toBe(0);
  expect(first.readings).toHaveLength(1);
  await me.later(5);
  await me.run();
  const second = await me.figures();
  expect(second.readings).toHaveLength(2);
  expect(second.metrics.views).toBeGreaterThan(first.metrics.views ?? 0);
  const { rows } = await app.database.query('select * from channel_days where channel_id = $1', [
    me.channel,
  ]);
  expect(rows).toMatchObject([{ followers: 114, posts: 2 }]);
});

test('what a post had after a day is stored once', async () => {
  const me = await published(['Only']);
  const stored = async () => {
    const query =
      'select latest, after_day, after_week from publication_figures where publication_id = $1';
    return (await app.database.query(query, [me.id])).rows[0];
  };
  await me.later(1);
  await me.run();
  expect(await stored()).toMatchObject({ after_day: null, after_week: null });
  await me.later(23);
  await me.run();
  const day = await stored();
  expect(day.after_day).toEqual(day.latest);
  await me.later(24);
  await me.run();
  const next = await stored();
  expect(next.after_day).toEqual(day.after_day);
  expect(next.latest).not.toEqual(day.latest);
  expect(next.after_week).toBeNull();
});

test('what is read for the first time long after its publication is not compared', async () => {
  const me = await published();
  await me.later(80 * 24);
  await me.run();
  const query = 'select latest, after_day, after_week, after_four_weeks from publication_figures';
  const { rows } = await app.database.query(`${query} where publication_id = $1`, [me.id]);
  expect(rows).toMatchObject([{ after_day: null, after_week: null, after_four_weeks: null }]);
  expect(rows[0].latest.views).toBeGreaterThan(0);
});

test('a metric that the network leaves out is absent, and the others are read', async () => {
  const me = await published(['Only']);
  await me.behave({ figures: 'fewer' });
  await me.later(1);
  await me.run();
  expect(Object.keys((await me.figures()).metrics).sort()).toEqual(['comments', 'reactions']);
});

test('without the permission the channel goes on publishing, and figures say so', async () => {
  const me = await published(['Only']);
  await me.behave({ figures: 'permission' });
  await me.later(1);
  await me.run();
  expect(await me.figures()).toMatchObject({ state: 'permission', next_at: null });
  const { body: channels } = await me.call('/api/channels/');
  expect(channels[0]).toMatchObject({ state: 'connected' });
  const lacking = async () => (await me.call('/api/analytics/permissions/')).body.channels;
  expect(await lacking()).toEqual([me.channel]);
  const again = await me.write({ content: 'Still published' });
  await me.until(await me.publish(again.id), 'published');
  await me.behave({});
  await practice.reconnect(me.call, me.channel);
  await app.database.query('update reading_plans set next_at = now() where publication_id = $1', [
    me.id,
  ]);
  await me.run();
  expect(await me.figures()).toMatchObject({ state: 'read' });
  expect(await lacking()).toEqual([]);
});

test('a network that asks for a pause gets one, and then another that is longer', async () => {
  const me = await published(['Only']);
  const pause = async () => {
    const query = `select failures, extract(epoch from paused_until - now())::integer as seconds
      from channel_readings where channel_id = $1`;
    return (await app.database.query(query, [me.channel])).rows[0];
  };
  await me.behave({ figures: 'unavailable' });
  await me.later(1);
  await me.run();
  const first = await pause();
  await me.later(1);
  await me.run();
  const second = await pause();
  expect([first.failures, second.failures]).toEqual([1, 2]);
  expect(second.seconds).toBeGreaterThan(1.5 * first.seconds);
  await me.behave({});
  await me.later(1);
  await me.run();
  expect(await me.figures()).toMatchObject({ state: 'read' });
  // It rests after each turn.
  expect(await pause()).toMatchObject({ failures: 0, seconds: expect.closeTo(60, -1) });
});

test('a post that the network does not have is gone a day later, with what it had', async () => {
  const me = await published(['Only']);
  await me.later(1);
  await me.run();
  const { metrics } = await me.figures();
  await app.database.query("delete from practice_posts where content = 'Only'");
  await me.later(5);
  await me.run();
  expect(await me.figures()).toMatchObject({ state: 'read', metrics });
  await me.later(20);
  await me.run();
  expect(await me.figures()).toMatchObject({ state: 'gone', next_at: null, metrics });
});

test('what was deleted from here is not read any more', async () => {
  const me = await published(['Only']);
  await me.call(`/api/publications/${me.id}/delete-remote/`, 'POST');
  await me.later(1);
  await me.run();
  expect((await me.call(me.path)).body.publications).toEqual([]);
  const { rows } = await app.database.query(
    `select next_at, (select count(*)::integer from readings where publication_id = $1) as readings
      from reading_plans where publication_id = $1`,
    [me.id],
  );
  expect(rows).toEqual([{ next_at: null, readings: 0 }]);
});

test('figures can be read again by hand, once in ten minutes', async () => {
  const me = await published();
  const first = await me.call(`${me.path}refresh/`, 'POST');
  expect(first.status).toBe(200);
  expect(first.body.publications[0]?.readings).toHaveLength(1);
  expect(Date.parse(first.body.refreshable_at ?? '')).toBeGreaterThan(Date.now() + 9 * 60_000);
  const again = await me.call(`${me.path}refresh/`, 'POST');
  expect([again.status, again.body.detail]).toEqual([
    409,
    'The figures were read less than 10 minutes ago. Try again later.',
  ]);
});

test('the clock of the database says when figures were read, and whether that is too soon', async () => {
  const me = await published(['Only']);
  await app.clock.wrong(-HOUR, async () => {
    expect((await me.call(`${me.path}refresh/`, 'POST')).status).toBe(200);
  });
  const { read_at } = await me.figures();
  expect(Math.abs(Date.parse(read_at ?? '') - Date.now())).toBeLessThan(60_000);
  await app.clock.wrong(11 * 60_000, async () => {
    expect((await me.call(`${me.path}refresh/`, 'POST')).status).toBe(409);
  });
  expect((await me.figures()).readings).toHaveLength(1);
});

test('a network that asked for a pause is not asked by hand', async () => {
  const me = await published(['Only']);
  await me.behave({ figures: 'rate_limit' });
  await me.later(1);
  await me.run();
  await me.behave({});
  const { status, body } = await me.call(`${me.path}refresh/`, 'POST');
  expect([status, body.detail]).toEqual([503, 'The network asks for a pause.']);
});

test('a permission that is missing by hand is shown with the channel', async () => {
  const me = await published(['Only']);
  await me.behave({ figures: 'permission' });
  const { status, body } = await me.call(`${me.path}refresh/`, 'POST');
  expect([status, body]).toMatchObject([
    200,
    { failed: [me.id], publications: [{ state: 'permission' }] },
  ]);
  expect((await me.call('/api/analytics/permissions/')).body.channels).toEqual([me.channel]);
});

test('a network that does not respond is named to who reads by hand', async () => {
  const me = await published(['Only']);
  await me.behave({ figures: 'unavailable' });
  const { status, body } = await me.call(`${me.path}refresh/`, 'POST');
  expect([status, body.detail]).toEqual([503, 'The practice network is unavailable.']);
});

test('figures belong to the workspace', async () => {
  const [me, other] = [await published(['Only']), await writer(app)];
  expect((await app.get(me.path, other.token)).status).toBe(404);
  expect((await app.post(`${me.path}refresh/`, {}, other.token)).status).toBe(404);
});

test('a turn that outlives its lease does not end that of the next process', async () => {
  const me = await published(['Only']);
  await me.later(1);
  const { database } = app;
  const take = async () => {
    const networks = ['practice'];
    const [due] = await takeChannel(database, { networks, seconds: 180, paid: [], paidDays: 1 });
    expect(due?.id).toBe(me.channel);
    return due?.until ?? '';
  };
  const end = async (until: string) => {
    const outcome = { pauseSeconds: 60, failures: 0, lacksPermission: false };
    await release(database, { channel: me.channel, until, ...outcome });
    const { rows } = await database.query(
      'select leased_until from channel_readings where channel_id = $1',
      [me.channel],
    );
    return rows[0].leased_until;
  };
  const first = await take();
  await database.query('update channel_readings set leased_until = now() where channel_id = $1', [
    me.channel,
  ]);
  const second = await take();
  expect(await end(first)).toBe(second);
  expect(await end(second)).toBeNull();
});

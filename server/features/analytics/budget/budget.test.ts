import { afterAll, expect, test } from 'vitest';
import { colleague, useApp, workspaceOf } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { environmentOf } from '../../../testing/networks/network.ts';
import { startXNetwork } from '../../../testing/networks/x.ts';
import { publisherOn } from '../../../testing/publishing.ts';
import { NetworkError } from '../../networks/networks.service.ts';
import { withinBudget } from './budget.service.ts';
import { reserve, stop } from './budget.sql.ts';

/** What reading costs on the network that charges for it. */

const network = await startXNetwork();
afterAll(() => network.stop());
const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', ...environmentOf(network) });
const PATH = '/api/analytics/budget/';

/** The owner of a workspace, whose thread of two parts is published. */
async function published() {
  const me = await publisherOn(app, network);
  const item = await me.thread([`First ${me.channel}`, `Second ${me.channel}`]);
  const id = await me.publish(item);
  await me.until(id, 'published');
  const budget = async () => (await me.call(PATH)).body;
  const limit = (amount: number | null) => me.call(PATH, 'PUT', { limit: amount });
  const figures = async () => {
    const { body } = await me.call(`/api/content/items/${item}/figures/`);
    return { ...body.publications[0], refreshable_at: body.refreshable_at };
  };
  const refresh = () => me.call(`/api/content/items/${item}/figures/refresh/`, 'POST');
  /** Runs the job with everything due, until nothing is that may be read. */
  const run = async () => {
    await app.database.query('update reading_plans set next_at = now() where channel_id = $1', [
      me.channel,
    ]);
    await app.database.query(
      'update channel_readings set paused_until = null where channel_id = $1',
      [me.channel],
    );
    const [{ count: before }] = (
      await app.database.query(
        "select count(*) from jobs.job where name = 'figures.read' and state = 'completed'",
      )
    ).rows;
    await app.database.query("insert into jobs.job (name) values ('figures.read')");
    await eventually(async () => {
      const { rows } = await app.database.query(
        "select count(*) from jobs.job where name = 'figures.read' and state = 'completed'",
      );
      if (rows[0].count === before) throw new Error('not run yet');
    }, 30_000);
  };
  /** As if all that happened had been a day earlier. */
  const nextDay = async () => {
    const query =
      "update readings set read_at = read_at - interval '1 day' where publication_id = $1";
    await app.database.query(query, [id]);
  };
  return { ...me, id, item, budget, limit, figures, refresh, run, nextDay };
}

test('nothing is read, and nothing is paid, before an owner sets a limit', async () => {
  const me = await published();
  network.charges.clear();
  await me.run();
  expect(network.charges.size).toBe(0);
  expect(await me.figures()).toMatchObject({ state: 'not_offered' });
  expect(await me.budget()).toMatchObject({
    network: 'x',
    limit: null,
    spent: 0,
    stopped_until: null,
    estimate: { parts: 2, days: 5, parts_cost: 0.05, accounts: 1, accounts_cost: 0.043 },
  });
});

test('readings of one day are charged once, and their price is counted', async () => {
  const me = await published();
  network.charges.clear();
  expect((await me.limit(5)).body).toMatchObject({ limit: 5, spent: 0 });
  await me.run();
  expect(await me.figures()).toMatchObject({
    state: 'read',
    metrics: { comments: 0, shares: 4, link_clicks: 8 },
  });
  expect(network.charges.size).toBe(2);
  // Two parts and an account.
  expect((await me.budget()).spent).toBe(0.02);
  await me.run();
  expect((await me.budget()).spent).toBe(0.02);
  await me.nextDay();
  await me.run();
  expect((await me.budget()).spent).toBe(0.03);
  const { body } = await me.call(`/api/analytics/posts/${me.item}/`);
  expect(body.publications[0]?.readings_cost).toBe(0.02);
});

test('a limit that is reached stops reading until the next month, and a higher one goes on', async () => {
  const me = await published();
  await me.limit(0.01);
  await me.run();
  // The account costs more than is left.
  const stopped = await me.budget();
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  expect(stopped).toMatchObject({
    limit: 0.01,
    spent: 0.01,
    stopped_until: next.toISOString().slice(0, 10),
  });
  await me.nextDay();
  network.charges.clear();
  await me.run();
  expect(network.charges.size).toBe(0);
  expect(await me.figures()).toMatchObject({ state: 'read' });
  expect((await me.limit(1)).body).toMatchObject({ limit: 1, stopped_until: null });
  await me.run();
  expect((await me.budget()).spent).toBe(0.03);
});

test('a network that asks for payment is not asked again in this month', async () => {
  const me = await published();
  await me.limit(1);
  network.options.credits = false;
  await me.run();
  network.options.credits = true;
  expect(await me.budget()).toMatchObject({ spent: 0, stopped_until: expect.any(String) });
  expect((await me.call('/api/channels/')).body[0]).toMatchObject({ state: 'connected' });
});

test('what two processes reserve at once is never more than the limit', async () => {
  const me = await published();
  await me.limit(0.03);
  const workspaceId = await workspaceOf(app, me.folder);
  const all = await Promise.all(
    Array.from({ length: 20 }, () => reserve(app.database, { workspaceId, price: 5 })),
  );
  expect(all.filter((rows) => rows.length > 0)).toHaveLength(6);
});

test('a limit that was raised meanwhile is not stopped', async () => {
  const me = await published();
  await me.limit(0.03);
  const workspaceId = await workspaceOf(app, me.folder);
  const stoppedAt = async (price: number | null) => {
    await stop(app.database, { workspaceId, price });
    return (await me.budget()).stopped_until;
  };
  expect(await stoppedAt(30)).toBeNull();
  expect(await stoppedAt(31)).toEqual(expect.any(String));
  await me.limit(1);
  expect(await stoppedAt(null)).toEqual(expect.any(String));
});

test.each([
  ['unreachable', 0],
  ['503', 0],
  ['403', 0],
  ['shape 503', 0],
  ['timeout', 0.01],
  ['broken', 0.01],
  ['too_large', 0.01],
  ['shape 200', 0.01],
])('of a call that fails with %j, %d is charged', async (code, spent) => {
  const me = await publisherOn(app, network);
  await me.call(PATH, 'PUT', { limit: 1 });
  const call = () => Promise.reject(new NetworkError('transient', code, 'It fails'));
  const workspaceId = await workspaceOf(app, me.folder);
  await expect(withinBudget(app.database, workspaceId, 10, call, () => 10)).rejects.toThrow();
  expect((await me.call(PATH)).body.spent).toBe(spent);
});

test('an outage costs nothing, and what was charged before it is kept', async () => {
  const me = await published();
  await me.limit(1);
  network.options.failing = 'own';
  expect((await me.refresh()).status).toBe(503);
  expect((await me.budget()).spent).toBe(0);
  network.options.failing = 'public';
  const [, second] = await me.posts();
  network.options.old = [second?.id ?? ''];
  const { status } = await me.refresh();
  network.options.failing = undefined;
  network.options.old = [];
  expect(status).toBe(200);
  expect((await me.budget()).spent).toBe(0.01);
});

test('by hand it is read once a day', async () => {
  const me = await published();
  await me.limit(1);
  expect((await me.refresh()).status).toBe(200);
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10);
  expect((await me.figures()).refreshable_at).toBe(`${tomorrow}T00:00:00.000Z`);
  expect((await me.refresh()).status).toBe(409);
});

test('a post whose clicks are not told any more keeps its other figures', async () => {
  const me = await published();
  await me.limit(1);
  const own = await me.posts();
  network.options.old = own.map(({ id }) => id);
  const { body } = await me.refresh();
  network.options.old = [];
  expect(body.publications[0]).toMatchObject({ state: 'read', metrics: { shares: 4 } });
  expect(body.publications[0]?.metrics).not.toHaveProperty('link_clicks');
});

test('parts that are past the last reading are not paid for when reading is switched on', async () => {
  const me = await published();
  await app.database.query(
    "update publication_parts set sent_at = sent_at - interval '40 days' where publication_id = $1",
    [me.id],
  );
  await me.limit(1);
  const { rows } = await app.database.query(
    'select next_at from reading_plans where publication_id = $1',
    [me.id],
  );
  expect(rows).toEqual([{ next_at: null }, { next_at: null }]);
});

test('an owner alone sets the limit, which is recorded, and others see it', async () => {
  const me = await published();
  await me.limit(2.5);
  const { body } = await me.call('/api/content/audit-logs/');
  expect(body[0]).toMatchObject({
    object_type: 'workspace',
    changes: { reading_limit: { before: null, after: 2.5 } },
  });
  const viewer = await colleague(app, me.folder, 'viewer');
  expect((await viewer.call(PATH)).body).toMatchObject({ limit: 2.5 });
  const admin = await colleague(app, me.folder, 'admin');
  const refused = await admin.call(PATH, 'PUT', { limit: 9 });
  expect(refused.status).toBe(403);
});

test.each([0, -1, 0.001, 10_001, '5'])('%s is no limit', async (limit) => {
  const me = await publisherOn(app, network);
  const { status, body } = await me.call(PATH, 'PUT', { limit } as never);
  expect([status, body]).toMatchObject([400, { limit: expect.any(Array) }]);
});

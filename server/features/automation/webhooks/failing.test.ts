import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { useReceiver } from '../../../testing/webhook-receiver.ts';

/** Receivers that fail, and what becomes of their endpoints. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
const hooks = useReceiver(app);
const { answers, listener, hurry } = hooks;

const deliveryPath = (id: number | undefined) =>
  `/api/webhooks/deliveries/${id}/` as '/api/webhooks/deliveries/:id/';

const failuresOf = async (id: number) =>
  (await app.database.query('select failures from webhooks where id = $1', [id])).rows[0].failures;

test.each([410, 500, 204])(
  'an answer of %s of a former address says nothing of the present one, which is asked',
  async (status) => {
    const { token, write, path, one, deliveries, webhook } = await listener(['post.created']);
    let hanging: ServerResponse | undefined;
    answers[path] = (response) => {
      hanging = response;
    };
    // It has failed before, and has one attempt left.
    await write({ content: 'A text' });
    await eventually(() => expect(hanging).toBeDefined());
    await app.database.query('update webhook_deliveries set tries_left = 1 where webhook_id = $1', [
      webhook.id,
    ]);
    const better = `/better-${status}`;
    answers[better] = (response) => response.writeHead(500).end();
    const fields = { name: 'Mended', url: hooks.base + better, events: ['post.created'] };
    expect((await app.put(one, fields, token)).body).toMatchObject({ state: 'on' });
    hanging?.writeHead(status).end();
    await eventually(async () => {
      expect(hooks.received.filter((entry) => entry.path === better)).toHaveLength(1);
      expect((await app.get(deliveries, token)).body.results[0]?.attempts).toBe(2);
    });
    expect((await app.get(one, token)).body).toMatchObject({ state: 'on', off_reason: null });
    expect(await failuresOf(webhook.id)).toBe(1);
  },
);

test('what is sent by hand is sent now, however long the receiver asked to be left alone', async () => {
  const { token, write, path, one, deliveries, mine } = await listener(['post.created']);
  const hold = async (count: number) => {
    answers[path] = (response) => response.writeHead(503, { 'retry-after': '86400' }).end();
    await app.post(`${one}example/`, { type: 'post.created' }, token);
    await eventually(async () => {
      expect(mine()).toHaveLength(count);
      expect((await app.get(deliveries, token)).body.waiting).toBe(0);
    });
    delete answers[path];
  };
  await hold(1);
  const { body: list } = await app.get(deliveries, token);
  await app.post(`${deliveryPath(list.results[0]?.id)}again/`, {}, token);
  await eventually(() => expect(mine()).toHaveLength(2));
  await hold(3);
  await app.post(`${one}example/`, { type: 'post.created' }, token);
  await eventually(() => expect(mine()).toHaveLength(4));
  await hold(5);
  await app.post(`${one}again/`, { since: '2026-01-01' }, token);
  // Two have failed so far.
  await eventually(() => expect(mine()).toHaveLength(7));
  await write({ content: 'The next one' });
  await eventually(() => expect(mine()).toHaveLength(8));
});

test('Retry-After holds all that waits for an hour at most, and only with an answer that is about all of it', async () => {
  const { token, path, one, deliveries } = await listener(['post.created']);
  const heldFor = async (status: number, count: number) => {
    answers[path] = (response) => response.writeHead(status, { 'retry-after': '86400' }).end();
    await app.post(`${one}example/`, { type: 'post.created' }, token);
    await eventually(async () =>
      expect((await app.get(deliveries, token)).body.failed).toBe(count),
    );
    const { rows } = await app.database.query(
      `select coalesce(extract(epoch from held_until - now()), 0)::float as held
       from webhooks where url = $1`,
      [hooks.base + path],
    );
    return Math.round(rows[0].held / 60);
  };
  expect(await heldFor(404, 1)).toBe(0);
  expect(await heldFor(503, 2)).toBe(60);
});

test('people are told a day before an endpoint is turned off', async () => {
  const { token, write, path, one, webhook } = await listener(['post.created']);
  const told = async () =>
    (await app.get('/api/notifications/', token)).body.results.map(({ kind }) => kind);
  const daysAgo = (column: string, days: number) =>
    app.database.query(
      `update webhooks set ${column} = now() - make_interval(days => $2) where id = $1`,
      [webhook.id, days],
    );
  answers[path] = (response) => response.writeHead(500).end();
  // One call failed, and nothing happened for six days.
  await app.post(`${one}example/`, { type: 'post.created' }, token);
  await eventually(async () => expect(await failuresOf(webhook.id)).toBe(1));
  await daysAgo('failing_since', 6);
  await write({ content: 'Down for a moment' });
  await eventually(async () => expect(await failuresOf(webhook.id)).toBe(2));
  expect((await app.get(one, token)).body.state).toBe('on');
  expect(await told()).toEqual(['webhook_failing']);
  await hurry();
  await eventually(async () => expect(await failuresOf(webhook.id)).toBe(3));
  expect((await app.get(one, token)).body.state).toBe('on');
  await daysAgo('told_at', 1);
  await hurry();
  await eventually(async () => expect((await app.get(one, token)).body.state).toBe('off'));
  expect(await told()).toEqual(['webhook_off', 'webhook_failing']);
});

test('another address is told of anew', async () => {
  const { token, write, path, one, webhook } = await listener(['post.created']);
  answers[path] = (response) => response.writeHead(500).end();
  await app.database.query(
    "update webhooks set failing_since = now() - interval '6 days', told_at = now() - interval '5 days' where id = $1",
    [webhook.id],
  );
  const url = `${hooks.base}${path}?again`;
  answers[`${path}?again`] = (response) => response.writeHead(500).end();
  await app.put(one, { name: 'Moved', url, events: ['post.created'] }, token);
  await write({ content: 'A text' });
  await eventually(async () => expect(await failuresOf(webhook.id)).toBe(1));
  await app.database.query(
    "update webhooks set failing_since = now() - interval '6 days' where id = $1",
    [webhook.id],
  );
  await hurry();
  await eventually(async () => expect(await failuresOf(webhook.id)).toBe(2));
  expect((await app.get(one, token)).body.state).toBe('on');
});

test('a delivery keeps its latest attempts', async () => {
  const { token, deliveries, write, mine } = await listener(['post.created']);
  await write({ content: 'A text' });
  await eventually(() => expect(mine()).toHaveLength(1));
  const { body: list } = await eventually(async () => {
    const response = await app.get(deliveries, token);
    expect(response.body.results[0]?.state).toBe('accepted');
    return response;
  });
  const delivery = list.results[0]?.id;
  await app.database.query(
    `insert into webhook_attempts (delivery_id, began_at, ms, status, type, size, text)
     select $1, now(), 1, 500, 'text/plain', 4096, repeat('x', 4096) from generate_series(1, 500)`,
    [delivery],
  );
  const tries = async () => (await app.get(deliveryPath(delivery), token)).body.tries;
  expect(await tries()).toHaveLength(30);
  await app.post(`${deliveryPath(delivery)}again/`, {}, token);
  await eventually(async () => expect((await tries()).at(-1)?.status).toBe(204));
  const { rows } = await app.database.query(
    'select count(*)::integer as count from webhook_attempts where delivery_id = $1',
    [delivery],
  );
  expect(rows[0].count).toBe(30);
});

test('an endpoint whose secret cannot be opened fails, and says why', async () => {
  const { token, write, one, deliveries, webhook, mine } = await listener(['post.created']);
  await app.database.query("update webhooks set secret = 'v1.nonsense' where id = $1", [
    webhook.id,
  ]);
  await write({ content: 'A text' });
  await eventually(async () =>
    expect((await app.get(one, token)).body.failing_since).not.toBeNull(),
  );
  expect((await app.get(deliveries, token)).body.results[0]).toMatchObject({
    state: 'waiting',
    error: 'Its secret can’t be read: make a new one.',
  });
  expect(mine()).toHaveLength(0);
  // The former one, which is sealed with another SECRET as well, is left out.
  await app.post(`${one}secret/`, {}, token);
  await hurry();
  await eventually(() => expect(mine()).toHaveLength(1));
});

test('an answer of 2xx counts, also where its body breaks', async () => {
  const { token, write, path, deliveries } = await listener(['post.created']);
  answers[path] = (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('Broken', () => response.destroy());
  };
  await write({ content: 'A text' });
  await eventually(async () =>
    expect((await app.get(deliveries, token)).body.results).toMatchObject([
      { state: 'accepted', status: 200, attempts: 1 },
    ]),
  );
});

test('what is sent by hand during a call that fails is sent now', async () => {
  const { token, write, path, mine, deliveries, webhook } = await listener(['post.created']);
  let hanging: ServerResponse | undefined;
  answers[path] = (response) => {
    hanging ??= response;
  };
  await write({ content: 'A text' });
  // The next attempt by itself would be hours away.
  await app.database.query('update webhook_deliveries set tries_left = 5 where webhook_id = $1', [
    webhook.id,
  ]);
  await eventually(() => expect(hanging).toBeDefined());
  const { body } = await app.get(deliveries, token);
  await app.post(`${deliveryPath(body.results[0]?.id)}again/`, {}, token);
  delete answers[path];
  hanging?.writeHead(404).end();
  await eventually(() => expect(mine()).toHaveLength(2));
});

test('what failed is sent again once, by several requests at a time', async () => {
  const { token, one, mine, webhook } = await listener(['post.created']);
  await app.database.query(
    `with events as (
       insert into webhook_events (workspace_id, type, subject_id, about, due_at, taken_at, body)
       select workspace_id, 'post.created', n, '{}', now(), now(), '{}'
       from webhooks, generate_series(1, 50) n where webhooks.id = $1 returning id, workspace_id)
     insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at, state, ended_at, tries_left)
     select workspace_id, $1, id, null, 'failed', now(), 0 from events`,
    [webhook.id],
  );
  const again = () => app.post(`${one}again/`, { since: '2026-01-01' }, token);
  const counts = (await Promise.all([again(), again(), again(), again()])).map(
    ({ body }) => body.count,
  );
  expect(counts.toSorted()).toEqual([0, 0, 0, 50]);
  await eventually(async () => expect((await app.get(one, token)).body.waiting).toBe(0));
  expect(mine()).toHaveLength(50);
});

test('endpoints that do not answer take four places of each workspace, and delay no other', async () => {
  const slow: ServerResponse[] = [];
  const others = await Promise.all(Array.from({ length: 26 }, () => writer(app)));
  await Promise.all(
    others.flatMap((me) =>
      Array.from({ length: 5 }, async () => {
        const { path } = await hooks.addTo(me, ['post.created']);
        answers[path] = (response) => void slow.push(response);
      }),
    ),
  );
  const { write, mine } = await listener(['post.created']);
  await Promise.all(others.map((me) => me.write({ content: 'A text' })));
  // All places for endpoints of which nothing is known.
  await eventually(() => expect(slow.length).toBeGreaterThanOrEqual(100));
  await write({ content: 'Quick' });
  await eventually(() => expect(mine()).toHaveLength(1));
  // None of those calls has ended, and no other of the endpoints was called.
  expect(slow.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(slow.length).toBeLessThanOrEqual(104);
  await app.database.query("update webhooks set state = 'paused' where state = 'on'");
  for (const response of slow) response.writeHead(204).end();
});

test('an endpoint that takes long is known as slow until it answers quickly again', async () => {
  const { write, path, webhook } = await listener(['post.created']);
  const isSlow = async () =>
    (await app.database.query('select is_slow from webhooks where id = $1', [webhook.id])).rows[0]
      .is_slow;
  answers[path] = (response) => void setTimeout(() => response.writeHead(204).end(), 2100);
  await write({ content: 'Slow' });
  await eventually(async () => expect(await isSlow()).toBe(true));
  delete answers[path];
  await write({ content: 'Quick' });
  await eventually(async () => expect(await isSlow()).toBe(false));
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What a pause holds of what was begun: whatever is known to be nowhere. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let network: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  network = await startMastodon({ keys: 'ignored' });
});
afterAll(() => network.stop());

const HOW = {
  'was limited': async () => ({ status: 429, headers: {}, body: { error: 'Too many' } }),
  'met a server that is down': async () => ({ status: 500, body: { error: 'Down' } }),
  'lost its connection': async () => undefined,
};

async function start() {
  const me = await publisherOn(app, network);
  const pause = async () =>
    expect((await me.call('/api/pause/', 'PUT', { reason: 'We wait.' })).status).toBe(200);
  const pauseQueue = async (paused: boolean) =>
    expect(
      (await me.call(`/api/channels/${me.channel}/queue/pause/`, 'POST', { paused })).status,
    ).toBe(200);
  const slots = [1, 3, 5].map((weekday) => ({ weekday, time: '09:00' }));
  await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots });
  const held = async () =>
    (await me.call('/api/pause/held/')).body.map(({ publication }) => publication.id);
  const resume = (...decisions: object[]) => me.call('/api/pause/resume/', 'POST', { decisions });
  const texts = async () => (await me.posts()).map(({ content }) => content);
  /** As if the time had passed that it waits. */
  const passTime = async (id: number) => {
    await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
    await app.database.query(
      'update publications set next_attempt_at = now() where id = $1 and next_attempt_at is not null',
      [id],
    );
  };
  const whereabouts = async (id: number) =>
    (await app.database.query('select whereabouts($1) as found', [id])).rows[0].found;
  /** Waits until it was begun; the worker has stored what came of the call. */
  const beginAndFail = async (how: keyof typeof HOW, queued = false) => {
    let calls = 0;
    network.intercept(() => {
      calls++;
      return HOW[how]();
    });
    const { id: item } = await me.write({ content: 'Held' });
    const id = await me.publish(item, { at: queued ? 'queue' : null });
    if (queued)
      await app.database.query(
        'update publications set due_at = now(), next_attempt_at = now() where id = $1',
        [id],
      );
    await eventually(async () => {
      const last = (await me.get(id)).content[0]?.attempts.at(-1);
      expect([last?.step, last?.ended_at === null]).toEqual(['send', false]);
    });
    const settle = () =>
      eventually(async () => {
        await passTime(id);
        expect(await whereabouts(id)).toBe('nowhere');
      });
    return { id, settle, calls: () => calls };
  };
  /** The worker of the channel has been there: another post of it is out. */
  const isVisited = async () => {
    const other = await publisherOn(app, network);
    await other.until(
      await other.publish((await other.write({ content: 'Elsewhere' })).id),
      'published',
    );
  };
  return { ...me, pause, pauseQueue, held, resume, texts, passTime, beginAndFail, isVisited };
}

describe.each(Object.keys(HOW) as (keyof typeof HOW)[])('what %s', (how) => {
  test('is looked for during a pause of everything, and held', async () => {
    const me = await start();
    const { id, settle, calls } = await me.beginAndFail(how);
    await me.pause();
    await settle();
    const before = calls();
    network.intercept(undefined);
    await me.passTime(id);
    await me.isVisited();
    expect(await me.held()).toEqual([id]);
    expect(await me.get(id)).toMatchObject({ state: 'publishing', held: true, sent: 0 });
    expect((await me.call('/api/pause/')).body.pause).toMatchObject({ held: 1 });
    expect([calls(), await me.texts()]).toEqual([before, []]);
    expect((await me.resume({ publication: id, do: 'now' })).body).toEqual({
      pause: null,
      stays: [],
    });
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Held']);
  });

  test('is held where its queue is paused, and gets the next slot after it', async () => {
    const me = await start();
    const { id, settle, calls } = await me.beginAndFail(how, true);
    await me.pauseQueue(true);
    await settle();
    const before = calls();
    network.intercept(undefined);
    await me.passTime(id);
    await me.isVisited();
    expect(await me.get(id)).toMatchObject({ state: 'publishing', held: true, sent: 0 });
    expect([calls(), await me.texts()]).toEqual([before, []]);
    await me.pauseQueue(false);
    const moved = await me.get(id);
    expect(moved).toMatchObject({ state: 'scheduled', queued: true, held: false });
    expect(Date.parse(moved.due_at)).toBeGreaterThan(Date.now());
    await me.passTime(id);
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Held']);
  });
});

test('what may be there is no part of a decision, and is not in the list', async () => {
  const me = await start();
  const { id } = await me.beginAndFail('lost its connection');
  await me.pause();
  await app.database.query(
    "update publications set next_attempt_at = now() + interval '1 hour' where id = $1",
    [id],
  );
  // Whatever the worker has found since.
  await app.database.query(
    `insert into publication_attempts (publication_id, position, step, clearance_id)
     select publication_id, 0, 'send', max(id) from clearances where publication_id = $1 group by 1`,
    [id],
  );
  expect(await me.held()).toEqual([]);
  const { status, body } = await me.resume({ publication: id, do: 'leave' });
  expect([status, body.detail]).toEqual([
    409,
    'No longer held: ‘Held’ (Mastodon). Look at the rest again.',
  ]);
  const cancelled = await me.call(`/api/publications/${id}/`, 'DELETE');
  expect(cancelled.status).toBe(409);
  network.intercept(undefined);
});

test('what a restored copy looks for during a pause is held once it is not there', async () => {
  const me = await start();
  network.intercept(undefined);
  await me.until(await me.publish((await me.write({ content: 'An older post' })).id), 'published');
  for (const status of network.statuses)
    status.created_at = new Date(Date.now() - 3_600_000).toISOString();
  const { id, settle, calls } = await me.beginAndFail('was limited');
  network.intercept(undefined);
  await app.database.query(
    `update publications set copied_at = now() - interval '10 minutes' where id = $1`,
    [id],
  );
  // As if its original had begun it.
  await app.database.query(
    `insert into publication_attempts (publication_id, position, step, ended_at, outcome, code)
     values ($1, 0, 'send', now(), 'unknown', 'copied')`,
    [id],
  );
  await me.pause();
  await settle();
  await me.isVisited();
  expect([await me.held(), calls(), await me.texts()]).toEqual([[id], 1, ['An older post']]);
});

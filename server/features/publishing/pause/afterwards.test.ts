import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn, runAfterwards } from '../../../testing/publishing.ts';

/** What was to be done afterwards while all publishing was paused. */

const app = useApp();

type Me = Awaited<ReturnType<typeof publisherOn>>;

/** What is due while publishing is paused: a repost of each of two posts. */
async function paused() {
  const me = await publisherOn(app, practice);
  const made: number[] = [];
  for (const text of ['First', 'Second']) {
    const id = await me.publish(await me.thread([text]), {
      afterwards: { [me.channel]: [{ kind: 'repost', hours: 2 }] },
    });
    await me.until(id, 'published');
    made.push(id);
  }
  await me.call('/api/pause/', 'PUT', { reason: 'Something happened', ends_at: null });
  await app.database.query(
    `update afterwards set due_at = now(), next_attempt_at = now() where publication_id = any($1)`,
    [made],
  );
  await runAfterwards(app);
  return { me, made };
}

const held = async (me: Me) => (await me.call('/api/pause/held/afterwards/')).body;
const resume = (me: Me, afterwards: object[]) =>
  me.call('/api/pause/resume/', 'POST', { decisions: [], afterwards });
const statesOf = async (me: Me, ids: number[]) =>
  Promise.all(ids.map(async (id) => (await me.get(id)).afterwards[0]?.state));

test('It is listed with its post, and done or left as is decided', async () => {
  const { me, made } = await paused();
  expect((await me.call('/api/pause/')).body.pause).toMatchObject({ held: 0, held_afterwards: 2 });
  const [first, second] = await held(me);
  expect([first, second]).toMatchObject([
    { kind: 'repost', excerpt: 'First', held: true, network: 'practice' },
    { kind: 'repost', excerpt: 'Second', held: true },
  ]);
  const decisions = [
    { afterward: first?.id, do: 'now' },
    { afterward: second?.id, do: 'leave' },
  ];
  const { status, body } = await resume(me, decisions);
  expect([status, body]).toEqual([200, { pause: null, stays: [] }]);
  await me.untilAfterward(made[0] ?? 0, 'done');
  expect(await statesOf(me, made)).toEqual(['done', 'cancelled']);
  expect(await me.reposts()).toHaveLength(1);
  // Decided about already.
  expect((await resume(me, decisions)).status).toBe(409);
});

test('It waits for a decision when the pause ends by itself, or is ended without one', async () => {
  const { me, made } = await paused();
  await app.database.query(
    `update pauses set ends_at = now() where workspace_id =
       (select workspace_id from publications where id = $1)`,
    [made[0]],
  );
  await runAfterwards(app);
  expect(await statesOf(me, made)).toEqual(['waiting', 'waiting']);
  expect((await me.call('/api/pause/')).body.pause).toMatchObject({
    is_active: false,
    held_afterwards: 2,
  });
  const [first] = await held(me);
  expect((await resume(me, [{ afterward: first?.id, do: 'now' }])).status).toBe(200);
  await me.untilAfterward(made[0] ?? 0, 'done');
  expect(await held(me)).toHaveLength(1);
});

test('Nothing is decided about what no pause holds, twice, or of another workspace', async () => {
  const { me } = await paused();
  const [first] = await held(me);
  const other = await publisherOn(app, practice);
  await other.call('/api/pause/', 'PUT', { reason: 'Elsewhere', ends_at: null });
  expect((await resume(other, [{ afterward: first?.id, do: 'now' }])).status).toBe(409);
  const twice = [1, 2].map(() => ({ afterward: first?.id, do: 'now' }));
  expect((await resume(me, twice)).status).toBe(400);
  expect((await resume(me, [{ afterward: first?.id, do: 'move' }])).status).toBe(400);
  expect(await held(me)).toHaveLength(2);
});

test('A deletion whose worker died deletes nothing more during a pause', async () => {
  const me = await publisherOn(app, practice);
  const id = await me.publish(await me.thread(['First', 'Second']));
  await me.until(id, 'published');
  await me.addAfterwards(id, { kind: 'remove', days: 1, consent: true });
  await app.database.query(
    `with running as (update afterwards set state = 'running', due_at = now(), next_attempt_at = now()
       where publication_id = $1 returning id)
     insert into afterward_attempts (afterward_id, step) select id, 'remove' from running`,
    [id],
  );
  await me.call('/api/pause/', 'PUT', { reason: 'Something happened' });
  await runAfterwards(app);
  expect(await me.posts()).toHaveLength(2);
  const [removal] = await held(me);
  expect((await resume(me, [{ afterward: removal?.id, do: 'now' }])).status).toBe(200);
  await me.untilAfterward(id, 'done');
  expect(await me.posts()).toEqual([]);
});

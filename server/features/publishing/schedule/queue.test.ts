import { describe, expect, test } from 'vitest';
import { resolveLocal } from '#contract/times.ts';
import { colleague, start, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** Slots on each day at this time. */
const daily = (...times: string[]) =>
  times.flatMap((time) => WEEKDAYS.map((weekday) => ({ weekday, time })));

/** A member with a practice channel that has these slots. */
async function queueing(slots: { weekday: number; time: string }[]) {
  const me = await publisherOn(app, practice);
  const path = `/api/channels/${me.channel}` as const;
  const set = await me.call(`${path}/slots/`, 'PUT', { slots });
  expect(set.status).toBe(200);
  const queue = async () => (await me.call(`${path}/queue/`)).body;
  /** A new post in the queue. */
  const add = async (content = 'Queued') => {
    const { id } = await me.write({ content });
    return me.get(await me.publish(id, { at: 'queue' }));
  };
  const act = (what: 'order' | 'pause' | 'shuffle', body?: object) =>
    me.call(`${path}/queue/${what}/`, 'POST', body);
  return { ...me, queue, add, act };
}

/** As if this time were that of a publication. */
const setDue = (id: number, due: string) =>
  app.database.query(
    "update publications set due_at = $2, next_attempt_at = case when state = 'scheduled' then $2::timestamptz end, local_time = $2::timestamptz at time zone 'UTC' where id = $1",
    [id, due],
  );

/** Asks again as long as the server is too busy to answer, as pages do. */
async function whileBusy<Answer extends { status: number }>(ask: () => Promise<Answer>) {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

describe('the queue', () => {
  test('keeps its times of day in another zone of the workspace, and all else its instant', async () => {
    const me = await queueing(daily('09:00'));
    await me.call('/api/workspace/', 'PUT', { time_zone: 'Europe/Berlin' });
    const queued = [await me.add('One'), await me.add('Two'), await me.add('Three')];
    const at = { local: '2030-07-01T09:00' };
    const fixed = await me.get(await me.publish((await me.write()).id, { at }));
    const draft = (await me.write()).id;
    await me.call(`/api/content/items/${draft}/time/`, 'PUT', { at });
    await me.call('/api/workspace/', 'PUT', { time_zone: 'America/New_York' });
    for (const { id, local_time } of queued)
      expect(await me.get(id)).toMatchObject({
        local_time,
        zone: 'America/New_York',
        due_at: resolveLocal(local_time ?? '', 'America/New_York').instant,
      });
    expect(await me.get(fixed.id)).toMatchObject({ due_at: fixed.due_at, zone: 'Europe/Berlin' });
    const { body } = await me.call(`/api/content/items/${draft}/time/`);
    expect(body.time).toMatchObject({ due_at: '2030-07-01T07:00:00Z', zone: 'Europe/Berlin' });
    // Slots and posts agree: the next one gets another slot. It may be before them, where the day
    // has passed nine o'clock in the one zone, and not in the other.
    const next = await me.add('Four');
    const moved = await Promise.all(queued.map(async ({ id }) => (await me.get(id)).due_at));
    expect(moved).not.toContain(next.due_at);
    expect(next.local_time).toMatch(/T09:00/);
    expect((await me.queue()).slots.filter(({ taken }) => taken)).toHaveLength(4);
  });

  test('gives each post the next free slot, and says which is next', async () => {
    const me = await queueing(daily('09:00', '17:45'));
    const first = (await me.queue()).next_free;
    const one = await me.add('One');
    expect(one).toMatchObject({ state: 'scheduled', queued: true, held: false });
    expect([one.local_time, one.zone]).toEqual([first?.local, 'UTC']);
    const two = await me.add('Two');
    expect(Date.parse(two.due_at)).toBeGreaterThan(Date.parse(one.due_at));
    // A post with a time of its own takes the slot as well.
    const third = (await me.queue()).next_free;
    await me.publish((await me.write()).id, { at: { local: third?.local } });
    const queue = await me.queue();
    expect(queue.count).toBe(2);
    expect(queue.queued.map(({ id }) => id)).toEqual([one.id, two.id]);
    expect(Date.parse(queue.next_free?.at ?? '')).toBeGreaterThan(Date.parse(third?.at ?? ''));
    expect(queue.slots.filter(({ taken }) => taken)).toHaveLength(3);
    const { body: queues } = await me.call('/api/queues/');
    expect(queues).toMatchObject([{ channel: me.channel, count: 2, next_free: queue.next_free }]);
  });

  test('has nothing to give without slots', async () => {
    const me = await queueing([]);
    const { id } = await me.write();
    const path = `/api/content/items/${id}/publications/` as const;
    const body = { channels: [me.channel], at: 'queue' };
    const refused = await me.call(path, 'POST', body);
    const sentence = 'Practice has no free slot: add slots to its queue';
    expect([refused.status, refused.body.at]).toEqual([400, [`${sentence}.`]]);
    const checked = await me.call(`${path}check/`, 'POST', body);
    expect(checked.body[0].findings).toEqual([{ level: 'error', text: sentence }]);
  });

  test('never gives a slot twice, whatever number of people and processes', async () => {
    const me = await queueing(daily('08:00', '12:30', '18:00'));
    const other = await colleague(app, me.folder, 'approver');
    const second = await start(app.databaseUrl);
    try {
      const items = await Promise.all(
        Array.from({ length: 24 }, async () => (await me.write()).id),
      );
      const made = await Promise.all(
        items.map((item, n) => {
          const path = `/api/content/items/${item}/publications/` as const;
          const body = { channels: [me.channel], at: 'queue' };
          return whileBusy(async () => {
            if (n % 3 === 0) return other.call(path, 'POST', body);
            if (n % 3 === 1) return me.call(path, 'POST', body);
            return second.request(path, { method: 'POST', token: me.token, body });
          });
        }),
      );
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      const times = made.map(({ body }) => body[0].due_at);
      expect(new Set(times).size).toBe(24);
      // Without a gap: the last one is the twenty-fourth slot.
      const span = Math.max(...times.map(Date.parse)) - Math.min(...times.map(Date.parse));
      expect(span).toBeLessThan(9 * 24 * 60 * 60_000);
    } finally {
      await second.stop();
    }
  });

  test('several posts at once get one slot each, in their order', async () => {
    const me = await queueing(daily('08:00'));
    const items = [await me.write(), await me.write(), await me.write()].map(({ id }) => id);
    const { body } = await me.call('/api/publications/', 'POST', {
      items,
      channels: [me.channel],
      at: 'queue',
    });
    expect(body.refused).toEqual([]);
    const [first, second, third] = body.publications;
    const hours = (to: { due_at: string }, from: { due_at: string }) =>
      (Date.parse(to.due_at) - Date.parse(from.due_at)) / 3_600_000;
    expect([hours(second, first), hours(third, second)]).toEqual([24, 24]);
  });

  test('exchanges slots, and refuses where somebody was faster', async () => {
    const me = await queueing(daily('08:00'));
    const posts = [await me.add('A'), await me.add('B'), await me.add('C')] as const;
    const [a, b, c] = posts;
    const seen = ({ id, due_at }: { id: number; due_at: string }) => ({ publication: id, due_at });
    const { status, body } = await me.act('order', { order: [seen(b), seen(a)] });
    expect(status).toBe(200);
    expect(body.queued.map(({ id }) => id)).toEqual([b.id, a.id, c.id]);
    expect(body.queued.map(({ due_at: due }) => due)).toEqual(posts.map(({ due_at: due }) => due));
    const again = await me.act('order', { order: [seen(b), seen(a)] });
    expect([again.status, again.body.detail]).toEqual([
      409,
      'Ada Byron moved this post in the meantime. Their change was kept.',
    ]);
    const gone = await me.act('order', {
      order: [seen(c), { publication: 999_999, due_at: c.due_at }],
    });
    expect(gone.status).toBe(409);
  });

  test('is shuffled: the slots stay, each has one post', async () => {
    const me = await queueing(daily('08:00', '09:00', '10:00'));
    const made = [];
    for (let n = 0; n < 8; n++) made.push(await me.add(`Post ${n}`));
    const orders = new Set<string>();
    for (let n = 0; n < 5; n++) {
      const { body } = await me.act('shuffle');
      expect(body.queued.map(({ due_at: due }) => due)).toEqual(made.map(({ due_at: due }) => due));
      orders.add(body.queued.map(({ id }) => id).join());
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  test('gives nobody a slot that has passed: a proposal that nobody approved stays out', async () => {
    const me = await queueing(daily('08:00'));
    const editor = await colleague(app, me.folder, 'editor');
    const { id: item } = await me.write();
    const { body: proposed } = await editor.call(
      `/api/content/items/${item}/publications/`,
      'POST',
      {
        channels: [me.channel],
        at: 'queue',
      },
    );
    await setDue(proposed[0].id, new Date(Date.now() - 3_600_000).toISOString());
    const [one, two] = [await me.add('One'), await me.add('Two')];
    for (let n = 0; n < 6; n++) await me.act('shuffle');
    const times = [await me.get(one.id), await me.get(two.id)].map(({ due_at: due }) => due);
    expect(times.toSorted()).toEqual([one.due_at, two.due_at].toSorted());
  });

  test('that is paused holds what has a slot, and gives it another one afterwards', async () => {
    const me = await queueing(daily('08:00'));
    const { id } = await me.add('Held');
    const { body: paused } = await me.act('pause', { paused: true });
    expect(paused.paused?.by?.name).toBe('Ada Byron');
    expect(await me.get(id)).toMatchObject({ state: 'scheduled', held: true });
    await setDue(id, new Date(Date.now() - 60_000).toISOString());
    // What has a time of its own is sent meanwhile, though it is due later.
    await me.until(await me.publish((await me.write({ content: 'Now' })).id), 'published');
    expect(await me.get(id)).toMatchObject({ state: 'scheduled', held: true });
    const { body: resumed } = await me.act('pause', { paused: false });
    expect(resumed.paused).toBeNull();
    const [next] = resumed.queued;
    expect(next).toMatchObject({ id, held: false });
    expect(Date.parse(next.due_at)).toBeGreaterThan(Date.now());
    // Without a slot for it, it stays paused.
    await me.act('pause', { paused: true });
    await setDue(id, new Date(Date.now() - 60_000).toISOString());
    await me.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots: [] });
    const refused = await me.act('pause', { paused: false });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      'There are no slots for 1 of the posts that Practice held: add slots, or move them.',
    ]);
    expect((await me.queue()).paused).not.toBeNull();
  });

  test('is left by what gets another time, and joined again at a free slot', async () => {
    const me = await queueing(daily('08:00'));
    const { id, due_at: due, local_time: local } = await me.add();
    const moved = await me.call(`/api/publications/${id}/`, 'PUT', {
      at: { local: '2030-01-01T10:00' },
      seen: due,
    });
    expect(moved.body).toMatchObject({ queued: false, local_time: '2030-01-01T10:00' });
    const stale = await me.call(`/api/publications/${id}/`, 'PUT', { at: due, seen: due });
    expect([stale.status, stale.body.detail]).toEqual([
      409,
      'Ada Byron moved this post in the meantime. Their change was kept.',
    ]);
    const back = await me.call(`/api/publications/${id}/`, 'PUT', { at: { local, slot: true } });
    expect(back.body).toMatchObject({ queued: true, local_time: local });
    const other = await me.add();
    const taken = await me.call(`/api/publications/${other.id}/`, 'PUT', {
      at: { local, slot: true },
    });
    expect(taken.status).toBe(409);
    const none = await me.call(`/api/publications/${other.id}/`, 'PUT', {
      at: { local: '2030-01-01T10:00', slot: true },
    });
    expect(none.status).toBe(409);
  });

  test('is changed by who may publish alone', async () => {
    const me = await queueing(daily('08:00'));
    const editor = await colleague(app, me.folder, 'editor');
    const slots = await editor.call(`/api/channels/${me.channel}/slots/`, 'PUT', { slots: [] });
    expect(slots.status).toBe(403);
    // A proposal takes a slot.
    const { id } = await me.write();
    const proposed = await editor.call(`/api/content/items/${id}/publications/`, 'POST', {
      channels: [me.channel],
      at: 'queue',
    });
    expect(proposed.body[0]).toMatchObject({ state: 'proposed', queued: true });
    expect((await me.queue()).count).toBe(1);
  });

  test('says when the channel has published', async () => {
    const me = await queueing(daily('08:00'));
    const id = await me.publish((await me.write()).id);
    await me.until(id, 'published');
    const { history } = await me.queue();
    const due = new Date((await me.get(id)).due_at);
    expect(history).toEqual({
      posts: 1,
      times: [{ weekday: due.getUTCDay() || 7, hour: due.getUTCHours(), posts: 1 }],
    });
  });
});

test('several publications are moved together, or none of them', async () => {
  const me = await queueing([]);
  const at = '2030-01-01T09:00:00Z';
  const other = (await me.call('/api/channels/', 'POST', { network: 'practice' })).body.id;
  const { id: item } = await me.write();
  const { body: made } = await me.call(`/api/content/items/${item}/publications/`, 'POST', {
    channels: [me.channel, other],
    at,
  });
  const moves = made.map(({ id }) => ({
    publication: id,
    at: { local: '2030-01-02T09:00', zone: 'Europe/Berlin' },
    seen: at,
  }));
  const { body } = await me.call('/api/publications/move/', 'POST', { moves });
  expect(body).toMatchObject([
    { due_at: '2030-01-02T08:00:00Z' },
    { due_at: '2030-01-02T08:00:00Z' },
  ]);
  const [one, two] = moves;
  const stale = await me.call('/api/publications/move/', 'POST', {
    moves: [{ ...one, seen: body[0].due_at, at }, two],
  });
  expect(stale.status).toBe(409);
  expect((await me.get(made[0].id)).due_at).toBe(body[0].due_at);
});

describe('before it is scheduled', () => {
  test('the same text on a channel within 30 days is a warning', async () => {
    const me = await queueing([]);
    const texts = async (content: string, at: string) => {
      const { id } = await me.write({ content });
      const { body } = await me.call(`/api/content/items/${id}/publications/check/`, 'POST', {
        at,
      });
      return body[0].findings.map(({ text }) => text);
    };
    await me.publish((await me.write({ content: 'The same\ntext' })).id, {
      at: '2030-01-12T09:00:00Z',
    });
    expect(await texts('THE same  text', '2030-02-01T09:00:00Z')).toEqual([
      'Same text as on Sat 12 Jan',
    ]);
    expect(await texts('THE same  text', '2030-03-01T09:00:00Z')).toEqual([]);
    expect(await texts('Another text', '2030-02-01T09:00:00Z')).toEqual([]);
  });

  test('two posts of a channel within 30 minutes are a warning', async () => {
    const me = await queueing([]);
    await me.publish((await me.write({ content: 'First' })).id, { at: '2030-01-12T09:00:00Z' });
    const { id } = await me.write({ content: 'Second' });
    const check = async (local: string) =>
      (await me.call(`/api/content/items/${id}/publications/check/`, 'POST', { at: { local } }))
        .body[0].findings;
    expect(await check('2030-01-12T08:31')).toEqual([
      {
        level: 'warning',
        text: 'Another post of this channel is due at 09:00',
        mend: { label: 'Move this one to 09:31', at: '2030-01-12T09:31' },
      },
    ]);
    expect(await check('2030-01-12T09:30')).toEqual([]);
    expect(await check('2030-01-12T08:30')).toEqual([]);
  });
});

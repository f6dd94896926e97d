import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colleague, useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What was begun and waits: which text goes out, by what is approved meanwhile. */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
let network: Awaited<ReturnType<typeof startMastodon>>;
beforeAll(async () => {
  network = await startMastodon({ keys: 'ignored' });
});
afterAll(() => network.stop());

const LATER = '2030-01-01T09:00:00Z';
const LIMITED = { status: 429, headers: { 'retry-after': '3000' }, body: { error: 'Too many' } };

/** How a call ends that published nothing; the outcome that is known then. */
const FAILURES = {
  'a limit': [async () => LIMITED, 'rate_limited'],
  'a server that is down': [async () => ({ status: 500, body: { error: 'Down' } }), 'unknown'],
  'a connection that breaks': [async () => undefined, 'unknown'],
} as const;

async function start(rules: object = {}) {
  const me = await publisherOn(app, network);
  await me.call('/api/workspace/', 'PUT', rules);
  const editor = await colleague(app, me.folder, 'editor');
  const approver = await colleague(app, me.folder, 'approver');
  const item = (id: number) => `/api/content/items/${id}/` as const;
  const set = (id: number, fields: object, by = approver) => by.call(item(id), 'PUT', fields);
  const approve = (id: number) => set(id, { status: 'approved' });
  const texts = async () => (await me.posts()).map(({ content }) => content);
  const retry = (id: number, body: object = {}) =>
    me.call(`/api/publications/${id}/retry/`, 'POST', body);
  /** As if the time had passed that it waits. */
  const passTime = async (id: number) => {
    await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
    await app.database.query(
      `update publications set due_at = least(due_at, now()), next_attempt_at = now()
       where id = $1 and next_attempt_at is not null`,
      [id],
    );
  };
  const until = async (id: number, state: string) => {
    await passTime(id);
    return me.until(id, state);
  };
  /** Publishes it, and the network takes `sent` parts and no more; until nothing is unknown. */
  const beginAndFail = async (post: number, how: keyof typeof FAILURES, sent = 0) => {
    const [answer, outcome] = FAILURES[how];
    let calls = 0;
    network.intercept(async ({ pass }) => (calls++ < sent ? pass() : answer()));
    const id = await me.publish(post);
    await eventually(async () => {
      const attempts = (await me.get(id)).content[sent]?.attempts ?? [];
      expect(attempts.map((entry) => entry.outcome)).toContain(outcome);
    });
    if (outcome === 'unknown')
      await eventually(async () => {
        await passTime(id);
        const { rows } = await app.database.query('select whereabouts($1) as found', [id]);
        expect(rows[0].found).toBe(sent ? 'partly' : 'nowhere');
      });
    await app.database.query(
      "update publications set next_attempt_at = now() + interval '1 hour' where id = $1",
      [id],
    );
    await app.database.query('update channels set paused_until = null where id = $1', [me.channel]);
    network.intercept(undefined);
    return id;
  };
  return { ...me, editor, approver, set, approve, texts, retry, passTime, until, beginAndFail };
}

describe.each([{}, { only_approved: true }])('with the rules %o', (rules) => {
  async function begun(how: keyof typeof FAILURES = 'a limit') {
    const me = await start(rules);
    const { id: item } = await me.write({ content: 'Wrong price' });
    await me.approve(item);
    const id = await me.beginAndFail(item, how);
    return { ...me, id, item };
  }

  test.each<[string, keyof typeof FAILURES, object[]]>([
    ['taken back', 'a limit', [{ status: 'draft' }, { content: 'Right price' }]],
    ['taken back', 'a server that is down', [{ status: 'draft' }, { content: 'Right price' }]],
    ['taken back', 'a connection that breaks', [{ status: 'draft' }, { content: 'Right price' }]],
    ['changed', 'a limit', [{ content: 'Right price' }]],
  ])(
    'a text that was %s after %s is not sent: the one that is approved then is',
    async (_, how, changes) => {
      const me = await begun(how);
      for (const change of changes) expect((await me.set(me.item, change)).status).toBe(200);
      expect((await me.approve(me.item)).status).toBe(200);
      await me.until(me.id, 'published');
      expect(await me.texts()).toEqual(['Right price']);
      expect((await me.get(me.id)).content.map(({ content }) => content)).toEqual(['Right price']);
    },
  );

  test('a text that is approved again as it was is sent', async () => {
    const me = await begun();
    await me.set(me.item, { status: 'draft' });
    await me.approve(me.item);
    await me.set(me.item, { content: 'Right price' });
    await me.approve(me.item);
    await me.set(me.item, { content: 'Wrong price' });
    await me.approve(me.item);
    await me.until(me.id, 'published');
    expect(await me.texts()).toEqual(['Wrong price']);
  });

  test.each<[string, object[]]>([
    ['taken back', [{ status: 'draft' }]],
    ['taken back and changed', [{ status: 'draft' }, { content: 'Right price' }]],
    ['sent back to review', [{ status: 'review' }]],
    ['archived', [{ status: 'archived' }]],
  ])('a text that was %s is not sent', async (_, changes) => {
    const me = await begun();
    for (const change of changes) await me.set(me.item, change);
    expect(await me.until(me.id, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
    expect(await me.texts()).toEqual([]);
  });

  test('a text that somebody has changed who may not publish is not sent', async () => {
    const me = await begun();
    await me.set(me.item, { content: 'Slipped in' }, me.editor);
    expect(await me.until(me.id, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
    expect(await me.texts()).toEqual([]);
    // What was approved was only changed: it may go out, also where the network fails once more.
    await network.fail(me.call, me.channel, 'rate_limit');
    expect((await me.retry(me.id, { as_scheduled: true })).status).toBe(200);
    await me.until(me.id, 'published');
    expect(await me.texts()).toEqual(['Wrong price']);
  });

  test('the rest of a thread goes out as it was approved, or stops', async () => {
    const parts = ['1', '2', '3', '4', '5'];
    const rest = async () => {
      const me = await start(rules);
      const item = await me.thread(parts);
      await me.approve(item);
      const id = await me.beginAndFail(item, 'a limit', 2);
      const all = (await me.call(`/api/content/items/${item}/thread/`)).body;
      const change = () => me.set(all[4]?.id as number, { content: 'Five, corrected' });
      return { ...me, id, item, change };
    };
    // Taken back, changed, and approved so.
    const first = await rest();
    await first.set(first.item, { status: 'draft' });
    await first.change();
    await first.approve(first.item);
    expect(await first.until(first.id, 'stopped')).toMatchObject({
      reason: 'changed',
      sent: 2,
      detail: 'Grace Hopper approved another text after it was scheduled.',
    });
    expect((await first.retry(first.id, { as_scheduled: true })).status).toBe(403);
    expect((await first.retry(first.id)).status).toBe(200);
    await first.until(first.id, 'published');
    expect(await first.texts()).toEqual([...parts.slice(0, 4), 'Five, corrected']);
    // Only changed, and approved so.
    const second = await rest();
    await second.change();
    await second.approve(second.item);
    expect(await second.until(second.id, 'stopped')).toMatchObject({ reason: 'changed', sent: 2 });
    // Taken back, and approved again as it was.
    const third = await rest();
    await third.set(third.item, { status: 'draft' });
    await third.approve(third.item);
    await third.until(third.id, 'published');
    expect(await third.texts()).toEqual(parts);
    // Only changed: what is begun goes on as it is.
    const fourth = await rest();
    await fourth.change();
    await fourth.until(fourth.id, 'published');
    expect(await fourth.texts()).toEqual(parts);
  });

  test('‘Publish as approved’ never sends a text in whose place another one is approved', async () => {
    const me = await start(rules);
    const { id: item } = await me.write({ content: 'Version 1' });
    await me.approve(item);
    const id = await me.publish(item, { at: LATER });
    await me.set(item, { status: 'draft' });
    await me.until(id, 'stopped');
    const asScheduled = () => me.retry(id, { as_scheduled: true });
    const refused = await asScheduled();
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'The approval of the text that was scheduled was taken back.',
    ]);
    await me.set(item, { content: 'Version 2' });
    await me.approve(item);
    const replaced = await asScheduled();
    expect([replaced.status, replaced.body.detail]).toEqual([
      403,
      'Another text of this post is approved now: publish the present one.',
    ]);
    expect(await me.texts()).toEqual([]);
    expect((await me.retry(id)).status).toBe(200);
    await me.until(id, 'published');
    expect(await me.texts()).toEqual(['Version 2']);
  });

  test('a text that was chosen as it was scheduled stops once another one is approved', async () => {
    const me = await start(rules);
    const { id: item } = await me.write({ content: 'Version 1' });
    await me.approve(item);
    const id = await me.publish(item, { at: LATER });
    await me.set(item, { content: 'Slipped in' }, me.editor);
    await me.until(id, 'stopped');
    let calls = 0;
    network.intercept(async () => {
      calls++;
      return LIMITED;
    });
    expect((await me.retry(id, { as_scheduled: true })).status).toBe(200);
    await me.passTime(id);
    await eventually(() => expect(calls).toBe(1));
    await me.approve(item);
    network.intercept(undefined);
    expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed', sent: 0 });
    expect(await me.texts()).toEqual([]);
  });

  test('what is proposed for another account meanwhile goes on', async () => {
    const me = await start(rules);
    const { id: item } = await me.write({ content: 'Approved' });
    await me.approve(item);
    const id = await me.beginAndFail(item, 'a limit');
    const thread = await me.thread(['1', '2', '3']);
    await me.approve(thread);
    const rest = await me.beginAndFail(thread, 'a limit', 1);
    for (const post of [item, thread]) {
      const path = `/api/content/items/${post}/publications/` as const;
      const fields = { channels: [await practice.connect(me.call)], at: LATER };
      expect((await me.editor.call(path, 'POST', fields)).status).toBe(201);
    }
    await me.until(id, 'published');
    await me.until(rest, 'published');
    expect(await me.texts()).toEqual(['1', 'Approved', '2', '3']);
  });
});

test('where nothing is demanded, a text that is changed while it waits is sent as it is now', async () => {
  const me = await start();
  const { id: item } = await me.write({ content: 'With a typo' });
  const id = await me.beginAndFail(item, 'a limit');
  await me.set(item, { content: 'Without' });
  await me.until(id, 'published');
  expect(await me.texts()).toEqual(['Without']);
});

/** Takes an approval back, in a transaction that ends once something waits for it; what that answers. */
async function whileTakenBack<Answer>(id: number, begin: () => Promise<Answer>): Promise<Answer> {
  const client = await app.database.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(
      'select workspace_id as workspace, post_id as post from publications where id = $1',
      [id],
    );
    await client.query("select pg_advisory_xact_lock(hashtextextended('folders', $1))", [
      rows[0].workspace,
    ]);
    await client.query("update posts set status = 'draft' where id = $1", [rows[0].post]);
    await client.query(
      `update approvals set ended_at = now(), ended_because = 'taken back'
       where post_id = $1 and ended_at is null`,
      [rows[0].post],
    );
    const begun = begin();
    await eventually(async () => {
      const waiting = await app.database.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(waiting.rows.length).toBeGreaterThan(0);
    });
    await client.query('commit');
    return await begun;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each<[string, number | null]>([
  ['it waits for its time', null],
  ['nothing of it is out', 0],
  ['a part of it is out', 1],
])('nothing begins while an approval is being taken back: %s', async (_, begun) => {
  const me = await start();
  const item = await me.thread(['1', '2']);
  await me.approve(item);
  const sent = begun ?? 0;
  const id =
    begun === null
      ? await me.publish(item, { at: LATER })
      : await me.beginAndFail(item, 'a limit', begun);
  await whileTakenBack(id, () => me.passTime(id));
  expect(await me.until(id, 'stopped')).toMatchObject({ reason: 'changed', sent });
  expect(await me.texts()).toEqual(['1', '2'].slice(0, sent));
});

test.each<[string, { as_scheduled?: boolean }]>([
  ['as it was scheduled', { as_scheduled: true }],
  ['with the present text', {}],
])('a retry while an approval is being taken back is refused: %s', async (_, body) => {
  const me = await start({ only_approved: true });
  const { id: item } = await me.write({ content: 'Approved' });
  await me.approve(item);
  const id = await me.publish(item, { at: LATER });
  await me.set(item, { content: 'Changed' }, me.editor);
  await me.until(id, 'stopped');
  if (!body.as_scheduled) await me.approve(item);
  const sendable = body.as_scheduled ? 'scheduled' : 'present';
  expect((await me.get(id)).sendable).toEqual([sendable]);
  const { status } = await whileTakenBack(id, () => me.retry(id, body));
  expect(status).toBe(403);
  expect(await me.get(id)).toMatchObject({ state: 'stopped', sent: 0 });
  expect(await me.texts()).toEqual([]);
});

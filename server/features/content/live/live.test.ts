import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOPICS } from '#contract/content/live.ts';
import {
  colleague,
  person,
  start,
  type TestApp,
  useApp,
  workspaceOf,
  writer,
} from '../../../testing/app.ts';
import { follow } from '../../../testing/events.ts';
import { eventually } from '../../../testing/eventually.ts';

const app = useApp();
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  other = await start(app.databaseUrl);
});
afterAll(() => other.stop());

const changed = (stream: Awaited<ReturnType<typeof follow>>) =>
  stream.named('changed').map(({ topic }: { topic: string }) => topic);

/** Changes the workspace, and waits until both processes have published this and all before. */
async function published(owner: { token: string }, member: { token: string; workspace: number }) {
  const { token, workspace } = member;
  const streams = await Promise.all(
    [app, other].map(({ base }) => follow(base, token, { workspace })),
  );
  await app.put('/api/workspace/', { name: 'Analytical engine' }, owner.token);
  for (const stream of streams) {
    await expect.poll(() => changed(stream)).toContain('people');
    stream.stop();
  }
}

/** The workspace of Ada, and Grace, who approves in it. */
async function team() {
  const ada = await writer(app);
  const grace = await colleague(app, ada.folder, 'approver');
  await published(ada, grace);
  return { ada, grace, workspace: grace.workspace };
}
type Team = Awaited<ReturnType<typeof team>>;
const asksOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => `Ada Byron asked you to review 'Number ${n + from}'`);
const ask = ({ ada }: Team, number: number) =>
  ada.write({ status: 'review', description: `Number ${number}` });
const notified = (stream: Awaited<ReturnType<typeof follow>>) =>
  stream.named('notification').map(({ text }: { text: string }) => text);

/** Ends the listening connections, as a restart of the database does. */
const cutListeners = () =>
  app.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'postfolio listener'",
  );

describe('notifications', () => {
  test('arrive as they are created, whichever process created them', async () => {
    const all = await team();
    const { workspace, grace } = all;
    const [here, there] = [
      await follow(app.base, grace.token, { workspace }),
      await follow(other.base, grace.token, { workspace }),
    ];
    expect(here.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await ask(all, 1);
    await ask(all, 2);
    for (const stream of [here, there]) {
      await expect.poll(() => notified(stream)).toEqual(asksOf(2));
      await expect.poll(() => stream.named('unread').at(-1)).toEqual({ unread: 2 });
    }
    const [first] = here.named('notification');
    expect((await app.get('/api/notifications/', grace.token)).body.results[1]).toEqual(first);
    // A notification that is read in one place is read in all.
    await app.post(`/api/notifications/${first?.id}/read/`, {}, grace.token);
    await expect.poll(() => there.named('unread').at(-1)).toEqual({ unread: 1 });
    expect(notified(there)).toEqual(asksOf(2));
    here.stop();
    there.stop();
  });

  test('that were created during a disconnect arrive after it, each once', async () => {
    const all = await team();
    const { workspace, grace } = all;
    const before = await follow(app.base, grace.token, { workspace });
    await ask(all, 1);
    await expect.poll(() => notified(before)).toEqual(asksOf(1));
    const after = Number(before.events.filter(({ id }) => id).at(-1)?.id);
    before.stop();
    for (let n = 2; n <= 4; n++) await ask(all, n);
    const again = await follow(other.base, grace.token, { workspace, after });
    await expect.poll(() => notified(again)).toEqual(asksOf(3, 2));
    expect(again.named('ready')).toEqual([{ unread: 4 }]);
    again.stop();
    // A first connection receives new notifications only; the others are in the list.
    const fresh = await follow(app.base, grace.token, { workspace });
    await ask(all, 5);
    await expect.poll(() => notified(fresh)).toEqual(asksOf(1, 5));
    fresh.stop();
  });

  test('arrive after a disconnect of a person who had none before', async () => {
    const all = await team();
    const { workspace, ada, grace } = all;
    await app.database.query('delete from notifications where user_id = $1', [grace.id]);
    const before = await follow(app.base, grace.token, { workspace });
    const after = Number(before.events.find(({ event }) => event === 'ready')?.id);
    expect(after).toBe(0);
    before.stop();
    await ask(all, 1);
    const again = await follow(other.base, grace.token, { workspace, after, missed_ms: 1000 });
    await expect.poll(() => notified(again)).toEqual(asksOf(1));
    again.stop();
    for (const refused of ['-1', '00', '1.5', 'x', '99999999999999999999']) {
      const { status, body } = await app.get(`/api/live/?after=${refused}`, ada.token);
      expect([refused, status, body.after]).toEqual([
        refused,
        400,
        [expect.stringMatching(/^Expected the id of a record/)],
      ]);
    }
  });

  test('are neither lost nor repeated where the database ends listening connections', async () => {
    const all = await team();
    const { workspace, grace } = all;
    const stream = await follow(app.base, grace.token, { workspace });
    for (let n = 1; n <= 12; n++) {
      // They connect again in the meantime.
      if (n % 3 === 0)
        await eventually(async () => expect((await cutListeners()).rowCount).toBeGreaterThan(0));
      await ask(all, n);
    }
    await expect.poll(() => notified(stream).length).toBe(12);
    await ask(all, 13);
    await expect.poll(() => notified(stream).length).toBe(13);
    expect(notified(stream)).toEqual(asksOf(13));
    stream.stop();
  });

  test('stay in order, however long their creation takes', async () => {
    const { workspace, grace } = await team();
    const stream = await follow(app.base, grace.token, { workspace });
    const insert = `insert into notifications (user_id, workspace_id, kind, in_app, by_mail) values ($1, $2, 'joined', true, false) returning id`;
    const slow = await app.database.connect();
    await slow.query('begin');
    const first = (await slow.query(insert, [grace.id, workspace])).rows[0].id;
    const second = app.database.query(insert, [grace.id, workspace]);
    const waiting = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'insert into notifications%'`;
    await eventually(async () => expect((await app.database.query(waiting)).rowCount).toBe(1));
    expect(stream.named('notification')).toEqual([]);
    await slow.query('commit');
    slow.release();
    const ids = [first, (await second).rows[0].id];
    await expect
      .poll(() => stream.named('notification').map(({ id }: { id: number }) => id))
      .toEqual(ids);
    stream.stop();
  });
});

describe('what changes in a workspace', () => {
  test('is sent to all clients of the workspace, in all processes, and to no other client', async () => {
    const elsewhere = await writer(app);
    const { ada, grace, workspace } = await team();
    const streams = await Promise.all([
      follow(app.base, grace.token, { workspace }),
      follow(other.base, grace.token, { workspace }),
      follow(other.base, elsewhere.token),
    ]);
    await ada.write();
    for (const stream of streams.slice(0, 2))
      await expect.poll(() => changed(stream)).toEqual(['content']);
    await app.put('/api/workspace/', { name: 'Engine room' }, ada.token);
    for (const stream of streams.slice(0, 2))
      await expect.poll(() => changed(stream)).toEqual(['content', 'people']);
    // Refused requests changed nothing.
    await app.put('/api/workspace/', { name: '' }, ada.token);
    await app.get('/api/content/items/', ada.token);
    await app.put('/api/workspace/', { name: 'Boiler room' }, ada.token);
    for (const stream of streams.slice(0, 2))
      await expect.poll(() => changed(stream)).toEqual(['content', 'people', 'people']);
    await elsewhere.write();
    await expect.poll(() => streams[2] && changed(streams[2])).toEqual(['content']);
    for (const stream of streams) stream.stop();
  });

  test('is not sent to the originating tab, and many changes are batched', async () => {
    const { ada, grace, workspace } = await team();
    const mine = await follow(app.base, ada.token, { tab: 'tab-of-ada' });
    const theirs = await follow(app.base, grace.token, { workspace, tab: 'tab-of-grace' });
    const body = { folder: ada.folder, content: 'A text' };
    await Promise.all(
      Array.from({ length: 30 }, () =>
        app.request('/api/content/items/', {
          method: 'POST',
          token: ada.token,
          body,
          headers: { 'x-tab': 'tab-of-ada' },
        }),
      ),
    );
    await app.put('/api/workspace/', { name: 'Engine room' }, ada.token);
    await expect.poll(() => changed(theirs)).toContain('people');
    expect(changed(theirs).length).toBeLessThan(15);
    await expect.poll(() => changed(mine)).toEqual(['people']);
    mine.stop();
    theirs.stop();
  });

  test('is replayed, and no more than that, after a short disconnect', async () => {
    const { ada, grace, workspace } = await team();
    const told = async (missed_ms: number) => {
      const stream = await follow(app.base, grace.token, { workspace, missed_ms });
      await expect.poll(() => stream.named('unread')).toHaveLength(1);
      // What is replayed comes before the next number.
      await app.database.query("select pg_notify('notified', $1)", [grace.id]);
      await expect.poll(() => stream.named('unread')).toHaveLength(2);
      stream.stop();
      return changed(stream).toSorted();
    };
    // What the team did is longer ago than is replayed for safety.
    await app.clock.later(3000, async () => {
      const before = await follow(app.base, grace.token, { workspace });
      await ada.write();
      await expect.poll(() => changed(before)).toEqual(['content']);
      before.stop();
      expect(await told(100)).toEqual(['content']);
      expect(await told(0)).toEqual([]);
      // Unknown to everybody by now.
      expect(await told(120_000)).toEqual(TOPICS.toSorted());
    });
  });

  test('is sent for every topic after an outage of the database', async () => {
    const { grace, workspace } = await team();
    const stream = await follow(app.base, grace.token, { workspace });
    await cutListeners();
    await expect
      .poll(() => changed(stream).toSorted(), { timeout: 10_000 })
      .toEqual(TOPICS.toSorted());
    stream.stop();
  });
});

test('a new member is known, even without a listening connection', async () => {
  const ada = await writer(app);
  const workspace = await workspaceOf(app, ada.folder);
  const grace = await person(app);
  const headers = { 'x-workspace': String(workspace) };
  const look = () => app.request('/api/workspace/', { token: grace.token, headers });
  expect((await look()).status).toBe(403);
  await cutListeners();
  await app.database.query(
    "insert into memberships (user_id, workspace_id, role) values ($1, $2, 'editor')",
    [grace.id, workspace],
  );
  expect((await look()).status).toBe(200);
});

describe('a stream ends', () => {
  test('with the session, and with the membership', async () => {
    const { ada, grace, workspace } = await team();
    const stream = await follow(app.base, grace.token, { workspace });
    const own = await follow(app.base, ada.token);
    await app.delete(`/api/members/${grace.id}/`, ada.token);
    await stream.done;
    await app.post('/api/auth/logout/', { refresh: ada.refresh });
    // Checked again for each event.
    await app.database.query("select pg_notify('changed', $1)", [`${workspace} content `]);
    await own.done;
    const again = await app.request('/api/live/', {
      token: grace.token,
      headers: { 'x-workspace': String(workspace) },
    });
    expect(again).toMatchObject({ status: 403, body: { code: 'not_a_member' } });
  });

  test('with the membership of the workspace it began in, though there is another', async () => {
    const ada = await writer(app);
    const grace = await colleague(app, ada.folder, 'editor');
    await app.database.query(
      "update memberships set created_at = now() - interval '1 day' where workspace_id = $1",
      [grace.workspace],
    );
    await published(ada, grace);
    const stream = await follow(app.base, grace.token);
    await app.delete(`/api/members/${grace.id}/`, ada.token);
    await ada.write();
    await stream.done;
    expect(
      stream.named('changed').filter(({ topic }: { topic: string }) => topic === 'content'),
    ).toEqual([]);
  });

  test('with the process, even where a client does not read', async () => {
    const third = await start(app.databaseUrl);
    const grace = await person(app);
    await app.database.query(
      `insert into notifications (user_id, workspace_id, kind, in_app, by_mail)
       select user_id, workspace_id, 'joined', true, false from memberships, generate_series(1, 20000) where user_id = $1`,
      [grace.id],
    );
    const { port } = new URL(third.base);
    const accepted = once(third.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET /api/live/?after=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${grace.token}\r\n\r\n`,
    );
    const [connection] = await accepted;
    await expect.poll(() => connection.writableLength).toBeGreaterThan(0);
    const before = Date.now();
    await third.stop();
    expect(Date.now() - before).toBeLessThan(8000);
    socket.destroy();
  });

  test('with the process, though a browser has connected and asked nothing yet', async () => {
    const third = await start(app.databaseUrl);
    const accepted = once(third.server, 'connection');
    const socket = connect(Number(new URL(third.base).port), '127.0.0.1');
    socket.on('error', () => {});
    await accepted;
    const before = Date.now();
    await third.stop();
    expect(Date.now() - before).toBeLessThan(5000);
    socket.destroy();
  });

  test('with the process, at once', async () => {
    const third = await start(app.databaseUrl);
    const { token } = await person(app);
    const stream = await follow(third.base, token);
    const before = Date.now();
    await third.stop();
    await stream.done;
    expect(Date.now() - before).toBeLessThan(5000);
  });
});

test('of 60 streams that open at once, 20 stay', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  try {
    const { token } = await person(app);
    const open = new Set<number>();
    const streams = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const stream = await follow(strict.base, token);
        open.add(n);
        void stream.done.then(() => open.delete(n));
        return stream;
      }),
    );
    await expect.poll(() => open.size).toBe(20);
    for (const { stop } of streams) stop();
  } finally {
    await strict.stop();
  }
});

test('a stream beyond the limit ends the oldest', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  try {
    const ada = await writer(app);
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    for (let n = 0; n < 21; n++) streams.push(await follow(strict.base, ada.token));
    await streams[0]?.done;
    await ada.write();
    await expect
      .poll(() => streams[20]?.named('changed'))
      .toEqual([{ topic: 'content', ids: [expect.any(Number)] }]);
    for (const { stop } of streams) stop();
  } finally {
    await strict.stop();
  }
});

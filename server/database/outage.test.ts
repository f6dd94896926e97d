import { once } from 'node:events';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { start, useApp, writer } from '../testing/app.ts';
import { lockWaiters } from '../testing/lock-waiters.ts';
import { practice } from '../testing/networks/practice.ts';
import { startTunnel } from '../testing/proxy.ts';
import { publisherOn } from '../testing/publishing.ts';

const app = useApp();

/** Changes the settings of the database, and ends every connection, so that new ones have them. */
async function set(setting: string) {
  const admin = new pg.Client({ connectionString: app.databaseUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query('select current_database() as name');
    await admin.query('set default_transaction_read_only = off');
    await admin.query(`alter database ${rows[0].name} ${setting}`);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  } finally {
    await admin.end();
  }
}

const backends = async (condition: string) =>
  (
    await app.database.query(
      `select pid from pg_stat_activity where datname = current_database() and ${condition}`,
    )
  ).rows.map(({ pid }) => pid as number);

test('one lock blocks what needs the table, and nothing else', async () => {
  const { token, email, folder } = await writer(app);
  const holder = await app.database.connect();
  try {
    await holder.query('begin; lock table items in access exclusive mode');
    const begun = Date.now();
    const stuck = Array.from({ length: 20 }, () => app.get('/api/content/items/', token));
    // All connections for requests are waiting now.
    await expect.poll(() => lockWaiters(app)).toHaveLength(10);
    expect((await app.get('/readyz')).status).toBe(200);
    expect((await app.post('/api/auth/login/', { email, password: 'Corr3ct-horse!' })).status).toBe(
      200,
    );
    expect((await app.get('/api/users/me/', token)).status).toBe(200);
    for (const response of await Promise.all(stuck)) {
      expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(response.headers.get('retry-after')).toBe('2');
    }
    expect(Date.now() - begun).toBeLessThan(30_000);
    // Statements of disconnected clients are cancelled.
    expect(await lockWaiters(app)).toEqual([]);
    await holder.query('rollback');
    expect(
      (await app.post('/api/content/items/', { folder, content: 'Again' }, token)).status,
    ).toBe(201);
  } finally {
    holder.release(true);
  }
});

test('a search that is given up keeps its connection', async () => {
  const { token } = await writer(app);
  const holder = await app.database.connect();
  try {
    await holder.query('begin; lock table items in access exclusive mode');
    const given = new AbortController();
    const request = fetch(`${app.base}/api/content/items/search/?q=words`, {
      headers: { authorization: `Bearer ${token}` },
      signal: given.signal,
    });
    await expect.poll(() => lockWaiters(app)).toHaveLength(1);
    const [pid] = await lockWaiters(app);
    given.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(() => lockWaiters(app)).toEqual([]);
    await holder.query('rollback');
    expect((await app.get('/api/content/items/search/?q=words', token)).status).toBe(200);
    expect(await backends('true')).toContain(pid);
  } finally {
    holder.release(true);
  }
});

test('a read-only database is readable, and writes fail with a reason', async () => {
  const { token, folder, refresh, write } = await writer(app);
  await write({ content: 'There' });
  await set('set default_transaction_read_only = on');
  try {
    await expect.poll(async () => (await app.get('/readyz')).body).toEqual({ status: 'read_only' });
    expect((await app.get('/readyz')).status).toBe(503);
    await expect.poll(async () => (await app.get('/api/content/items/', token)).body.count).toBe(1);
    const refused = await app.post('/api/content/items/', { folder, content: 'New' }, token);
    expect(refused).toMatchObject({
      status: 503,
      body: {
        code: 'read_only',
        detail: 'The database is read-only right now. Changes cannot be saved.',
      },
    });
    // Otherwise everybody would be signed out within a quarter of an hour.
    expect((await app.post('/api/auth/token/refresh/', { refresh })).status).toBe(200);
  } finally {
    await set('reset default_transaction_read_only');
  }
  await expect.poll(async () => (await app.get('/readyz')).status).toBe(200);
  await expect
    .poll(
      async () => (await app.post('/api/content/items/', { folder, content: 'New' }, token)).status,
    )
    .toBe(201);
});

test('a full disk is named', async () => {
  const { token, folder } = await writer(app);
  await app.database.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
    create trigger no_room before insert on items execute function no_room();
    create function no_table() returns event_trigger language plpgsql as $$
      begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
    create event trigger no_table on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function no_table()`);
  const readiness = async () => {
    const { status, body } = await app.get('/readyz');
    return [status, body.status];
  };
  try {
    expect(await readiness()).toEqual([200, 'ok']);
    expect(await app.post('/api/content/items/', { folder, content: 'x' }, token)).toMatchObject({
      status: 507,
      body: {
        code: 'storage_full',
        detail: 'The disk is full: nothing can be saved until there is room.',
      },
    });
    // Until a write succeeds, whoever asks.
    for (let n = 0; n < 2; n++) expect(await readiness()).toEqual([503, 'full']);
  } finally {
    await app.database.query(
      'drop trigger no_room on items; drop function no_room; drop event trigger no_table; drop function no_table',
    );
  }
  expect(await readiness()).toEqual([200, 'ok']);
});

test.each([
  ['53100', 'full'],
  ['58030', 'unwritable'],
  ['53200', 'unwritable'],
])(
  'that the publisher cannot write is known although nobody makes requests: %s',
  async (code, status) => {
    const readiness = async () => {
      const answer = await app.get('/readyz');
      return [answer.status, answer.body.status];
    };
    const refuse = (name: string, returns: string) => `
    create function ${name}() returns ${returns} language plpgsql as $$
      begin raise exception using errcode = '${code}', message = 'could not extend file'; end $$;`;
    const me = await publisherOn(app, practice);
    const item = await me.thread(['Due now']);
    expect(await readiness()).toEqual([200, 'ok']);
    await app.database.query(`
    ${refuse('no_attempt', 'trigger')}
    create trigger no_attempt before insert on publication_attempts execute function no_attempt();
    ${refuse('no_table', 'event_trigger')}
    create event trigger no_table on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function no_table()`);
    try {
      await me.publish(item);
      await expect.poll(readiness, { timeout: 20_000 }).toEqual([503, status]);
    } finally {
      await app.database.query(
        'drop trigger no_attempt on publication_attempts; drop function no_attempt; drop event trigger no_table; drop function no_table',
      );
    }
    await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, 'ok']);
  },
);

describe('a database connection that is lost silently', () => {
  test('is noticed within seconds', async () => {
    const tunnel = await startTunnel(app.databaseUrl);
    const through = app.databaseUrl
      .replace(/@[^/]*\//, `@127.0.0.1:${tunnel.port}/`)
      .replace(/\?.*/, '');
    const far = await start(through);
    try {
      const { token, write } = await writer(far);
      await write({ content: 'There' });
      // All connections of the pool, each of which will be dead.
      await Promise.all(Array.from({ length: 20 }, () => far.get('/api/content/items/', token)));
      expect(tunnel.swallow()).toBeGreaterThan(5);
      const received = once(far.server, 'request');
      const underWay = far.get('/api/content/items/', token);
      await received;
      tunnel.restore();
      const begun = Date.now();
      expect((await underWay).status).toBe(503);
      await expect
        .poll(async () => (await far.get('/readyz')).status, { timeout: 20_000 })
        .toBe(200);
      await expect
        .poll(async () => (await far.get('/api/content/items/', token)).status, { timeout: 20_000 })
        .toBe(200);
      expect(Date.now() - begun).toBeLessThan(20_000);
      // Events reach other processes again, too.
      const { refresh } = (
        await app.post('/api/auth/login/', {
          email: (await far.get('/api/users/me/', token)).body.email,
          password: 'Corr3ct-horse!',
        })
      ).body;
      expect(refresh).toBeDefined();
      const session = await far.post('/api/auth/token/refresh/', { refresh });
      await app.post('/api/auth/logout/', { refresh });
      await expect
        .poll(async () => (await far.get('/api/users/me/', session.body.access)).status, {
          timeout: 20_000,
        })
        .toBe(401);
    } finally {
      // To end them is waited for: the process would go on without (main.ts).
      tunnel.giveUp();
      await far.stop();
      tunnel.stop();
    }
  }, 90_000);
});

test('an outage is a few lines in the log', async () => {
  const { token } = await writer(app);
  await app.database.query('alter table folders rename to folders_away');
  const before = app.lines.length;
  const begun = Date.now();
  try {
    for (let n = 0; n < 50; n++) await app.get('/api/content/folders/', token);
  } finally {
    await app.database.query('alter table folders_away rename to folders');
  }
  const failures = () =>
    app.lines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 50);
  // One a second, however long the requests take.
  const seconds = Math.ceil((Date.now() - begun) / 1000);
  expect(failures().length).toBeLessThanOrEqual(seconds + 1);
  expect(failures().length).toBeLessThan(25);
});

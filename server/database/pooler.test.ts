import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, runOn } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import {
  ordinaryAccount,
  spawnServer,
  startServer,
  temporaryFolder,
  twoDataFolders,
} from '../testing/process.ts';
import type { BodyOf } from '../testing/responses.ts';
import { createPool } from './pool.ts';

/** PgBouncer is not a dependency: without it these tests are skipped. */
const installed = spawnSync('pgbouncer', ['--version']).status === 0;

/** A PgBouncer in front of a database of its own. */
async function startPooler(
  mode: 'transaction' | 'session',
  {
    ignored = 'options,extra_float_digits',
    settings = {},
  }: { ignored?: string /** Those of the database. */; settings?: Record<string, string> } = {},
) {
  const { url, template } = inject('postgres');
  const database = await createTestDatabase((name) => url.replace('{database}', name), template);
  for (const [name, value] of Object.entries(settings))
    await runOn(
      database.url,
      `do $$ begin execute format('alter database %I set ${name} to %L', current_database(), '${value}'); end $$`,
    );
  const direct = new URL(database.url.replace('@/', '@localhost/'));
  const folder = temporaryFolder();
  const port = await freePort();
  const name = direct.pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `${name} = host=${direct.searchParams.get('host')} user=${direct.username} password=${direct.password} dbname=${name}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'auth_type = any',
      `pool_mode = ${mode}`,
      `ignore_startup_parameters = ${ignored}`,
      'unix_socket_dir =',
      'default_pool_size = 5',
    ].join('\n'),
  );
  chmodSync(file, 0o644);
  const root = process.getuid?.() === 0;
  // The socket of the cluster is for its own user and root; PgBouncer refuses to run as root.
  const account = root ? clusterUser() : {};
  const child = spawn('pgbouncer', ['-q', file], { ...account, stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await database.drop();
  });
  const pooled = `postgres://${direct.username}@127.0.0.1:${port}/${name}`;
  await expect
    .poll(async () => {
      const client = new pg.Client(pooled);
      return client.connect().then(
        () => client.end().then(() => 'up'),
        () => 'down',
      );
    })
    .toBe('up');
  return { pooled, direct: database.url };
}

function clusterUser() {
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN);
  const [uid, gid] = [id('-u'), id('-g')];
  return uid && gid ? { uid, gid } : ordinaryAccount();
}

/** What the pooler has kept of its first connection, and what a client of the application sees. */
async function formatsOf(pooled: string) {
  const names = ['timezone', 'datestyle', 'intervalstyle', 'standard_conforming_strings'];
  const sql = `select ${names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as seen`;
  const pool = createPool({ connectionString: pooled, pooled: true }, () => {});
  const { rows } = await pool.query<{ seen: string }>(sql).finally(() => pool.end());
  return rows[0]?.seen;
}

const account = {
  email: 'ada@example.org',
  name: 'Ada',
  password: 'Corr3ct-horse!',
  password_confirm: 'Corr3ct-horse!',
};

const post = async <const Path extends string>(
  base: string,
  path: Path,
  body: object,
  token?: string,
) => {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(base + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const parsed: BodyOf<'POST', Path> = text ? JSON.parse(text) : null;
  return { status: response.status, body: parsed };
};

describe.runIf(installed)('behind a pooler in transaction mode', () => {
  test('the start is refused without a direct connection to PostgreSQL', async () => {
    const { pooled } = await startPooler('transaction');
    const server = spawnServer(join(temporaryFolder(), 'data'), {
      environment: { DATABASE_URL: pooled },
    });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('Notifications do not arrive through DATABASE_URL');
    expect(server.output()).toContain('DATABASE_DIRECT_URL');
  });

  test('a pooler as it comes is named', async () => {
    const { pooled } = await startPooler('transaction', { ignored: 'extra_float_digits' });
    const server = spawnServer(join(temporaryFolder(), 'data'), {
      environment: { DATABASE_URL: pooled },
    });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(
      /^DATABASE_URL cannot be used: unsupported startup parameter.*PgBouncer: set DATABASE_DIRECT_URL/,
    );
  });

  test('a direct address that leads to the pooler is refused, and blocks no later start', async () => {
    const { pooled, direct } = await startPooler('transaction');
    const start = (url: string) => ({
      environment: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: url },
    });
    const refused = spawnServer(join(temporaryFolder(), 'data'), start(pooled));
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain(
      'Notifications do not arrive through DATABASE_DIRECT_URL, probably because of a pooler',
    );
    const { base } = await startServer(join(temporaryFolder(), 'data'), start(direct));
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
  });

  // The pooler has had a connection, whose settings it keeps, before the first start.
  test.each<{ settings: Record<string, string> }>([
    { settings: { timezone: 'Etc/UTC' } },
    { settings: { timezone: 'Europe/Berlin', datestyle: 'SQL, DMY' } },
    { settings: { timezone: 'America/St_Johns', standard_conforming_strings: 'off' } },
    { settings: { datestyle: 'German, DMY', intervalstyle: 'sql_standard' } },
  ])('the first start works where the server has $settings', async ({ settings }) => {
    const { pooled, direct } = await startPooler('transaction', { settings });
    const { base } = await startServer(join(temporaryFolder(), 'data'), {
      environment: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct },
    });
    expect(await formatsOf(pooled)).toBe('UTC ISO, MDY postgres on');
    const { body: session } = await post(base, '/api/auth/register/', account);
    const name = { name: 'F' };
    const { body: folder } = await post(base, '/api/content/folders/', name, session.access);
    const item = { folder: folder.id, content: 'Text' };
    const { body } = await post(base, '/api/content/items/', item, session.access);
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  });

  test('two processes work, and a session that ends in one ends in the other', async () => {
    const { pooled, direct } = await startPooler('transaction');
    const environment = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
    const [first, second] = twoDataFolders();
    const one = await startServer(first, { environment });
    const two = await startServer(second, { environment });
    const { body: session } = await post(one.base, '/api/auth/register/', account);
    const get = (base: string, path: string) =>
      fetch(base + path, { headers: { authorization: `Bearer ${session.access}` } });
    const { body: folder } = await post(
      one.base,
      '/api/content/folders/',
      { name: 'F' },
      session.access,
    );
    // Many at once, so that one connection serves many clients.
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post(
          [one, two][n % 2]?.base as string,
          '/api/content/items/',
          { folder: folder.id, content: `Text ${n}` },
          session.access,
        ),
      ),
    );
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
    const list = (await (await get(two.base, '/api/content/items/')).json()) as BodyOf<
      'GET',
      '/api/content/items/'
    >;
    expect(list.count).toBe(40);
    // In UTC, whatever settings the pooler preserves.
    expect(list.results[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect((await get(two.base, '/api/content/items/search/?q=Text')).status).toBe(200);
    expect((await get(two.base, '/api/users/me/')).status).toBe(200);
    await post(one.base, '/api/auth/logout/', { refresh: session.refresh });
    await expect.poll(async () => (await get(two.base, '/api/users/me/')).status).toBe(401);
  });
});

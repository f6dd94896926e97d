import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyBinaries, findBinaries, makeMissingLinks } from './database/embedded/binaries.ts';
import { createTestDatabase, startTestServer } from './testing/database.ts';
import {
  killEverything,
  MAIN,
  ordinaryAccount,
  postmasters,
  readableRoot,
  spawnServer,
  startedDataFolder,
  startServer,
  temporaryFolder,
  twoDataFolders,
} from './testing/process.ts';
import type { BodyOf } from './testing/responses.ts';

const asRoot = process.getuid?.() === 0;

async function api<const Path extends string, Body extends object | undefined = undefined>(
  base: string,
  path: Path,
  { body, token }: { body?: Body; token?: string } = {},
) {
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  type Sent = BodyOf<Body extends object ? 'POST' : 'GET', Path>;
  return { status: response.status, body: (await response.json()) as Sent };
}

async function newWriter(base: string) {
  const account = {
    email: `w${Math.random()}@example.org`,
    name: 'W',
    password: 'longenough',
    password_confirm: 'longenough',
  };
  const token = (await api(base, '/api/auth/register/', { body: account })).body.access;
  const folder = (await api(base, '/api/content/folders/', { body: { name: 'F' }, token })).body.id;
  return { token, folder };
}

const healthy = async (base: string) => (await fetch(`${base}/readyz`)).status;

async function connect(dataDir: string) {
  const host = readFileSync(join(clusterFolder(dataDir), 'data/postmaster.pid'), 'utf8').split(
    '\n',
  )[4];
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8');
  const client = new pg.Client({
    host,
    user: 'postfolio',
    password,
    database: 'postfolio',
  } as pg.ClientConfig);
  await client.connect();
  return client;
}

async function query(dataDir: string, text: string, values: unknown[]) {
  const client = await connect(dataDir);
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

function clusterFolder(dataDir: string) {
  const pointer = join(dataDir, 'postgres.id');
  return existsSync(pointer)
    ? join('/var/lib/postfolio', readFileSync(pointer, 'utf8').trim())
    : join(dataDir, 'postgres');
}

describe('a crash', () => {
  test.each(['the process', 'everything'])(
    'of %s in the middle of 1,000 creates loses nothing that was acknowledged',
    async (what) => {
      const dataDir = await startedDataFolder();
      const first = await startServer(dataDir);
      const { token, folder } = await newWriter(first.base);
      const acknowledged: number[] = [];
      const creating = Array.from({ length: 8 }, async (_, lane) => {
        for (let i = lane; i < 1000; i += 8) {
          const response = await api(first.base, '/api/content/items/', {
            body: { folder, content: `Text ${i}` },
            token,
          }).catch(() => null);
          if (response?.status !== 201) return;
          acknowledged.push(response.body.id);
          if (acknowledged.length === 400) {
            if (what === 'everything') killEverything(first.child, dataDir);
            else first.child.kill('SIGKILL');
          }
        }
      });
      await Promise.all(creating);
      await first.exited;
      expect(acknowledged.length).toBeGreaterThanOrEqual(400);
      expect(acknowledged.length).toBeLessThan(1000);

      const second = await startServer(dataDir);
      expect(second.output()).toContain(
        what === 'everything' ? '"how":"started"' : '"how":"adopted"',
      );
      const rows = await query(
        dataDir,
        `select count(*)::int as items, count(v.item_id)::int as versions, count(a.id)::int as entries from items i
         left join item_versions v on v.item_id = i.id and v.version = 1
         left join audit_log a on a.content_item = i.id and a.action = 'create'
       where i.id = any($1)`,
        [acknowledged],
      );
      const all = acknowledged.length;
      expect(rows).toEqual([{ items: all, versions: all, entries: all }]);
      expect(
        (await api(second.base, '/api/content/items/', { token })).body.count,
      ).toBeGreaterThanOrEqual(all);
    },
  );

  test('of PostgreSQL alone is recovered from', async () => {
    const dataDir = await startedDataFolder();
    const server = await startServer(dataDir);
    const { token, folder } = await newWriter(server.base);
    const { id } = (
      await api(server.base, '/api/content/items/', { body: { folder, content: 'x' }, token })
    ).body;
    const [pid = 0] = postmasters(dataDir);
    // In the middle of transactions: a lost connection must not end the process.
    let stop = false;
    const responses: number[] = [];
    const writing = Array.from({ length: 8 }, async (_, lane) => {
      for (let i = 0; !stop; i++) {
        const body = JSON.stringify({ content: `${lane} ${i}` });
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        responses.push(
          (await fetch(`${server.base}/api/content/items/${id}/`, { method: 'PUT', body, headers }))
            .status,
        );
      }
    });
    await expect.poll(() => responses.length).toBeGreaterThan(20);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => healthy(server.base), { timeout: 20_000 }).toBe(503);
    stop = true;
    await Promise.all(writing);
    expect([...new Set(responses)].sort()).toEqual([200, 503]);
    await expect.poll(() => healthy(server.base), { timeout: 20_000 }).toBe(200);
    expect(postmasters(dataDir)).not.toContain(pid);
  });

  test('whose process number another process has is not taken for a running database', async () => {
    const dataDir = await startedDataFolder();
    const server = await startServer(dataDir);
    killEverything(server.child, dataDir);
    await server.exited;
    const pidFile = join(clusterFolder(dataDir), 'data/postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
    expect(await healthy((await startServer(dataDir)).base)).toBe(200);
  });
});

describe('the shutdown', () => {
  test('finishes requests in flight, and stops PostgreSQL', async () => {
    const dataDir = await startedDataFolder();
    const server = await startServer(dataDir);
    const { token, folder } = await newWriter(server.base);
    const { id } = (
      await api(server.base, '/api/content/items/', { body: { folder, content: 'x' }, token })
    ).body;
    // Another connection locks the item, so that the request is in flight at shutdown.
    const holder = await connect(dataDir);
    await holder.query('begin');
    await holder.query('select from items where id = $1 for update', [id]);
    const underWay = fetch(`${server.base}/api/content/items/${id}/`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ content: 'Last words' }),
    });
    const waiting =
      "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(async () => (await holder.query(waiting)).rows[0].waiting).toBe(1);
    server.child.kill('SIGTERM');
    // Twice, as when both a terminal and npm send it.
    server.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${server.base}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    await holder.query('commit');
    const response = await underWay;
    expect([response.status, (await response.json()).content]).toEqual([200, 'Last words']);
    await holder.end();
    expect(await server.exited).toBe(0);
    expect(postmasters(dataDir)).toEqual([]);
    expect(await healthy((await startServer(dataDir)).base)).toBe(200);
  });
});

test('a shutdown with DRAIN_SECONDS is not ready first, and serves meanwhile', async () => {
  const server = await startServer(await startedDataFolder(), {
    environment: { DRAIN_SECONDS: '3' },
  });
  const { token } = await newWriter(server.base);
  server.child.kill('SIGTERM');
  await expect
    .poll(async () => (await fetch(`${server.base}/readyz`)).json(), { interval: 50 })
    .toEqual({ status: 'ending' });
  expect((await fetch(`${server.base}/readyz`)).status).toBe(503);
  expect((await api(server.base, '/api/content/folders/', { token })).status).toBe(200);
  expect(await server.exited).toBe(0);
});

describe('a data folder', () => {
  test('has one owner: a second process ends with one line and does no harm', async () => {
    const dataDir = await startedDataFolder();
    const first = await startServer(dataDir);
    const second = spawnServer(dataDir);
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(
      `Another process (pid ${first.child.pid}) is already using DATA_DIR '${dataDir}': use that one, stop it, or choose another DATA_DIR.\n`,
    );
    expect(await healthy(first.base)).toBe(200);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('with a path too long for a socket works all the same', async () => {
    const dataDir = join(temporaryFolder(), 'long'.repeat(40), 'data');
    expect(await healthy((await startServer(dataDir)).base)).toBe(200);
  });

  test('whose set-up was interrupted is set up again', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(join(dataDir, 'postgres/unfinished/base'), { recursive: true });
    expect(await healthy((await startServer(dataDir)).base)).toBe(200);
  });
});

describe.runIf(asRoot)('root', () => {
  test('runs the cluster as another user, below a folder that this user cannot enter', async () => {
    const dataDir = join(temporaryFolder({ mode: 0o700 }), 'data');
    const server = await startServer(dataDir);
    expect(await healthy(server.base)).toBe(200);
    const [pid = 0] = postmasters(dataDir);
    const user = spawnSync('ps', ['-o', 'uid=', '-p', String(pid)], {
      encoding: 'utf8',
    }).stdout.trim();
    expect(user).not.toBe('0');
    expect(clusterFolder(dataDir)).toMatch(/^\/var\/lib\/postfolio\//);
  });

  test('can move such a data folder, but not run a copy of it', async () => {
    const folder = temporaryFolder({ mode: 0o700 });
    const [before, after, copy] = ['before', 'after', 'copy'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const first = await startServer(before);
    const { token } = await newWriter(first.base);
    first.child.kill('SIGTERM');
    await first.exited;
    renameSync(before, after);
    const moved = await startServer(after);
    expect((await api(moved.base, '/api/content/folders/', { token })).body.count).toBe(1);
    moved.child.kill('SIGTERM');
    await moved.exited;
    cpSync(after, copy, { recursive: true });
    const copied = spawnServer(copy);
    expect(await copied.exited).toBe(1);
    expect(copied.output()).toBe(
      `DATA_DIR '${copy}' is a copy of '${after}', and the database belongs to that one: set DATA_DIR to an empty folder to begin with an empty database.\n`,
    );
  });
});

test('an ordinary user runs it from a folder of their own', async () => {
  const account = asRoot ? ordinaryAccount() : undefined;
  const dataDir = join(temporaryFolder({ ...(account && { account }) }), 'data');
  const server = await startServer(dataDir, account && { account, root: readableRoot(account) });
  expect(await healthy(server.base)).toBe(200);
  expect(existsSync(join(dataDir, 'postgres/data/PG_VERSION'))).toBe(true);
});

test('where install scripts were off, the symbolic links are created at start', async () => {
  const packaged = await findBinaries();
  const folder = temporaryFolder();
  cpSync(join(packaged, '..', 'package.json'), join(folder, 'package.json'));
  const copied = await copyBinaries(packaged, folder);
  const native = join(folder, 'native');
  renameSync(copied, native);
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) rmSync(join(folder, target), { force: true });
  const version = () =>
    spawnSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  expect(version().status).not.toBe(0);
  await makeMissingLinks(native);
  expect(version().stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
});

describe('a data folder that was restored in part', () => {
  async function stopped() {
    const dataDir = await startedDataFolder();
    const server = await startServer(dataDir);
    const { token } = await newWriter(server.base);
    server.child.kill('SIGTERM');
    await server.exited;
    return { dataDir, token };
  }
  const folders = async (base: string, token: string) =>
    (await api(base, '/api/content/folders/', { token })).body.count;

  test('without its database does not begin with an empty one', async () => {
    const { dataDir } = await stopped();
    const folder = clusterFolder(dataDir);
    rmSync(folder, { recursive: true });
    const server = spawnServer(dataDir);
    expect(await server.exited).toBe(1);
    expect(server.output()).toBe(
      `The database of DATA_DIR '${dataDir}' does not exist; it was in '${folder}'. Put that folder back, or set DATA_DIR to an empty folder and restore a backup with 'npm run restore'.\n`,
    );
  });

  test.runIf(asRoot)('nor where the database lay elsewhere, on another machine', async () => {
    const dataDir = join(temporaryFolder({ mode: 0o700 }), 'data');
    const server = await startServer(dataDir);
    server.child.kill('SIGTERM');
    await server.exited;
    rmSync(clusterFolder(dataDir), { recursive: true });
    // As a former version left it.
    rmSync(join(dataDir, 'postgres.folder'));
    const again = spawnServer(dataDir);
    expect(await again.exited).toBe(1);
    expect(again.output()).toMatch(
      /^The database of DATA_DIR '.*' does not exist; it was in '\/var\/lib\/postfolio\//,
    );
  });

  test('without the password of the database gets another one', async () => {
    const { dataDir, token } = await stopped();
    rmSync(join(dataDir, 'postgres.password'));
    expect(await folders((await startServer(dataDir)).base, token)).toBe(1);
  });

  test('with another password than the database sets that one', async () => {
    const { dataDir, token } = await stopped();
    writeFileSync(join(dataDir, 'postgres.password'), 'another-password');
    expect(await folders((await startServer(dataDir)).base, token)).toBe(1);
  });

  test('whose database is on another disk, by a link, is adopted after a crash', async () => {
    const { dataDir, token } = await stopped();
    const elsewhere = join(temporaryFolder(), 'large-disk');
    renameSync(join(dataDir, 'postgres'), elsewhere);
    symlinkSync(elsewhere, join(dataDir, 'postgres'));
    const first = await startServer(dataDir);
    first.child.kill('SIGKILL');
    await first.exited;
    const second = await startServer(dataDir);
    expect(second.output()).toContain('"how":"adopted"');
    expect(await folders(second.base, token)).toBe(1);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    expect(postmasters(elsewhere)).toEqual([]);
  });

  test('with a socket lock of another process starts all the same', async () => {
    const { dataDir, token } = await stopped();
    const lock = join(clusterFolder(dataDir), '.s.PGSQL.5432.lock');
    writeFileSync(lock, `${process.pid}\n${join(clusterFolder(dataDir), 'data')}\n0\n5432\n`);
    expect(await folders((await startServer(dataDir)).base, token)).toBe(1);
  });

  test('of another major version is not started, and says what to do', async () => {
    const { dataDir } = await stopped();
    writeFileSync(join(clusterFolder(dataDir), 'data/PG_VERSION'), '17\n');
    const server = spawnServer(dataDir);
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(
      /was created by PostgreSQL 17, and this version contains 18: .*npm run backup.*npm run restore/,
    );
  });
});

test('a shutdown during an export that is not read stops PostgreSQL', async () => {
  const dataDir = await startedDataFolder();
  const server = await startServer(dataDir);
  const { token, folder } = await newWriter(server.base);
  await api(server.base, '/api/content/items/', { body: { folder, content: 'x' }, token });
  // Far more than what is buffered on the way.
  await query(
    dataDir,
    `insert into audit_log (workspace_id, user_id, action, object_type, object_id, changes)
     select workspace_id, user_id, action, object_type, object_id,
       jsonb_build_object('content', jsonb_build_object('before', null, 'after', repeat('x', 90000)))
     from audit_log, generate_series(1, 200) where object_type = 'item'`,
    [],
  );
  const response = await fetch(`${server.base}/api/content/audit-logs/export/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = response.body?.getReader();
  await reader?.read();
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(postmasters(dataDir)).toEqual([]);
  await reader?.cancel().catch(() => undefined);
});

test('a shutdown during a restart of the database stops it', async () => {
  const dataDir = await startedDataFolder();
  const server = await startServer(dataDir);
  const [pid = 0] = postmasters(dataDir);
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => postmasters(dataDir).filter((entry) => entry !== pid).length, {
      interval: 20,
      timeout: 10_000,
    })
    .toBe(1);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(postmasters(dataDir)).toEqual([]);
});

test('a shutdown during the start leaves nothing behind', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const server = spawnServer(dataDir);
  onTestFinished(() => killEverything(server.child, dataDir));
  await expect.poll(() => postmasters(dataDir).length, { interval: 20, timeout: 20_000 }).toBe(1);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(postmasters(dataDir)).toEqual([]);
});

test('a full log disk or a closed log reader blocks nothing', async () => {
  const dataDir = await startedDataFolder();
  const root = join(import.meta.dirname, '..');
  const child = spawn('sh', ['-c', `exec "${process.execPath}" ${MAIN} > /dev/full`], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => killEverything(child, dataDir));
  const exited = new Promise((resolve) => child.on('exit', resolve));
  // Its output is not read: the database is migrated once it is ready.
  const tables = "select count(*)::int as count from pg_tables where tablename = 'restored_jobs'";
  const count = () =>
    query(dataDir, tables, []).then(
      ([row]) => row.count,
      () => 0,
    );
  await expect.poll(count, { timeout: 30_000 }).toBe(1);
  // The publisher runs once the server listens.
  const beats = 'select count(*)::int as count from publisher_heartbeat';
  await expect.poll(async () => (await query(dataDir, beats, []))[0].count).toBe(1);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(postmasters(dataDir)).toEqual([]);
});

describe('processes of one database', () => {
  async function database() {
    const server = await startTestServer();
    const created = await createTestDatabase(server.urlOf);
    onTestFinished(async () => {
      await created.drop();
      await server.stop();
    });
    return created.url;
  }

  test('share one secret, where none is set', async () => {
    const environment = { DATABASE_URL: await database() };
    const [first, second] = twoDataFolders();
    const one = await startServer(first, { environment });
    const two = await startServer(second, { environment });
    const { token } = await newWriter(one.base);
    expect((await api(two.base, '/api/users/me/', { token })).status).toBe(200);
  });

  test('do not start with folders of files of their own', async () => {
    const environment = { DATABASE_URL: await database() };
    await startServer(join(temporaryFolder(), 'data'), { environment });
    const other = spawnServer(join(temporaryFolder(), 'data'), { environment });
    expect(await other.exited).toBe(1);
    expect(other.output()).toMatch(
      /The folder '.*' has none of the files of this installation .*: share DATA_DIR\/media with the other processes, or set S3_URL\./,
    );
  });

  test('do not start with different secrets', async () => {
    const url = await database();
    const environment = { DATABASE_URL: url, SECRET: 'a'.repeat(32) };
    await startServer(join(temporaryFolder(), 'data'), { environment });
    const other = spawnServer(join(temporaryFolder(), 'data'), {
      environment: { ...environment, SECRET: 'b'.repeat(32) },
    });
    expect(await other.exited).toBe(1);
    expect(other.output()).toContain('SECRET is not the one that this database uses');
  });
});

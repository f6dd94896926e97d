import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { useApp } from '../testing/app.ts';
import { createTestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { killEverything, spawnServer, temporaryFolder } from '../testing/process.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';

async function database(template: string) {
  const { url } = inject('postgres');
  const created = await createTestDatabase((name) => url.replace('{database}', name), template);
  onTestFinished(created.drop);
  return created.url;
}

test('a start that waits for another process that migrates says so, and answers health checks', async () => {
  const url = await database('template1');
  const holder = new pg.Client(url);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('select pg_advisory_lock(7103551)');
  const dataDir = join(temporaryFolder(), 'data');
  const port = await freePort();
  const server = spawnServer(dataDir, {
    environment: {
      DATABASE_URL: url,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}/posts`,
    },
  });
  onTestFinished(() => killEverything(server.child, dataDir));
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    return response && { status: response.status, body: await response.json() };
  };
  await expect.poll(server.output).toContain('waiting for another process that migrates');
  const { processID: pid } = holder as unknown as { processID: number };
  expect(server.output()).toContain(`"pid":${pid},`);
  await expect.poll(() => get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await get('/posts/readyz')).toEqual({ status: 503, body: { status: 'migrating' } });
  expect(await get('/api/users/me/')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await holder.query('select pg_advisory_unlock_all()');
  await expect.poll(async () => (await get('/readyz'))?.status).toBe(200);
  const said = server
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const of = (msg: string) => said.filter((line) => line.msg === msg);
  expect(of('applying a migration')[0]).toMatchObject({ name: '0001_people.sql' });
  expect(of('migration applied').at(-1)).toMatchObject({ seconds: expect.any(Number) });
  expect(of('migration applied')).toHaveLength(of('applying a migration').length);
});

test('a database that ran the former file of a rewritten migration starts', async () => {
  const url = await database(inject('postgres').template);
  const pool = createPool({ connectionString: url }, () => {});
  onTestFinished(() => pool.end());
  const rewritten: Record<string, string[]> = JSON.parse(
    readFileSync(join(import.meta.dirname, 'migrations/rewritten.json'), 'utf8'),
  );
  for (const [name, [former]] of Object.entries(rewritten))
    await pool.query('update migrations set checksum = $2 where name = $1', [name, former]);
  expect(await migrate(pool)).toEqual([]);
  await pool.query("update migrations set checksum = 'x' where name = '0015_posts.sql'");
  await expect(migrate(pool)).rejects.toThrow("'0015_posts.sql' was changed after it was applied");
});

test('migrations name no schema: an operator may choose another one than public', async () => {
  const named = (await readMigrations()).filter(({ text }) => /\bpublic\./.test(text));
  expect(named.map(({ name }) => name)).toEqual([]);
});

test('a migration that meets a deadlock with an older process is tried again', async () => {
  const url = await database(inject('postgres').template);
  const pool = createPool({ connectionString: url }, () => {});
  onTestFinished(() => pool.end());
  // Fails twice, as PostgreSQL does when it chooses this one.
  await pool.query(`
    create sequence attempts;
    create function deadlock() returns trigger language plpgsql as $$ begin
      if nextval('attempts') < 3 then raise exception using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger deadlock before insert on migrations for each row execute function deadlock();
    delete from migrations where name = '0023_activity.sql'`);
  const said: string[] = [];
  // The file is there already, so that the third attempt ends with an error of its own.
  await expect(migrate(pool, (_, message) => said.push(message))).rejects.toThrow();
  expect(said).toEqual(['applying a migration']);
});

test('a start after one that was killed in a migration does not wait for what is rolled back', async () => {
  const url = await database(inject('postgres').template);
  const pool = createPool({ connectionString: url }, () => {});
  onTestFinished(() => pool.end());
  // The first attempt takes an hour; this migration can be applied again.
  await pool.query(`
    create sequence attempts;
    create function take_long() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then perform pg_sleep(3600); end if;
      return new;
    end $$;
    create trigger take_long before insert on migrations for each row execute function take_long();
    delete from migrations where name = '0126_lost_conversions.sql'`);
  const dataDir = join(temporaryFolder(), 'data');
  const server = spawnServer(dataDir, { environment: { DATABASE_URL: url } });
  onTestFinished(() => killEverything(server.child, dataDir));
  await expect
    .poll(async () => (await pool.query('select is_called from attempts')).rows)
    .toEqual([{ is_called: true }]);
  server.child.kill('SIGKILL');
  expect(await migrate(pool)).toEqual(['0126_lost_conversions.sql']);
});

const app = useApp();

test('a process that is older than the schema is not ready, and says why', async () => {
  expect((await app.get('/readyz')).body).toMatchObject({ status: 'ok' });
  await app.database.query("insert into migrations (name, checksum) values ('9999_new.sql', 'x')");
  expect(await app.get('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'outdated', migration: '9999_new.sql' },
  });
});

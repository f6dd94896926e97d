import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startCluster } from '../database/embedded/cluster.ts';
import { isAlive } from '../database/embedded/postmaster.ts';
import { migrate } from '../database/migrate.ts';
import { type Connection, createPool } from '../database/pool.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createQuietLog } from '../lib/quiet-log.ts';

const PREFIX = 'postfolio-test-';
const MIN_ROOM = 4 * 2 ** 30;

/** A PostgreSQL for tests: the one in TEST_DATABASE_URL, or an embedded temporary one. */
export async function startTestServer(): Promise<{
  urlOf: (database: string) => string;
  stop: () => Promise<void>;
}> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { urlOf: (database) => withDatabase(given, database), stop: async () => {} };
  const folder = mkdtempSync(join(folderForData(), `${PREFIX}${process.pid}-`));
  // Readable for the user that runs PostgreSQL where root runs the tests.
  chmodSync(folder, 0o755);
  // Only for tests: their data need not survive a crash of the machine.
  const cluster = await startCluster(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
    },
  });
  const { host, user, password } = cluster.connection as Exclude<
    Connection,
    { connectionString: string }
  >;
  const url = `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(host)}`;
  return {
    urlOf: (database) => withDatabase(url, database),
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * In memory, where there is room: to create and drop a database, with its thousand files, takes a
 * quarter of the time.
 */
function folderForData() {
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir();
  // A run that was killed has left its memory. PostgreSQL ends where its folder is gone.
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(PREFIX) && Number.parseInt(name.slice(PREFIX.length), 10);
    if (pid && !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > MIN_ROOM ? memory : tmpdir();
}

/** The address of another database on the same server. */
function withDatabase(url: string, database: string) {
  return url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

/**
 * Announces the jobs that a test inserts, as pg-boss announces those that it inserts itself. A test
 * would wait for the next poll of the queue otherwise.
 */
const ANNOUNCE_JOBS = `
create function jobs.announce_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), new.name);
  return null;
end $$;
create trigger announce_job after insert on jobs.job
  for each row when (new.start_after <= now()) execute function jobs.announce_job();`;

/** Wakes the publisher for what a test makes due, as a request does that publishes now. */
const ANNOUNCE_DUE = `
create function announce_due() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', new.workspace_id || ' publications ');
  return null;
end $$;
create trigger announce_due after update of next_attempt_at on publications
  for each row when (new.next_attempt_at <= now()) execute function announce_due();`;

/** Creates an empty, migrated database, or a copy of `template`. */
export async function createTestDatabase(urlOf: (database: string) => string, template?: string) {
  const name = `postfolio_test_${randomUUID().replaceAll('-', '')}`;
  // By files: block by block, through the log, it takes twice the time of a processor.
  const copied = template ? `template ${template} strategy file_copy` : '';
  await runOn(urlOf('postgres'), `create database ${name} ${copied}`);
  const url = urlOf(name);
  if (!template) {
    const pool = createPool({ connectionString: url }, () => {});
    await migrate(pool);
    await pool.end();
    // Creates the tables of the queue.
    const log = pino({ level: 'silent' });
    const jobs = createJobs({ connectionString: url }, log, createQuietLog(log), {
      atRest: () => undefined,
      onTakeOver: () => {},
    });
    await jobs.start();
    await jobs.stop();
    await runOn(url, ANNOUNCE_JOBS);
    await runOn(url, ANNOUNCE_DUE);
  }
  return {
    name,
    url,
    drop: () => runOn(urlOf('postgres'), `drop database if exists ${name} with (force)`),
  };
}

export async function runOn(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Runs `work` with a migrated database of its own, and deletes it afterwards. */
export async function withTestDatabase(work: (database: { url: string }) => Promise<void>) {
  const server = await startTestServer();
  try {
    const database = await createTestDatabase(server.urlOf);
    await work(database).finally(database.drop);
  } finally {
    await server.stop();
  }
}

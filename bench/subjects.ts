// What is measured: the server, and the limit. Each is a process of its own, with its log in a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import manifest from '../package.json' with { type: 'json' };
import { startCluster } from '../server/database/embedded/cluster.ts';
import { migrate } from '../server/database/migrate.ts';
import { type Connection, createPool } from '../server/database/pool.ts';
import { createTokens } from '../server/http/session.ts';
import { createSecrets } from '../server/secrets.ts';

const SECRET = 'a secret for measuring, long enough';
const START_MS = 10_000;
/** Those of `npm start`. */
const FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node');

/** An empty database of its own, migrated. */
export async function startDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'postfolio-bench-'));
  const cluster = await startCluster(dataDir);
  const { host, user, password, database } = cluster.connection as Exclude<
    Connection,
    { connectionString: string }
  >;
  const pool = createPool(cluster.connection, () => {});
  await migrate(pool);
  const children: ChildProcess[] = [];
  const { rows } = await pool.query("select current_setting('data_directory') as data");
  const [pid] = readFileSync(join(rows[0].data, 'postmaster.pid'), 'utf8').split('\n');

  return {
    pool,
    /** The process of PostgreSQL that the others descend from. */
    pid: Number(pid),

    /** Starts a file of the project as a server on this database. */
    async start(file: string, port: number) {
      const log = join(dataDir, `${port}.log`);
      const child = spawn(process.execPath, [...FLAGS, file], {
        stdio: ['ignore', openSync(log, 'w'), 'inherit'],
        env: {
          ...process.env,
          DATABASE_URL: `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`,
          PORT: String(port),
          SECRET,
          DATA_DIR: dataDir,
          RATE_LIMIT_FACTOR: '1000',
          // As scripts/start.js starts it.
          NODE_COMPILE_CACHE: COMPILE_CACHE,
        },
      });
      children.push(child);
      const base = `http://127.0.0.1:${port}`;
      for (const until = Date.now() + START_MS; Date.now() < until; await delay(50))
        if (await fetch(`${base}/`).catch(() => null)) return { base, pid: child.pid as number };
      throw new Error(`${file} did not start: ${readFileSync(log, 'utf8').slice(-2000)}`);
    },

    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(
        children.map(
          (child) =>
            child.exitCode === null && new Promise((resolve) => child.once('exit', resolve)),
        ),
      );
      await pool.end();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type BenchDatabase = Awaited<ReturnType<typeof startDatabase>>;
export type Server = Awaited<ReturnType<BenchDatabase['start']>>;

const tokens = createTokens(createSecrets(SECRET), Date);
const sessionOf = (user: number | string) =>
  `00000000-0000-4000-8000-${String(user).padStart(12, '0')}`;
/** What signs a person in who has a session. */
export const authorizationOf = (user: number) => `Bearer ${tokens.sign(user, sessionOf(user))}`;

/** Gives all people a session: what changes content holds it. */
export async function addSessions(pool: pg.Pool) {
  const { rows } = await pool.query<{ id: number }>('select id from users');
  await pool.query(
    `insert into sessions (id, user_id, refresh_hash, expires_at)
     select id, user_id, sha256(user_id::text::bytea), now() + interval '1 day'
     from unnest($1::uuid[], $2::bigint[]) session (id, user_id) on conflict do nothing`,
    [rows.map(({ id }) => sessionOf(id)), rows.map(({ id }) => id)],
  );
}

import type { FastifyInstance } from 'fastify';
import { isDiskFull, mayPreventWrites } from '../database/failures.ts';
import type { Installation } from '../database/installation.ts';
import type { Database, Executor } from '../database/pool.ts';

type Health = {
  /** The reserved pool, which works while all other connections are busy. */
  database: Executor;
  installation: Pick<Installation, 'atRest'>;
  /** Of the APIs of networks, where they end. */
  versions: Readonly<Record<string, { version: string; ends: Date }>>;
  /** Whether a write has failed, and none has succeeded since. */
  disk: Disk;
  /** The names of the migrations that this version has. */
  migrations: readonly string[];
  worker: { isStalled: () => boolean };
  isEnding: () => boolean;
};

/**
 * `/healthz`: the process is up. `/readyz`: the database responds, is not newer than this version and
 * accepts writes, and the publisher runs. A copy at rest is ready: people use it to take over.
 */
export function serveHealth(app: FastifyInstance, health: Health) {
  const { database, installation, versions, disk, migrations, worker, isEnding } = health;
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isEnding()) return reply.code(503).send({ status: 'ending' });
    const { rows } = await database.query<{ read_only: boolean; newer: string | null }>(STATE, [
      migrations,
    ]);
    const { read_only: isReadOnly, newer } = rows[0] ?? {};
    const refuse = (status: string, more = {}) => reply.code(503).send({ status, ...more });
    // Another process has migrated the database for a newer version.
    if (newer) return refuse('outdated', { migration: newer });
    if (isReadOnly) return refuse('read_only');
    const failure = await disk.failure();
    if (failure) return refuse(failure);
    if (!installation.atRest() && worker.isStalled()) return refuse('worker_stalled');
    return {
      status: installation.atRest() ? 'at_rest' : 'ok',
      versions,
      // The rules of time zones, which come with Node: '2026c'.
      time_zones: process.versions.tz ?? null,
    };
  });
}

const STATE = `select current_setting('transaction_read_only')::boolean as read_only,
  (select max(name) from migrations where name <> all($1)) as newer`;

/** More than the little that a full disk may still take. */
const PROBE = `create temporary table disk_probe on commit drop as
  select md5(n::text) from generate_series(1, 20000) n`;

type Disk = ReturnType<typeof createDisk>;

/**
 * Remembers that a write failed because nothing can be written, and tries one when it is asked until it
 * succeeds: a process that gets no requests for it would otherwise never recover.
 * @param databases tell of the failures of requests, jobs and workers alike
 * @param writeFile writes where the files are
 */
export function createDisk(
  database: Executor,
  databases: readonly Pick<Database, 'onFailure'>[],
  writeFile: () => Promise<void>,
) {
  let failure: 'full' | 'unwritable' | undefined;
  const onError = (error: unknown) => {
    if (mayPreventWrites(error)) failure = isDiskFull(error) ? 'full' : (failure ?? 'unwritable');
  };
  for (const { onFailure } of databases) onFailure(onError);
  return {
    onError,
    /** Why nothing can be written; undefined where a write has succeeded since. */
    failure: async () => {
      if (failure === undefined) return undefined;
      try {
        await database.query(PROBE);
        await writeFile();
        failure = undefined;
      } catch {
        // Whatever it is, no write has succeeded.
      }
      return failure;
    },
  };
}

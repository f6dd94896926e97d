import type { FastifyInstance } from 'fastify';
import type { Executor } from '../database/pool.ts';

/**
 * `/healthz`: the process is up. `/readyz`: the database responds and accepts writes.
 * @param database the reserved pool, which works while all other connections are busy
 * @param versions of the APIs of networks, where they end
 */
export function serveHealth(
  app: FastifyInstance,
  database: Executor,
  versions: Readonly<Record<string, { version: string; ends: Date }>>,
) {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { rows } = await database.query<{ read_only: boolean }>(
      "select current_setting('transaction_read_only')::boolean as read_only",
    );
    if (!rows[0]?.read_only) return { status: 'ok', versions };
    return reply.code(503).send({ status: 'read_only' });
  });
}

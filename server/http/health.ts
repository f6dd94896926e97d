import type { FastifyInstance } from 'fastify';
import type { Executor } from '../database/pool.ts';

/** `/healthz`: the process is up. `/readyz`: it can do its work, the database answers. */
export function serveHealth(app: FastifyInstance, database: Executor) {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await database.query('select 1');
    return { status: 'ok' };
  });
}

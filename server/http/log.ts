import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Ids that are unique among all processes and cost nothing: one random beginning, then a count. */
export function requestIds() {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

/** The token in the link of a mail is good for an hour: it is nobody else's. */
const SECRET_PATH = /^(\/reset-password\/).+/i;

/** One line a request. Of the address only the path: a query can hold what people look for. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0]?.replace(SECRET_PATH, '$1…'),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    );
    done();
  });
}

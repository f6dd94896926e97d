import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Ids that are unique among all processes and cost nothing: one random beginning, then a count. */
export function requestIds() {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

/** The token in the link of a mail is nobody else's. */
const SECRET_PATH = /^(\/+(?:reset-password|invite|confirm-address)\/).+/i;
const MAX_PATH = 300;

/** The path of an address as the log has it: without what opens something, and not as long as somebody likes. */
function loggedPath(url: string): string {
  // Cut before it is decoded: what an address costs here does not grow with it.
  const path = (url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
  return decoded(path).replace(SECRET_PATH, '$1…');
}

/** Signs that need no escape are themselves, whatever stands beside them: the router reads them so, too. */
const decoded = (path: string) =>
  path.includes('%')
    ? path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : path;

/** One line a request. Of the address only the path: a query can hold what people look for. */
export function logRequests(app: FastifyInstance) {
  let warned = false;
  /** Behind a proxy that is not named, everybody has the proxy's address, and shares its limits. */
  function warnOnce(request: FastifyRequest) {
    if (warned || !request.headers['x-forwarded-for'] || request.ip !== request.socket.remoteAddress) return;
    warned = true;
    const { ip } = request;
    request.log.warn({ ip }, 'a proxy forwards addresses that do not count: name its address in TRUST_PROXY');
  }
  app.addHook('onResponse', (request, reply, done) => {
    warnOnce(request);
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    );
    done();
  });
}

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Ids that are unique among all processes and cheap: a random prefix and a counter. */
export function requestIds() {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

/** Tokens of links, in mails and of calendars, are not logged. */
const SECRET_PATH = /^(\/+(?:reset-password|invite|confirm-address|api\/calendar\/feed)\/).+/i;
const MAX_PATH = 300;

/** The path of a URL for the log: without tokens, and of limited length. */
function loggedPath(url: string): string {
  const query = url.indexOf('?');
  // Cut before it is decoded, so that the cost is bounded.
  const path = url.slice(0, query < 0 ? MAX_PATH : Math.min(query, MAX_PATH));
  return decoded(path).replace(SECRET_PATH, '$1…');
}

/** Unreserved characters are decoded as the router decodes them, whatever surrounds them. */
const decoded = (path: string) =>
  path.includes('%')
    ? path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : path;

/** One line for each request. Only the path of the URL: a query can contain search terms. */
export function logRequests(app: FastifyInstance) {
  let warned = false;
  /** Behind an unconfigured proxy all clients share its address, and its limits. */
  function warnOnce(request: FastifyRequest) {
    if (
      warned ||
      !request.headers['x-forwarded-for'] ||
      request.ip !== request.socket.remoteAddress
    )
      return;
    warned = true;
    const { ip } = request;
    request.log.warn(
      { ip },
      'a proxy forwards addresses that do not count: name its address in TRUST_PROXY',
    );
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

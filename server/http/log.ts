import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allPages } from '#contract/pages.ts';

/** Ids that are unique among all processes and cheap: a random prefix and a counter. */
export function requestIds() {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

const MAX_PATH = 300;
const IS_ID = /^\d{0,16}$/;

/**
 * The path of a URL for the log, of limited length: words of our own paths, and ids. Anything else
 * may be a token, a pass or a proof, wherever it stands.
 */
function loggedPath(url: string, words: ReadonlySet<string>): string {
  const query = url.indexOf('?');
  // Cut before it is decoded, so that the cost is bounded.
  const path = url.slice(0, query < 0 ? MAX_PATH : Math.min(query, MAX_PATH));
  return decoded(path)
    .split('/')
    .map((part) => (words.has(part) || IS_ID.test(part) ? part : '…'))
    .join('/');
}

/** Unreserved characters are decoded as the router decodes them, whatever surrounds them. */
const decoded = (path: string) =>
  path.includes('%')
    ? path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : path;

/**
 * One line for each request, with who acts where. Only the path of the URL: a query can contain search
 * terms. Called
 * before routes are added, whose words may be logged.
 */
export function logRequests(app: FastifyInstance) {
  const words = new Set<string>();
  const addWords = (path: string) => {
    for (const part of path.split('/')) if (!/^[:*]/.test(part)) words.add(part);
  };
  for (const [, { path }] of allPages) addWords(path);
  app.addHook('onRoute', ({ url }) => addWords(url));
  let warned = false;
  /** Behind an unconfigured proxy all clients share its address, and its limits. */
  function warnOnce(request: FastifyRequest) {
    // Of a trusted proxy, there are at least its address and the one that it forwards.
    const isTrusted = (request.ips?.length ?? 0) > 1;
    if (warned || isTrusted || !request.headers['x-forwarded-for']) return;
    warned = true;
    const { ip } = request;
    request.log.warn(
      { ip },
      'ignoring the addresses that an untrusted proxy forwards: add its address to TRUST_PROXY',
    );
  }
  app.addHook('onResponse', (request, reply, done) => {
    warnOnce(request);
    const { person } = request;
    request.log.info(
      {
        reqId: request.id,
        ...(person && { user: person.userId, workspace: person.workspaceId }),
        ...(person?.key && { key: person.key.id }),
        method: request.method,
        path: loggedPath(request.url, words),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    );
    done();
  });
}

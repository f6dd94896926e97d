import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Clock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Listener } from '../../../database/listener.ts';
import type { Database } from '../../../database/pool.ts';
import { clientIp, networkOf } from '../../../http/client-ip.ts';
import type { QuietLog } from '../../../quiet-log.ts';
import { createKnownLinks, type KnownLink, type KnownLinks } from './known-links.ts';
import { createVisits, type Visits } from './visits.ts';

/**
 * Sends people where links lead, before anything else of the server sees their request: no session,
 * no line in the log, which would have their address.
 */

/** Base 58: letters and digits that nobody takes for another. */
const PATH = /^\/l\/([1-9A-HJ-NP-Za-km-z]{7})\/?(?:\?|$)/;
/** Codes of no link, of one network in a minute: guesses. */
const MAX_GUESSES = 60;
const MINUTE_MS = 60_000;
const MAX_GUESSERS = 10_000;

/** A page without scripts, pictures and styles of ours: on the host of links there is nothing else. */
const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}h1{font-size:1.25rem}</style><h1>${title}</h1><p>${text}</p></html>`;
const ENDED = page('This link has ended', 'Whoever shared it has ended it.');
const UNKNOWN = page('Page not found', 'There is nothing at this address. Is it complete?');
const BUSY = page('Too many requests', 'Please try again in a minute.');

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
};

function send(
  { method }: FastifyRequest,
  { raw }: FastifyReply,
  status: number,
  html: string,
  headers = {},
) {
  const length = { 'content-length': Buffer.byteLength(html) };
  raw.writeHead(status, { ...PAGE_HEADERS, ...length, ...headers });
  raw.end(method === 'HEAD' ? undefined : html);
}

function follow(request: FastifyRequest, reply: FastifyReply, link: KnownLink, visits: Visits) {
  if (link.location === null) return send(request, reply, 410, ENDED);
  const { raw } = reply;
  raw.writeHead(302, {
    location: link.location,
    'cache-control': 'private, no-store',
    'content-length': 0,
  });
  raw.end();
  const { method, headers } = request;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (method === 'HEAD' || /prefetch|preview/i.test(purpose)) return;
  visits.add(link, {
    address: clientIp(request),
    agent: headers['user-agent'] ?? '',
    referrer: headers.referer ?? '',
    isPrivate: headers.dnt === '1' || headers['sec-gpc'] === '1',
  });
}

/** Called before any other hook of the application. */
export function serveLinks(
  app: FastifyInstance,
  {
    config,
    clock,
    database,
    background,
    listener,
    report,
  }: {
    config: Pick<Config, 'linksUrl' | 'rateLimitFactor'>;
    clock: Clock;
    database: Database;
    background: Database;
    listener: Listener;
    report: QuietLog;
  },
) {
  const links = createKnownLinks({ database, listener, clock });
  const visits = createVisits({ database: background, clock, report });
  app.addHook('onClose', visits.close);
  const redirect = createRedirect(config, clock, links, visits);
  app.addHook('onRequest', redirect);
}

/** A host as it is compared: other spellings lead to the same server. */
const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/\.(?=$|:)/, '');

function createRedirect(
  config: Pick<Config, 'linksUrl' | 'rateLimitFactor'>,
  clock: Clock,
  links: KnownLinks,
  visits: Visits,
): onRequestHookHandler {
  const own = config.linksUrl ? plainHost(new URL(config.linksUrl).host) : undefined;
  const isOwnHost = ({ host }: FastifyRequest) => own !== undefined && plainHost(host) === own;
  const mayGuess = createGuessLimit(clock, MAX_GUESSES * config.rateLimitFactor);

  /** What else is served goes on; on the host of links there is nothing else. */
  const pass = (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
    isOwnHost(request) ? send(request, reply, 404, UNKNOWN) : done();

  return (request, reply, done) => {
    const { method, url } = request.raw;
    const code = method === 'GET' || method === 'HEAD' ? PATH.exec(url ?? '')?.[1] : undefined;
    if (code === undefined) return pass(request, reply, done);
    const known = links.recall(code);
    if (known === 'unknown') return pass(request, reply, done);
    if (known) return follow(request, reply, known, visits);
    if (!links.isFree() || !mayGuess.check(request))
      return send(request, reply, 429, BUSY, { 'retry-after': '60' });
    links.find(code).then(
      (link) => {
        if (link) return follow(request, reply, link, visits);
        mayGuess.count(request);
        pass(request, reply, done);
      },
      (error) => done(error),
    );
  };
}

/** In memory: a guess writes nothing. */
function createGuessLimit(clock: Clock, max: number) {
  let guesses = new Map<string, number>();
  let began = 0;
  const keyOf = (request: FastifyRequest) => {
    if (clock.now() - began >= MINUTE_MS || guesses.size >= MAX_GUESSERS) {
      guesses = new Map();
      began = clock.now();
    }
    return networkOf(clientIp(request));
  };
  return {
    check: (request: FastifyRequest) => (guesses.get(keyOf(request)) ?? 0) < max,
    count: (request: FastifyRequest) => {
      const key = keyOf(request);
      guesses.set(key, (guesses.get(key) ?? 0) + 1);
    },
  };
}

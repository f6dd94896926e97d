import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { CLICK_PARAMETER } from '#contract/publishing/site-visits.ts';
import { withQuery } from '#contract/publishing/utm.ts';
import type { Clock } from '../../../clock.ts';
import type { Config } from '../../../config/config.ts';
import type { Listener } from '../../../database/listener.ts';
import type { Database } from '../../../database/pool.ts';
import { clientIp, networkOf } from '../../../http/client-ip.ts';
import { createMinuteLimit } from '../../../http/limits/minute-limit.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { plainHost } from '../sent-links/sent-links.service.ts';
import { createKnownLinks, type KnownLink, type KnownLinks } from './known-links.ts';
import { type Caller, isBot, referrerHost } from './visitors.ts';
import { createVisits, type Visits } from './visits.ts';

/**
 * Sends people where links lead, before anything else of the server sees their request: no session,
 * no line in the log, which would have their address.
 */

/** Base 58: letters and digits that nobody takes for another. */
const PATH = /^\/l\/([1-9A-HJ-NP-Za-km-z]{7})\/?(?:\?|$)/;
/** Codes of no link, of one network in a minute: guesses. */
const MAX_GUESSES = 60;

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
  const caller = isCounted(request) ? callerOf(request) : undefined;
  if (caller && link.isOfSite && getsClick(caller)) caller.click = randomUUID();
  const { raw } = reply;
  raw.writeHead(302, {
    location: caller?.click
      ? withQuery(link.location, `${CLICK_PARAMETER}=${caller.click}`)
      : link.location,
    'cache-control': 'private, no-store',
    'content-length': 0,
  });
  raw.end();
  if (caller) visits.add(link, caller);
}

function isCounted({ method, headers }: FastifyRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  return method !== 'HEAD' && !/prefetch|preview/i.test(purpose);
}

const callerOf = (request: FastifyRequest): Caller => ({
  address: clientIp(request),
  agent: request.headers['user-agent'] ?? '',
  referrer: request.headers.referer ?? '',
  isPrivate: request.headers.dnt === '1' || request.headers['sec-gpc'] === '1',
});

/** A program would pass the address on, and its click id with it. */
const getsClick = ({ agent, referrer, isPrivate }: Caller) =>
  !isPrivate && !isBot(agent, referrerHost(referrer));

/** Called before all hooks of the application, but for the script of sites. */
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

function createRedirect(
  config: Pick<Config, 'linksUrl' | 'rateLimitFactor'>,
  clock: Clock,
  links: KnownLinks,
  visits: Visits,
): onRequestHookHandler {
  const own = config.linksUrl ? plainHost(new URL(config.linksUrl).host) : undefined;
  const isOwnHost = ({ host }: FastifyRequest) => own !== undefined && plainHost(host) === own;
  const guesses = createMinuteLimit(clock, MAX_GUESSES * config.rateLimitFactor);
  const guesserOf = (request: FastifyRequest) => networkOf(clientIp(request));

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
    if (!links.isFree() || guesses.isReached(guesserOf(request)))
      return send(request, reply, 429, BUSY, { 'retry-after': '60' });
    links.find(code).then(
      (link) => {
        if (link) return follow(request, reply, link, visits);
        guesses.count(guesserOf(request));
        pass(request, reply, done);
      },
      (error) => done(error),
    );
  };
}

import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SiteEvent } from '#contract/publishing/site-visits.ts';
import type { Clock } from '../../../clock.ts';
import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../database/pool.ts';
import { clientIp, networkOf } from '../../../http/client-ip.ts';
import { createMinuteLimit } from '../../../http/limits/minute-limit.ts';
import { normalizeTexts } from '../../../lib/normalize-texts.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { createTtlCache } from '../../../lib/ttl-cache.ts';
import { ROOT } from '../../../root.ts';
import { findNamed } from './events.sql.ts';
import { createSiteEvents } from './events.ts';

/**
 * The script for the site of a workspace, and what it sends: before anything else of the server sees
 * the request, which has no line in the log, also on the host of links.
 */

const PATH = /^\/v(\.js)?(?:\?|$)/;
/** A brotli of the build, where it was built. */
const FILE = join(ROOT, 'dist/web/v.js');
const SCRIPT_SECONDS = 3600;

const MAX_BODY = 1024;
/** Within a minute. */
const MAX_FROM_NETWORK = 120;
const MAX_OF_SITE = 6000;

const NAMED_MS = 10_000;
/** The length of the longest host name of the DNS. */
const MAX_HOST = 253;
const MAX_HOSTS = 1000;

type Headers = Record<string, string | number>;

function answer({ raw }: FastifyReply, status: number, headers: Headers = {}) {
  raw.writeHead(status, { 'content-length': 0, 'cache-control': 'no-store', ...headers });
  raw.end();
}

/** Called before the redirect of links, which refuses all else on its own host. */
export function serveSite(
  app: FastifyInstance,
  {
    config,
    clock,
    database,
    background,
    report,
  }: {
    config: Pick<Config, 'rateLimitFactor'>;
    clock: Clock;
    database: Database;
    background: Database;
    report: QuietLog;
  },
) {
  const sendScript = createScript();
  const events = createSiteEvents({ database: background, clock, report });
  // After the visits that they are of: hooks of the end run in reverse order.
  app.addHook('onClose', events.close);
  const keepHost = createTtlCache<string, string | null>(clock, { ms: NAMED_MS, max: MAX_HOSTS });
  const ofNetworks = createMinuteLimit(clock, MAX_FROM_NETWORK * config.rateLimitFactor);
  const ofSites = createMinuteLimit(clock, MAX_OF_SITE * config.rateLimitFactor);

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const network = networkOf(clientIp(request));
    if (ofNetworks.isReached(network)) return answer(reply, 429, { 'retry-after': 60 });
    ofNetworks.count(network);
    const { origin = '' } = request.headers;
    const host = URL.canParse(origin) ? new URL(origin).hostname : '';
    const named =
      host.length > MAX_HOST ? null : await keepHost(host, () => namedHostOf(database, host));
    if (named === null) return answer(reply, 403);
    // Beacons are sent with credentials, of which nothing is read.
    const cors = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'origin',
    };
    if (request.method === 'OPTIONS')
      return answer(reply, 204, {
        ...cors,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
      });
    if (ofSites.isReached(named)) return answer(reply, 429, { ...cors, 'retry-after': 60 });
    ofSites.count(named);
    const body = await readBody(request.raw);
    if (body === undefined) return answer(reply, 413, { ...cors, connection: 'close' });
    const event = SiteEvent.safeParse(normalizeTexts(parsed(body))).data;
    if (!event) return answer(reply, 400, cors);
    events.add({ ...event, host, at: clock.now() });
    // Whether its visit is known is nobody's business.
    answer(reply, 204, cors);
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { method, url = '' } = request.raw;
    const [path, isScript] = PATH.exec(url) ?? [];
    if (path === undefined) return done();
    if (isScript)
      return method === 'GET' || method === 'HEAD' ? sendScript(request, reply) : done();
    if (method !== 'POST' && method !== 'OPTIONS') return done();
    receive(request, reply).catch((error) => {
      // Nobody is there any more who could be answered.
      if (!request.raw.destroyed) done(error);
    });
  });
}

/** Sends the built script; without a build there is none. */
function createScript() {
  const [plain, brotli] = [FILE, `${FILE}.br`].map((file) =>
    existsSync(file) ? readFileSync(file) : undefined,
  );
  return ({ method, headers }: FastifyRequest, reply: FastifyReply) => {
    const isBrotli = brotli && /\bbr\b/.test(headers['accept-encoding'] ?? '');
    const bytes = isBrotli ? brotli : plain;
    if (!bytes) return answer(reply, 404);
    reply.raw.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': bytes.length,
      ...(isBrotli && { 'content-encoding': 'br' }),
      vary: 'accept-encoding',
      'cache-control': `public, max-age=${SCRIPT_SECONDS}`,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    reply.raw.end(method === 'HEAD' ? undefined : bytes);
  };
}

/** The host that a workspace has named and this one is, or is below; null where none is. */
async function namedHostOf(database: Database, host: string): Promise<string | null> {
  const labels = host.split('.');
  const hosts = labels.map((_, from) => labels.slice(from).join('.'));
  const [row] = await findNamed(database, { hosts });
  return row?.host ?? null;
}

/** The body of a request; undefined where it is larger than any event. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

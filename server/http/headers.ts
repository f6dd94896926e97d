import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { TAB_HEADER } from '#contract/http/endpoint.ts';
import { paths } from '#contract/paths.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Radix measures and positions with style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

import { AppError } from '../errors.ts';

/** A constant table, written into every response. */
const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * @param origin of the public URL: with https HSTS is enabled for a year. Elsewhere than at https and
 * on this machine, browsers ignore an opener policy, with an error in the console
 */
export function securityHeaders(origin: string): Record<string, string> {
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:')
    return { ...HEADERS, 'strict-transport-security': `max-age=${YEAR_SECONDS}` };
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return HEADERS;
  const { 'cross-origin-opener-policy': _, ...others } = HEADERS;
  return others;
}

/**
 * Pages that an app opens in a window of its own, and through which a person comes to the consent.
 * An opener policy would cut that window off, and the app would never learn the answer. They write
 * nothing into their opener, and cannot be framed.
 */
const OPENED = [paths.authorize, paths.login, paths.register, paths.socialCallback()];
const SOCIAL_SIGN_IN = '/api/auth/social/';
const OPENER_POLICY = 'cross-origin-opener-policy';

function isOpened(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return OPENED.includes(path) || path.startsWith(SOCIAL_SIGN_IN);
}

/** Sets security headers and the id of the request, and `no-store` for responses of the API. */
export function sendHeaders(app: FastifyInstance, headers: Record<string, string>) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (isOpened(request.url)) reply.removeHeader(OPENER_POLICY);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}

/**
 * Answers 304 to a page that has the same response already. Only pages ask for it, which name their
 * tab: a hash for every request would cost other clients something for nothing.
 */
export function sendUnchanged(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { method, headers } = request;
    if (
      method !== 'GET' ||
      reply.statusCode !== 200 ||
      typeof payload !== 'string' ||
      headers[TAB_HEADER] === undefined
    )
      return done(null, payload);
    const etag = `W/"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', etag);
    if (headers['if-none-match'] !== etag) return done(null, payload);
    reply.code(304).removeHeader('content-type');
    done(null, null);
  });
}

/**
 * Reads nothing of a stream whose head alone was asked for. Fastify would read it to its end, for
 * nobody, and however long that takes.
 */
export function sendHeads(app: FastifyInstance) {
  app.addHook('onSend', (request, _reply, payload: unknown, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    // It may fail because it is closed before it was opened.
    payload.on('error', () => undefined).destroy();
    done(null, Readable.from([]));
  });
}

/** What is shorter fits into a packet or two all the same. */
const COMPRESSED_FROM = 2048;

/**
 * Compresses text of some size for clients that accept it: a page of a list becomes an eighth, and so
 * no longer delays the scripts that are loaded beside it. Streams are written as they are. A secret
 * cannot be guessed from the size of a response, as another site cannot send the token that it takes.
 */
export function sendCompressed(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM) return done(null, payload);
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    if (accepted === undefined || negotiate(accepted, ['gzip']) === null)
      return done(null, payload);
    gzip(payload, (error, compressed) => {
      if (!error) reply.header('content-encoding', 'gzip');
      done(null, error ? payload : compressed);
    });
  });
}

/** Those that end with the answer to a request whose body Node cannot read, and fails on afterwards. */
const refusedSockets = new WeakSet<Socket>();

/** Refuses codings of bodies that Node does not read: where such a body ends is not known (RFC 9112, 6.3). */
export function refuseTransferCodings(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const coding = request.headers['transfer-encoding'];
    if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return done();
    refusedSockets.add(request.raw.socket);
    done(
      new AppError('invalid', 400, 'The only transfer coding is chunked.', {
        headers: { connection: 'close' },
      }),
    );
  });
}

/**
 * Invalid HTTP or an oversized head belongs to no request; it gets an error of the usual shape
 * all the same.
 */
export function refuseMalformed(headers: Record<string, string>) {
  return ({ code }: Error & { code?: string }, socket: Socket) => {
    if (refusedSockets.has(socket)) return;
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, error, detail] =
      code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', 'too_large', 'The request headers are too large.']
        : code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['408 Request Timeout', 'invalid', 'The request did not arrive in time.']
          : ['400 Bad Request', 'invalid', 'The request is not valid HTTP.'];
    const body = JSON.stringify({ detail, code: error });
    const lines = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    };
    const head = Object.entries({ ...lines, 'content-length': Buffer.byteLength(body) }).map(
      ([k, v]) => `${k}: ${v}`,
    );
    socket.end([`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n'));
  };
}

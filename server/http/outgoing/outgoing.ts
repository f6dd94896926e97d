import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import type { buildConnector, Dispatcher } from 'undici';
import { measureForeign } from './foreign.ts';
import { createResolve, type Resolve } from './resolve.ts';

/**
 * Every call to another server: limited in time and size, without redirects by default, and only to
 * public IP addresses where a person can influence the URL (SSRF guard).
 */

const CONNECT_MS = 10_000;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const KEEPS_BODY = new Set([307, 308]);
/** All others may contain a secret: they are not sent on to another origin after a redirect. */
const PUBLIC_HEADERS = ['accept', 'accept-language'];

type Failure =
  /** The IP address is not public, or the URL is invalid. */
  | 'refused'
  /** No connection: nothing was sent. */
  | 'unreachable'
  /** It timed out or was aborted. */
  | 'timeout'
  /** The response is larger than the limit, or redirects too often. */
  | 'too_large'
  | 'too_many_redirects'
  /** The connection broke. */
  | 'broken'
  /** Its caller may not send it any more. */
  | 'fenced';

export class OutgoingError extends Error {
  override name = 'OutgoingError';
  readonly kind: Failure;
  /** Whether a part of the request may have arrived: then the outcome is unknown. */
  readonly sent: boolean;
  constructor(kind: Failure, message: string, sent: boolean, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.sent = sent;
  }
}

export type OutgoingRequest = {
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  /** A function makes a stream, anew for each request. */
  body?: string | Uint8Array | (() => AsyncIterable<Uint8Array>);
  /** For the whole call, in milliseconds. */
  timeoutMs?: number;
  /** Of the response. */
  maxBytes?: number;
  /** Whether a larger response is cut there; else it is an error. */
  truncates?: boolean;
  /** Whether a response counts whose body breaks, or takes too long: it ends there; else it is an error. */
  mayBreak?: boolean;
  /** The maximum number of redirects. */
  redirects?: number;
  /** The operator configured the URL: its IP address may be private. */
  trusted?: boolean;
  signal?: AbortSignal;
  /**
   * Called when the connection stands, before the first byte is sent, and before each further part
   * of the body: where it throws, no more is sent.
   */
  fence?: () => Promise<void>;
};

/** A call whose bodies are streams: it ends when nothing moves for `idleMs`. */
export type StreamedRequest = Pick<OutgoingRequest, 'method' | 'headers' | 'trusted' | 'signal'> & {
  body?: Uint8Array | Readable;
  idleMs?: number;
};

export type StreamedResponse = { status: number; headers: Headers; body: Readable };

export type OutgoingResponse = { status: number; headers: Headers; body: Buffer; url: string };

export type Outgoing = ReturnType<typeof createOutgoing>;

/** Serves metadata of virtual machines (Azure), on an address that looks public. */
const METADATA_SERVERS = ['168.63.129.16'];
/** All public IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is a public one; an IPv4 address inside an IPv6 one counts as itself. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(GLOBAL_UNICAST)
    : !METADATA_SERVERS.includes(parsed.toString());
}

/** Statuses of responses without a body: a library cannot be given one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** A response of `send` as libraries expect it. */
export const toResponse = ({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}) => new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });

/** Thrown before anything is sent. */
const refused = (host: string) =>
  new OutgoingError('refused', `'${host}' leads to an address that is not public`, false);

/**
 * @param userAgent the `User-Agent` header
 * @param allowPrivate whether people may name servers in private networks
 * @param isAllowed which IP addresses people may reach
 * @param nameServers those that are asked for names of people; those of the system without it
 */
export function createOutgoing({
  userAgent,
  allowPrivate = false,
  isAllowed = isPublic,
  nameServers,
}: {
  userAgent: string;
  allowPrivate?: boolean;
  isAllowed?: (address: string) => boolean;
  nameServers?: readonly string[];
}) {
  let client: ReturnType<typeof createClient> | undefined;
  // A process that calls nobody does without the library: a megabyte of code.
  async function createClient() {
    const { Agent, buildConnector, request } = await import('undici');
    const guard = connector(buildConnector, {
      isAllowed: allowPrivate ? () => true : isAllowed,
      resolve: createResolve(nameServers),
    });
    return {
      request,
      // The operator has named it: the system looks it up.
      trusted: new Agent({ connect: connector(buildConnector, { isAllowed: () => true }) }),
      guarded: new Agent({ connect: guard }),
    };
  }
  const open = () => {
    client ??= createClient();
    return client;
  };

  async function once(
    url: URL,
    { method = 'GET', headers = {}, body, maxBytes = MAX_BYTES, ...options }: OutgoingRequest,
    signal: AbortSignal,
  ) {
    const { fence } = options;
    // A body that was made before has a known length.
    const length =
      fence && body !== undefined && typeof body !== 'function' ? Buffer.byteLength(body) : null;
    const fenced = fence && fencedBody(body, fence, url.host);
    try {
      const { request, trusted, guarded } = await open();
      const response = await request(url, {
        method,
        // Compressed, a response could be a thousand times as large as its size.
        headers: {
          'user-agent': userAgent,
          'accept-encoding': 'identity',
          ...(length !== null && { 'content-length': String(length) }),
          ...headers,
        },
        ...(fenced
          ? { body: Readable.from(fenced, { highWaterMark: 1 }) }
          : body !== undefined && {
              body: typeof body === 'function' ? Readable.from(body()) : body,
            }),
        dispatcher: options.trusted ? trusted : guarded,
        signal,
      });
      const read = await readBody(response.body, url, { maxBytes, ...options });
      if (response.statusCode < 200 || response.statusCode > 599)
        throw new OutgoingError('broken', `${url.host} responds with no status of HTTP`, true);
      return {
        status: response.statusCode,
        headers: headersOf(response.headers),
        body: read,
        url: url.href,
      };
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      if (signal.aborted)
        throw new OutgoingError('timeout', `${url.host} did not respond in time`, true, error);
      throw new OutgoingError('broken', `the connection to ${url.host} broke`, true, error);
    }
  }

  /** @throws OutgoingError; a response of any status is no error */
  async function send(text: string, options: OutgoingRequest = {}): Promise<OutgoingResponse> {
    const { timeoutMs = TIMEOUT_MS, redirects = 0 } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    let [url, current] = [parse(text), options];
    for (let followed = 0; ; followed++) {
      const response = await once(url, current, signal);
      const location = response.headers.get('location');
      if (!redirects || !REDIRECTS.has(response.status) || location === null) return response;
      if (followed === redirects)
        throw new OutgoingError(
          'too_many_redirects',
          `${url.host} redirects more than ${redirects} times`,
          true,
        );
      const next = parse(location, url);
      if (url.protocol === 'https:' && next.protocol === 'http:') throw refused(next.host);
      // A body may contain credentials for the former origin.
      if (
        KEEPS_BODY.has(response.status) &&
        current.body !== undefined &&
        url.origin !== next.origin
      )
        throw new OutgoingError('refused', `${url.host} redirects a body to another server`, true);
      current = redirected(current, response.status, url.origin === next.origin);
      url = next;
    }
  }

  /**
   * The same with streams, for files of any size.
   * @throws OutgoingError where there is no response
   */
  async function stream(text: string, options: StreamedRequest = {}): Promise<StreamedResponse> {
    const url = parse(text);
    const { method = 'GET', headers = {}, body, signal, idleMs = TIMEOUT_MS } = options;
    try {
      const { request, trusted, guarded } = await open();
      const response = await request(url, {
        method,
        headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers },
        ...(body !== undefined && { body }),
        dispatcher: options.trusted ? trusted : guarded,
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
        ...(signal && { signal }),
      });
      return {
        status: response.statusCode,
        headers: headersOf(response.headers),
        body: response.body,
      };
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw new OutgoingError('broken', `the connection to ${url.host} broke`, true, error);
    }
  }

  return {
    send,
    stream,

    /** The same for libraries that expect a `fetch`. */
    fetch: async (
      target: string | URL,
      init: { method?: string; headers?: HeadersInit; body?: unknown; signal?: AbortSignal | null },
      options: OutgoingRequest = {},
    ) => {
      const { status, headers, body } = await send(String(target), {
        ...options,
        method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(init.body != null && { body: String(init.body) }),
        ...(init.signal && { signal: init.signal }),
      });
      // They parse it.
      const tooMuch = measureForeign(body.toString('utf8'));
      if (tooMuch) throw new OutgoingError('too_large', tooMuch, true);
      return toResponse({ status, headers, body: new Uint8Array(body) });
    },

    close: async () => {
      const opened = await client;
      await Promise.all([opened?.trusted.destroy(), opened?.guarded.destroy()]);
    },
  };
}

/**
 * Connects to allowed addresses only. The check and the connection use the same resolved address,
 * which prevents DNS rebinding.
 */
function connector(
  build: typeof buildConnector,
  { isAllowed, resolve }: { isAllowed: (address: string) => boolean; resolve?: Resolve },
): buildConnector.connector {
  const lookup: LookupFunction | undefined =
    resolve &&
    ((host, options, done) => {
      resolve(host).then(
        (addresses) => {
          const allowed = addresses.filter(({ address }) => isAllowed(address));
          const [first] = allowed;
          if (!first) return done(refused(host), '', 0);
          if (options.all) return done(null, allowed);
          done(null, first.address, first.family);
        },
        (error) => done(error, '', 0),
      );
    });
  const connect = build({
    timeout: CONNECT_MS,
    ...(lookup && { lookup }),
  } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // A literal address is not resolved.
    if (isIP(host) && !isAllowed(host)) return callback(refused(host), null as never);
    connect(options, (...[error, socket]) => {
      if (!error) return callback(null, socket);
      const failure =
        error instanceof OutgoingError
          ? error
          : new OutgoingError(
              'unreachable',
              `${host} cannot be reached: ${error.message}`,
              false,
              error,
            );
      callback(failure, null as never);
    });
  };
}

/** @throws OutgoingError where it is too large; what the stream throws */
async function readBody(
  body: Readable,
  { host }: URL,
  { maxBytes = MAX_BYTES, truncates, mayBreak }: OutgoingRequest,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) break;
    }
  } catch (error) {
    if (!mayBreak) throw error;
  }
  if (size > maxBytes && !truncates)
    throw new OutgoingError(
      'too_large',
      `the response of ${host} is larger than ${maxBytes} bytes`,
      true,
    );
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** A body of which nothing is sent once its fence throws. The first byte waits for it. */
async function* fencedBody(
  body: OutgoingRequest['body'],
  fence: () => Promise<void>,
  host: string,
): AsyncGenerator<Uint8Array> {
  let sent = false;
  const ask = () =>
    fence().catch((error: unknown) => {
      throw new OutgoingError('fenced', `nothing more may be sent to ${host}`, sent, error);
    });
  if (typeof body !== 'function') {
    await ask();
    yield typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array());
    return;
  }
  for await (const chunk of body()) {
    await ask();
    sent = true;
    yield chunk;
  }
}

/** @throws OutgoingError */
function parse(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OutgoingError(
      'refused',
      'Expected a URL that begins with https:// or http://',
      false,
    );
  if (url.username || url.password)
    throw new OutgoingError('refused', 'A URL cannot contain a password', false);
  return url;
}

/** The request after a redirect. */
function redirected(
  options: OutgoingRequest,
  status: number,
  isSameOrigin: boolean,
): OutgoingRequest {
  const { body, trusted, ...others } = options;
  // The operator trusts the configured origin alone.
  const rest = isSameOrigin && trusted ? { ...others, trusted } : others;
  const kept = Object.entries(rest.headers ?? {}).filter(
    ([name]) => isSameOrigin || PUBLIC_HEADERS.includes(name.toLowerCase()),
  );
  const headers = Object.fromEntries(kept);
  if (KEEPS_BODY.has(status)) return { ...rest, headers, ...(body !== undefined && { body }) };
  const method = rest.method === 'HEAD' ? 'HEAD' : 'GET';
  return { ...rest, method, headers };
}

function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(given))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

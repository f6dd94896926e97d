import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';
import type { Network } from '#contract/networks/names.ts';
import { networks } from '#contract/networks/networks.ts';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { parseForeign, storable } from '../../http/outgoing/foreign.ts';
import { OutgoingError, type OutgoingRequest } from '../../http/outgoing/outgoing.ts';
import { noteSecrets } from '../../http/redact.ts';
import { type FailureKind, NetworkError } from './failures.ts';
import type { Multipart } from './multipart.ts';
import { limitedUntil } from './times.ts';

/** Calls of a network over HTTP, with its failures classified by code. */

export type Call = Omit<OutgoingRequest, 'fence'> & {
  /** Whether it makes something visible: then whatever is not refused has an unknown outcome. */
  publishes?: boolean;
};

const fences = new AsyncLocalStorage<() => Promise<void>>();

/**
 * Runs `send` of an adapter. Each of its calls that publishes asks the fence once its connection
 * stands: a process that was frozen meanwhile writes nothing where it throws.
 */
export const withFence = <Result>(fence: () => Promise<void>, send: () => Promise<Result>) =>
  fences.run(fence, send);

/** The fence of what is being sent. @throws Error where a call publishes outside of `send` */
export function fenceOf(): () => Promise<void> {
  const fence = fences.getStore();
  if (!fence) throw new Error('only `send` publishes');
  return fence;
}

/** What calls are made with, and dated by. */
export type CallContext = Pick<AppContext, 'clock' | 'outgoing'>;

/** A call of `createCaller` with the timeouts of a network. */
export type Caller = ReturnType<typeof createCaller>;

/** A call of an API: at most one kind of body. Undefined parameters are left out. */
export type ApiRequest = {
  method?: NonNullable<OutgoingRequest['method']>;
  params?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string>>;
  json?: object;
  /** URL-encoded. */
  fields?: Readonly<Record<string, string | undefined>>;
  form?: Multipart;
  /** A body of any size, in bytes. */
  stream?: { size: number; body: () => AsyncIterable<Uint8Array>; type?: string };
  token?: string;
  publishes?: boolean;
  signal: AbortSignal;
};

/** A call of an API on behalf of an account, whose token and signal are known. */
export type AccountRequest = Omit<ApiRequest, 'token' | 'signal'>;

/** Of a call, and of one that has files. */
const TIMEOUT_MS = 30_000;
const UPLOAD_MS = 10 * 60_000;

/** Segments that lead to another path, also where they are encoded. */
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

export type JsonResponse = { status: number; headers: Headers; body: unknown };

const definedOf = (given: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** The `User-Agent` and the guard are those of `outgoing`. */
export function createCaller({ clock, outgoing }: CallContext, network: Network) {
  const { name } = networks[network];

  /**
   * @returns a response of any status; the body as JSON, or as text where it is none
   * @throws NetworkError where there is no response
   */
  async function call(url: string, request: Call = {}): Promise<JsonResponse> {
    const { publishes, ...options } = request;
    const fenced = publishes ? { ...options, fence: fenceOf() } : options;
    noteSecrets(url, options.headers ?? {}, options.body);
    const { status, headers, body } = await outgoing.send(url, fenced).catch((error) => {
      throw connectionError(name, error, request);
    });
    const text = storable(body.toString('utf8'));
    try {
      return { status, headers, body: text === '' ? undefined : parseForeign(text) };
    } catch {
      return { status, headers, body: text };
    }
  }

  return {
    clock,
    call,

    /**
     * The same for what APIs usually take.
     * @param base the address of a server that is known, without a slash at its end
     * @param path begins with a slash
     */
    request: async (base: string, path: string, request: ApiRequest) =>
      call(...callOf(addressOf(name, base, path), request)),

    /**
     * Sends bytes to an address that an answer has named. It is encrypted, and where it gets a token,
     * it belongs to the network.
     * @param bases where the network is: in tests, and behind proxies, that may be anywhere
     * @param domain the one that is the network’s own, with all hosts in it
     */
    upload: async (
      address: string,
      request: ApiRequest & Required<Pick<ApiRequest, 'stream'>>,
      own: { bases: readonly string[]; domain?: string },
    ): Promise<JsonResponse> => {
      requireOwn(name, address, { ...own, getsToken: Boolean(request.token) });
      return call(...callOf(address, request));
    },

    /**
     * The error of a response that is no success, where the status is all that is known.
     * @param detail what the network says
     */
    errorOf: (response: JsonResponse, detail: string | undefined, request: Call = {}) =>
      responseError({ name, clock }, response, detail, request),

    /**
     * Reads a response of a known shape.
     * @throws NetworkError where it has another one
     */
    parse: <Schema extends z.ZodType>(
      schema: Schema,
      { status, body }: JsonResponse,
      { publishes = false }: Call = {},
    ): z.output<Schema> => {
      const parsed = schema.safeParse(body);
      if (parsed.success) return parsed.data;
      throw new NetworkError(
        publishes ? 'unknown' : 'transient',
        `shape ${status}`,
        `${name} sent an unexpected response`,
      );
    },
  };
}

/** The failure of a connection. */
function connectionError(name: string, error: unknown, { publishes = false }: Call) {
  if (!(error instanceof OutgoingError)) throw error;
  // What was to be sent could not be read.
  if (error.cause instanceof AppError) throw error.cause;
  const kind: FailureKind =
    error.kind === 'refused' ? 'operator' : publishes && error.sent ? 'unknown' : 'transient';
  const detail =
    error.kind === 'refused'
      ? `The address of ${name} isn’t allowed`
      : error.kind === 'unreachable'
        ? `${name} can’t be reached`
        : error.kind === 'fenced'
          ? 'The worker was too slow'
          : `${name} doesn’t respond`;
  return new NetworkError(kind, error.kind, detail, { cause: error });
}

/**
 * The address of a path of a server. What an answer has named may be a part of the path, and leads
 * nowhere else: neither to another server, nor to another path.
 */
function addressOf(name: string, base: string, path: string): string {
  const [url, named] = [URL.parse(base + path), path.split('?', 1)[0] ?? ''];
  if (url?.origin === new URL(base).origin && !url.hash && !DOTS.test(named)) return url.href;
  throw new NetworkError(
    'rejected',
    'path',
    `${name} returned something that has no valid address`,
  );
}

/** @throws NetworkError where nothing may be sent to an address that an answer has named */
function requireOwn(
  name: string,
  address: string,
  { bases, domain, getsToken }: { bases: readonly string[]; domain?: string; getsToken: boolean },
) {
  const { protocol, origin, port, hostname } = new URL(address);
  const isKnown = bases.some((base) => new URL(base).origin === origin);
  const isInDomain =
    domain !== undefined && (hostname === domain || hostname.endsWith(`.${domain}`));
  const wrong =
    getsToken && !isKnown && !(isInDomain && port === '')
      ? 'its own'
      : protocol === 'https:' || isKnown
        ? undefined
        : 'encrypted';
  if (wrong)
    throw new NetworkError(
      'operator',
      'address',
      `${name} returned an address that isn’t ${wrong}: ${origin}`,
    );
}

function callOf(address: string, request: ApiRequest): [url: string, request: Call] {
  const { method = 'GET', params, headers, json, fields, form, stream, token, signal } = request;
  const query = params && new URLSearchParams(definedOf(params)).toString();
  const large = form ?? stream;
  const type = json
    ? 'application/json'
    : fields
      ? 'application/x-www-form-urlencoded'
      : large?.type;
  const body = json
    ? JSON.stringify(json)
    : fields
      ? new URLSearchParams(definedOf(fields)).toString()
      : large?.body;
  const call = {
    method,
    headers: {
      accept: 'application/json',
      ...(type && { 'content-type': type }),
      ...(large && { 'content-length': String(large.size) }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    timeoutMs: large ? UPLOAD_MS : TIMEOUT_MS,
    publishes: request.publishes ?? false,
    signal,
  };
  return [`${address}${query ? `?${query}` : ''}`, call];
}

function responseError(
  { name, clock }: { name: string } & Pick<CallContext, 'clock'>,
  { status, headers, body }: JsonResponse,
  detail: string | undefined,
  { publishes = false }: Call,
): NetworkError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const says = detail?.trim() ?? '';
  const kindOf = (): FailureKind => {
    if (status === 429) return 'rate_limited';
    // What is no response of the network comes from a proxy before it.
    const isOfNetwork = typeof body === 'object' && body !== null;
    if ((status === 401 || status === 403) && !isOfNetwork) return 'transient';
    if (status === 401) return 'reauthorize';
    if (status >= 500 || status < 400) return publishes ? 'unknown' : 'transient';
    return 'rejected';
  };
  const kind = kindOf();
  const fallback: Partial<Record<FailureKind, string>> = {
    rate_limited: `${name} asked for a pause`,
    reauthorize: `${name} no longer accepts the connection`,
    rejected: `${name} refused this`,
  };
  return new NetworkError(
    kind,
    String(status),
    says || (fallback[kind] ?? `${name} responds with an error (${status})`),
    {
      ...(requestId && { requestId }),
      ...(kind === 'rate_limited' && { until: limitedUntil(clock, headers) }),
    },
  );
}

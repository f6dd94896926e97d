import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import {
  type Endpoint,
  type EventsResponse,
  type FileResponse,
  isRepeatable,
  kindOf,
  type Parsed,
  type ResponseOf,
  type Sent,
} from '#contract/http/endpoint.ts';
import { fieldErrors } from '#contract/http/errors.ts';
import { withoutHidden } from '#contract/http/names.ts';
import { urlOf } from '#contract/http/url.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import type { KeyRule } from '#contract/keys/limits.ts';
import { isCapability } from '#contract/roles.ts';
import type { Person } from '../actor.ts';
import { cancellable } from '../database/cancellable.ts';
import type { Database, Executor } from '../database/pool.ts';
import { AppError, invalid } from '../errors.ts';
import { normalizeLargeTexts, normalizeTexts } from '../lib/normalize-texts.ts';
import type { Page } from '../pages.ts';
import { checkQuery, checkUrl } from './body/body.ts';
import { clientIp } from './client-ip.ts';
import { keyWithin, requireGiven } from './idempotency/idempotency-key.ts';
import type { Answers } from './idempotency/stored-answers.ts';
import { requireRule } from './keys/key-auth.ts';
import { type KeyLimits, requireWithin } from './keys/key-limits.ts';
import type { Quotas } from './limits/quotas.ts';
import { laneOf, type UnderWay } from './limits/under-way.ts';
import { withLinks } from './links.ts';
import { serialiserOf } from './schema.ts';
import { type Auth, authenticate } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    failure?: Endpoint['failure'];
  }
  interface FastifyRequest {
    /** The type of the caller, where the endpoint is not public. */
    person: Person | null;
  }
}

/** The arguments of a handler: the parsed parts of the request, and the caller. */
type Call<E extends Endpoint> = Parsed<E> & {
  /** The caller; undefined on a public endpoint. */
  person: E['access'] extends 'public' ? undefined : Person;
  ip: string;
  userAgent: string | undefined;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  /** A header of the request, where it is there once. */
  header: (name: string) => string | undefined;
  /** The body of an endpoint that takes bytes: whoever reads it limits its size. */
  bytes: () => Readable;
  /** A page of a list as it is returned, with links to its neighbours. */
  links: <P extends Page<unknown>>(page: P) => ReturnType<typeof withLinks<P>>;
  /**
   * Runs expensive queries, two at a time for each person. The executor cancels its statements when
   * the client disconnects, and `gone` is aborted then.
   */
  slowly: <Result>(
    work: (executor: Executor, gone: AbortSignal) => Promise<Result>,
    on?: Database,
  ) => Promise<Result>;
  /** Runs an operation on many items, one at a time for each person and workspace. */
  inBulk: <Result>(work: (gone: AbortSignal) => Promise<Result>) => Promise<Result>;
  /** Sends a header with the response. */
  setHeader: (name: string, value: string | number) => void;
  /** Whether the caller is still authorized. */
  isStillAuthorized: () => Promise<boolean>;
  /**
   * The caller as they are now, with the limits of their key checked again: asked for after a wait
   * for another server, before anything is changed.
   * @throws AppError where they may not call any more
   */
  renewed: () => Promise<Person>;
};

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<ResponseOf<E>> | ResponseOf<E>,
) => void;

/** How long a client of an event stream may read nothing: more than two heartbeats. */
const WRITE_TIMEOUT_MS = 60_000;
/** How long clients have at shutdown to read what is buffered. */
const SHUTDOWN_GRACE_MS = 1000;
/** How long a file may still be written at shutdown. */
const FILE_GRACE_MS = 10_000;
/** A client without a session gets no more events. */
const PUBLIC_BODY_LIMIT = 64 * 1024;

/** What is asked of an endpoint: by a request of its own, or within another one. */
type Asked = {
  params: unknown;
  query: unknown;
  body: unknown;
  /** With the path and the query. */
  url: string;
  idempotencyKey: string | undefined;
  bytes: () => Readable;
  setHeader: (name: string, value: string | number) => void;
  /** Whether the caller has fewer rights than they have: what is done may be something else. */
  isNarrowed: boolean;
};

/** The request within which an endpoint is called. */
type Within = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Authenticates its caller: each call does so again. @throws AppError */
  identify: () => Promise<Person>;
};

type WithinOptions = {
  idempotencyKey?: string | undefined;
  /** The body of an endpoint that takes bytes. */
  bytes?: Buffer;
  /** The caller with fewer rights than they have. */
  narrow?: (person: Person) => Person;
};

/**
 * Calls an endpoint within another request, for its caller: access, the rules of keys, parsing, the
 * quota of writes and Idempotency-Keys are those of a request to it.
 * @returns what its response would be as JSON
 * @throws AppError
 */
export type CallWithin = <E extends Endpoint>(
  endpoint: E,
  within: Within,
  sent: Partial<Sent<E>>,
  options?: WithinOptions,
) => Promise<ResponseOf<E>>;

type CallOne = (
  within: Within,
  sent: Partial<Sent<Endpoint>>,
  options: WithinOptions,
) => Promise<unknown>;

type BindParts = {
  auth: Auth;
  quotas: Quotas;
  answerOnce: Answers;
  /** How what a limited key names is found. */
  keyLimits: KeyLimits;
  underWay: UnderWay;
  database: Database;
  /** The path below which the application is served. */
  basePath: string;
  /** Every endpoint: what tests and documentation know. */
  declared: readonly Endpoint[];
};

/**
 * Binds declared endpoints to their handlers, one line each. Access, parsing and serialisation
 * follow the contract. The caller is authenticated before any of the body is read. The start fails
 * where what is bound is not what is declared.
 * @returns `bind`, and what calls an endpoint within another request
 */
export function createBind(
  app: FastifyInstance,
  { auth, quotas, answerOnce, keyLimits, underWay, database, basePath, declared }: BindParts,
): { bind: Bind; callWithin: CallWithin } {
  app.decorateRequest('person', null);
  app.setSerializerCompiler<z.ZodType>(({ schema }) => serialiserOf(schema));
  const bound: Endpoint[] = [];
  const calls = new Map<Endpoint, CallOne>();
  app.addHook('onReady', async () => requireSame(declared, bound));
  const [streams, files] = [new Set<ServerResponse>(), new Set<ServerResponse>()];
  app.addHook('preClose', async () => {
    endAfter(streams, SHUTDOWN_GRACE_MS);
    endAfter(files, FILE_GRACE_MS);
  });

  /** Resolves when the file has been sent. */
  function sendFile(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { name, type, chunks, etag }: FileResponse,
    gone: AbortSignal,
  ) {
    if (etag) reply.header('etag', etag);
    // A proxy that compresses makes it a weak one.
    if (etag && headers['if-none-match']?.replace(/^W\//, '') === etag)
      return reply.code(304).send();
    reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`);
    keepUntilClosed(files, reply.raw);
    return reply.send(Readable.from(chunks(gone)));
  }

  function sendEvents(reply: FastifyReply, follow: EventsResponse) {
    // No proxy may buffer the events. The connection is closed afterwards: kept alive, it would
    // delay the shutdown.
    reply.headers({
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    reply.type('text/event-stream; charset=utf-8');
    keepUntilClosed(streams, reply.raw);
    // A client that reads nothing for so long is gone.
    reply.raw.setTimeout(WRITE_TIMEOUT_MS, () => reply.raw.destroy());
    return reply.send(Readable.from(follow(whenClosed(reply.raw))));
  }

  const bind: Bind = (endpoint, handle) => {
    bound.push(endpoint);
    const { access, response } = endpoint;
    const kind = kindOf(response);
    const status = endpoint.status ?? (response ? 200 : 204);
    if (access !== 'public' && access !== 'user' && !isCapability(access))
      throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`);
    const rule: KeyRule | undefined = access === 'public' ? undefined : keyRuleOf(endpoint);
    const authenticated = (request: FastifyRequest) => {
      if (access === 'public' || !rule) throw new Error('a public endpoint has no caller');
      return authenticate(request, auth, access, rule);
    };
    const bodyLimit = endpoint.bodyLimit ?? (access === 'public' ? PUBLIC_BODY_LIMIT : undefined);

    const isOnce = isRepeatable(endpoint);
    const serialise = kind === 'json' ? serialiserOf(response as z.ZodType) : String;

    function admit(
      request: FastifyRequest,
      reply: FastifyReply,
      person: Person,
      done: (error?: Error) => void,
    ) {
      request.person = person;
      // A client that disconnected during authentication is not subscribed.
      if (reply.raw.closed) return done(new AppError('invalid', 400, 'The connection was closed.'));
      try {
        // A stream that a page keeps open has a limit of its own; one that answers a question ends.
        const isKeptOpen = kind === 'events' && endpoint.method === 'GET';
        if (!isKeptOpen) reply.raw.once('close', underWay.begin(person));
      } catch (error) {
        return done(error as Error);
      }
      done();
    }

    /** The caller, the parsed request, and what answers it once access was checked. */
    async function prepare(
      { request, reply }: Pick<Within, 'request' | 'reply'>,
      asked: Asked,
      caller: () => Person | null | Promise<Person | null>,
      identify: () => Person | Promise<Person>,
    ) {
      const composed = endpoint.body && (await composedBody(bodyOf(asked.body), request));
      const person = await caller();
      // What a program writes is what people see of it.
      const body = person?.key ? await composedBody(composed, request, withoutHidden) : composed;
      const parsed = parse(endpoint, asked, body);
      const requireLimits = async (of: Person | null) => {
        if (of?.key && rule) await requireWithin(database, of, rule, parsed, keyLimits);
      };
      await requireLimits(person);
      const given = asked.idempotencyKey;
      const call = {
        ...parsed,
        person,
        ip: person?.ip ?? clientIp(request),
        userAgent: request.headers['user-agent'],
        // Keys of two programs are different, also where both act as the same person.
        idempotencyKey: given && person?.key ? keyWithin(person.key.id, given) : given,
        header: (name: string) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
        bytes: asked.bytes,
        links: <P extends Page<unknown>>(page: P) => withLinks(basePath + asked.url, page),
        setHeader: asked.setHeader,
        slowly: <Result>(
          work: (executor: Executor, gone: AbortSignal) => Promise<Result>,
          on = database,
        ) => {
          const gone = whenClosed(reply.raw);
          return underWay.slowly(person ? laneOf(person) : 0, gone, () =>
            work(cancellable(on, gone), gone),
          );
        },
        inBulk: <Result>(work: (gone: AbortSignal) => Promise<Result>) => {
          const gone = whenClosed(reply.raw);
          return person ? underWay.inBulk(person, gone, () => work(gone)) : work(gone);
        },
        isStillAuthorized: async () => {
          try {
            if (access === 'public') return true;
            // The first workspace of the person may have changed.
            const now = await identify();
            return now.workspaceId === person?.workspaceId;
          } catch (error) {
            if (error instanceof AppError) return false;
            throw error;
          }
        },
        renewed: async () => {
          const now = await identify();
          if (now.workspaceId !== person?.workspaceId)
            throw new AppError('not_a_member', 403, 'You are in another workspace by now.');
          await requireLimits(now);
          return now;
        },
      };
      const answer = () => handle(call as unknown as Call<typeof endpoint>);
      const isAsked = given !== undefined && isOnce && !isDryRun(asked.query, body);
      if (!isAsked || !person || (!person.key && endpoint.keepsOwnKeys)) return { person, answer };
      requireGiven(given);
      const once = () =>
        answerOnce(
          person,
          given,
          [
            ...[endpoint.method, asked.url, body ?? null],
            ...(asked.isNarrowed ? [person.role, person.key?.scopes ?? null] : []),
          ],
          async () => serialise((await answer()) ?? null),
        );
      return { person, answer, once };
    }

    calls.set(endpoint, async (within, sent, { idempotencyKey, bytes, narrow }) => {
      if (access === 'public' || !rule || (kind !== 'json' && kind !== 'nothing'))
        throw new Error(`${endpoint.method} ${endpoint.path} is not called within a request`);
      const asked: Asked = {
        ...{ params: sent.params, query: sent.query ?? {}, body: sent.body },
        url: urlOf(endpoint.path, sent.params, sent.query),
        idempotencyKey,
        bytes: () => Readable.from(bytes ?? []),
        setHeader: () => {},
        isNarrowed: narrow !== undefined,
      };
      const identify = async () => {
        const person = await within.identify();
        requireRule(person, access, rule);
        return narrow ? narrow(person) : person;
      };
      const caller = async () => {
        const person = await identify();
        if (endpoint.method !== 'GET') await quotas.countWrite(person, within.reply);
        return person;
      };
      const { answer, once } = await prepare(within, asked, caller, identify);
      const text = once ? (await once()).text : serialise((await answer()) ?? null);
      return kind === 'json' ? JSON.parse(text) : undefined;
    });

    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      ...(kind === 'json' && {
        schema: { response: { [status]: response } },
      }),
      ...(bodyLimit && { bodyLimit }),
      config: {
        failure: endpoint.failure,
        takes: endpoint.takes && (bodyLimit === undefined ? 'file' : 'bytes'),
      },
      // A stream of a file ends with the connection.
      ...((kind === 'file' || kind === 'events') && { exposeHeadRoute: false }),
      ...(access !== 'public' && {
        onRequest: (request, reply, done) => {
          const isWrite = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
          const enter = (person: Person) => {
            const counted = quotas.count(person, isWrite, reply);
            if (!counted) return admit(request, reply, person, done);
            return counted.then(() => admit(request, reply, person, done));
          };
          try {
            const asked = authenticated(request);
            if (!(asked instanceof Promise)) enter(asked)?.catch(done);
            else asked.then(enter).catch(done);
          } catch (error) {
            done(error as Error);
          }
        },
      }),
      handler: async (request, reply) => {
        if (endpoint.anyText) checkQuery(request.query, endpoint.anyText);
        else checkUrl(request.url);
        const asked: Asked = {
          ...{ params: request.params, query: request.query, body: request.body },
          url: request.url,
          idempotencyKey: request.headers['idempotency-key'] as string | undefined,
          bytes: () => bytesOf(request),
          setHeader: (name, value) => void reply.header(name, value),
          isNarrowed: false,
        };
        // Reading the body may have taken long: the session or the membership may have ended
        // meanwhile.
        const caller = () =>
          access === 'public' || endpoint.method === 'GET'
            ? request.person
            : authenticated(request);
        const { person, answer, once } = await prepare({ request, reply }, asked, caller, () =>
          authenticated(request),
        );
        if (kind === 'file') {
          const gone = whenClosed(reply.raw);
          const send = async () =>
            sendFile(request, reply, (await answer()) as unknown as FileResponse, gone);
          // What is public is made for all who ask, and limited by address.
          return person ? underWay.download(laneOf(person), gone, send) : send();
        }
        if (once) {
          const { text, isRepeated } = await once();
          if (isRepeated) reply.header('idempotent-replayed', 'true');
          return reply.status(status).type('application/json; charset=utf-8').send(text);
        }
        const result = await answer();
        if (kind === 'events') return sendEvents(reply, result as unknown as EventsResponse);
        reply.status(status);
        return response ? result : reply.send();
      },
    };
    if (endpoint.takes === 'bytes') app.register(async (scope) => takeBytes(scope).route(options));
    else app.route(options);
  };
  const callWithin: CallWithin = async (endpoint, within, sent, options = {}) => {
    const call = calls.get(endpoint);
    if (!call) throw new Error(`${endpoint.method} ${endpoint.path} is not bound`);
    return (await call(within, sent, options)) as ResponseOf<typeof endpoint>;
  };
  return { bind, callWithin };
}

/** @throws where an endpoint is in one of the two lists and not in the other */
function requireSame(declared: readonly Endpoint[], bound: readonly Endpoint[]) {
  const missing = (from: readonly Endpoint[], others: readonly Endpoint[]) =>
    others
      .filter((endpoint) => !from.includes(endpoint))
      .map(({ method, path }) => `${method} ${path}`)
      .join(', ');
  const [undeclared, unbound] = [missing(declared, bound), missing(bound, declared)];
  if (undeclared) throw new Error(`Bound, but not listed in contract/endpoints.ts: ${undeclared}`);
  if (unbound) throw new Error(`Listed in contract/endpoints.ts, but not bound: ${unbound}`);
}

/** A scope of routes whose bodies are streams, whatever type they claim to have. */
function takeBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  return scope;
}

/**
 * A request without a body has none to parse. Whoever gives the body up does not end the connection with
 * it, which is to answer.
 */
const bytesOf = ({ body }: FastifyRequest): Readable =>
  Readable.from(body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : []);

const CLOSED = new DOMException('The connection was closed.', 'AbortError');

/** Aborted where the connection closes before the response has been sent. */
export function whenClosed(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort(CLOSED);
  else response.once('close', () => response.writableFinished || gone.abort(CLOSED));
  return gone.signal;
}

function keepUntilClosed(open: Set<ServerResponse>, response: ServerResponse) {
  if (response.closed) return;
  open.add(response);
  response.once('close', () => open.delete(response));
}

function endAfter(open: Set<ServerResponse>, ms: number) {
  setTimeout(() => {
    for (const response of open) response.destroy();
  }, ms).unref();
}

/** Texts are composed here, whatever endpoint they are for. */
function parse(endpoint: Endpoint, asked: Asked, body: unknown) {
  const { params, query } = endpoint;
  return {
    params:
      params && part(params, normalizeTexts(asked.params), () => unknownPath(endpoint, asked)),
    query: query && part(query, normalizeTexts(asked.query)),
    body: endpoint.body && part(endpoint.body, body),
  };
}

/** A body of so many bytes is composed in turns of its own. */
const LARGE_BODY = 256 * 1024;

function composedBody(body: unknown, request: FastifyRequest, change?: (text: string) => string) {
  // A body that comes in chunks has no length.
  const length = Number(request.headers['content-length'] ?? LARGE_BODY);
  return length < LARGE_BODY ? normalizeTexts(body, change) : normalizeLargeTexts(body, change);
}

function part(schema: z.ZodType, value: unknown, failure?: () => AppError) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw failure?.() ?? invalid(fieldErrors(result.error));
}

/** What makes nothing does not use a key up. */
const isDryRun = (query: unknown, body: unknown) =>
  (query as { dry_run?: unknown }).dry_run === 'true' ||
  (body as { check?: unknown } | undefined)?.check === true;

/** A missing body is an empty one: the schema reports what it lacks. */
function bodyOf(body: unknown) {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  const found = Array.isArray(body) ? 'a list' : body === null ? 'null' : `a ${typeof body}`;
  throw new AppError('invalid', 400, `The body must be a JSON object; ${found} was sent.`);
}

/** A path parameter that cannot be an id is a 404. */
function unknownPath({ method }: Endpoint, { url }: Asked) {
  return new AppError('not_found', 404, `Not found: ${method} ${url.split('?')[0]}.`);
}

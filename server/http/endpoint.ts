import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type AnswerOf, type Endpoint, type Parsed, TAB_HEADER, type Topic } from '#contract/endpoint.ts';
import { fieldErrors } from '#contract/errors.ts';
import { Tab } from '#contract/live.ts';
import { isCapability } from '#contract/roles.ts';
import { cancellable } from '../database/cancellable.ts';
import type { Database, Executor } from '../database/pool.ts';
import { AppError, invalid } from '../errors.ts';
import { addressOf } from './address.ts';
import { checkQuery, checkUrl } from './body.ts';
import { serialiser } from './schema.ts';
import { authenticate, type Person, type Sessions, type Tokens } from './session.ts';
import type { UnderWay } from './under-way.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    failure?: Endpoint['failure'];
  }
  interface FastifyRequest {
    /** Who calls, where the endpoint is not public. */
    person: Person | null;
  }
}

/** What a handler gets: the parsed parts of the request, and who calls. */
type Call<E extends Endpoint> = Parsed<E> & {
  /** Who calls; undefined on a public endpoint. */
  person: E['access'] extends 'public' ? undefined : Person;
  ip: string;
  userAgent: string | undefined;
  /** The query as it was sent, for links to other pages of a list. */
  url: string;
  /**
   * Does what costs the database much: two pieces of such work of one person at a time. What runs on the executor ends when
   * nobody waits for the answer any more.
   */
  slowly: <Result>(work: (executor: Executor) => Promise<Result>) => Promise<Result>;
  /** Runs an operation on many items, one of a person and of a workspace at a time. */
  inBulk: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Sends a header along with the answer. */
  setHeader: (name: string, value: string | number) => void;
  /** Whether whoever calls still may, now. */
  mayStill: () => Promise<boolean>;
  /** Answers server-sent events, where the endpoint declares them: written as they come, until there are no more or nobody listens. */
  sendEvents: (follow: (gone: AbortSignal) => AsyncIterable<string>) => void;
  /** Answers a file, where the endpoint declares one: pieces of text, written as they are read. */
  sendFile: (file: { name: string; type: string; pieces: AsyncIterable<string> }) => void;
};

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
) => void;

/** How long somebody who follows events may take none: two of the beats that are sent anyway, and more. */
const STALLED_MS = 60_000;
/** How long they have, when the process ends, to take what is still for them. */
const LAST_WORDS_MS = 1000;
/** How long a file may still be written when the process ends. */
const FILE_GRACE_MS = 10_000;
/** Nobody who is not signed in has more to say. */
const PUBLIC_BODY_LIMIT = 64 * 1024;

/** Tells whoever shows something of a workspace that it is another now; `tab` is the one that did it and knows. */
type Announce = (workspaceId: number, topic: Topic, tab: string) => void;

type BindParts = {
  tokens: Tokens;
  sessions: Sessions;
  underWay: UnderWay;
  database: Database;
  announce: Announce;
};

/**
 * Binds declared endpoints to their handlers, one line each. Who may call, what is parsed and what leaves the server is
 * as the contract declares it. Who calls is asked before anything of the body is read.
 */
export function createBind(app: FastifyInstance, { tokens, sessions, underWay, database, announce }: BindParts): Bind {
  app.decorateRequest('person', null);
  const [streams, files] = [new Set<ServerResponse>(), new Set<ServerResponse>()];
  app.addHook('preClose', async () => {
    endAfter(streams, LAST_WORDS_MS);
    endAfter(files, FILE_GRACE_MS);
  });
  return (endpoint, handle) => {
    const { access, answer, status = answer ? 200 : 204 } = endpoint;
    if (access !== 'public' && access !== 'person' && !isCapability(access))
      throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`);
    const bodyLimit = endpoint.bodyLimit ?? (access === 'public' ? PUBLIC_BODY_LIMIT : undefined);

    function admit(request: FastifyRequest, reply: FastifyReply, person: Person, done: (error?: Error) => void) {
      request.person = person;
      // Who left while it was asked who they are ends nothing any more.
      if (reply.raw.closed) return done(new AppError('invalid', 400, 'The connection was closed.'));
      try {
        // What is followed goes on and on, and has a limit of its own.
        if (!endpoint.events) reply.raw.once('close', underWay.begin(person.userId));
      } catch (error) {
        return done(error as Error);
      }
      done();
    }

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: answer && { response: { [status]: serialiser(answer) } },
      ...(bodyLimit && { bodyLimit }),
      config: { failure: endpoint.failure },
      // A file may be read only by whoever takes it.
      ...((endpoint.file || endpoint.events) && { exposeHeadRoute: false }),
      ...(access !== 'public' && {
        onRequest: (request, reply, done) => {
          const asked = authenticate(request, tokens, sessions, access);
          if (!(asked instanceof Promise)) admit(request, reply, asked, done);
          else asked.then((person) => admit(request, reply, person, done), done);
        },
      }),
      handler: async (request, reply) => {
        if (endpoint.anyText) checkQuery(request.query, endpoint.anyText);
        else checkUrl(request.url);
        let stream: Readable | undefined;
        // Meanwhile the body was read, for as long as its sender liked: they may be somebody else here by now, or nobody.
        const person =
          access === 'public' || endpoint.method === 'GET'
            ? request.person
            : await authenticate(request, tokens, sessions, access);
        const call = {
          ...parse(endpoint, request),
          person,
          ip: addressOf(request),
          userAgent: request.headers['user-agent'],
          url: request.url,
          setHeader: (name: string, value: string | number) => void reply.header(name, value),
          slowly: <Result>(work: (executor: Executor) => Promise<Result>) => {
            const gone = whenClosed(reply.raw);
            return underWay.slowly(person?.userId ?? 0, gone, () => work(cancellable(database, gone)));
          },
          inBulk: <Result>(work: () => Promise<Result>) => (person ? underWay.inBulk(person, work) : work()),
          sendFile: ({ name, type, pieces }: { name: string; type: string; pieces: AsyncIterable<string> }) => {
            reply.header('content-disposition', `attachment; filename="${name}"`).type(`${type}; charset=utf-8`);
            keepUntilClosed(files, reply.raw);
            stream = Readable.from(pieces);
          },
          mayStill: async () => {
            try {
              if (access === 'public') return true;
              // The first of one's workspaces may be another one by now.
              const now = await authenticate(request, tokens, sessions, access);
              return now.workspaceId === person?.workspaceId;
            } catch (error) {
              if (error instanceof AppError) return false;
              throw error;
            }
          },
          sendEvents: (follow: (gone: AbortSignal) => AsyncIterable<string>) => {
            // No proxy may keep them back or put them together.
            // Nothing else is asked on this connection: left open for that, it would hold up the end of the process.
            reply.headers({
              'cache-control': 'no-store, no-transform',
              'x-accel-buffering': 'no',
              connection: 'close',
            });
            reply.type('text/event-stream; charset=utf-8');
            keepUntilClosed(streams, reply.raw);
            // Who takes nothing for so long is not there any more.
            reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
            stream = Readable.from(follow(whenClosed(reply.raw)));
          },
        };
        const result = await handle(call as unknown as Call<typeof endpoint>);
        if (endpoint.changes && person) announce(person.workspaceId, endpoint.changes, tabOf(request));
        if (stream) return reply.send(stream);
        reply.status(status);
        return answer ? result : reply.send();
      },
    });
  };
}

function whenClosed(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
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

function tabOf(request: FastifyRequest) {
  const { data } = Tab.safeParse(request.headers[TAB_HEADER]);
  return data ?? '';
}

function parse(endpoint: Endpoint, request: FastifyRequest) {
  const { params, query, body } = endpoint;
  return {
    params: params && part(params, request.params, () => unknownPath(request)),
    query: query && part(query, request.query),
    body: body && part(body, bodyOf(request)),
  };
}

function part(schema: z.ZodType, value: unknown, failure?: () => AppError) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw failure?.() ?? invalid(fieldErrors(result.error));
}

/** No body is an empty one: what it lacks, the schema says by name. */
function bodyOf({ body }: FastifyRequest) {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  const found = Array.isArray(body) ? 'a list' : body === null ? 'null' : `a ${typeof body}`;
  throw new AppError('invalid', 400, `The body must be a JSON object; ${found} was sent.`);
}

/** A path whose parameter cannot be an id leads nowhere. */
function unknownPath(request: FastifyRequest) {
  return new AppError('not_found', 404, `There is nothing at ${request.method} ${request.url.split('?')[0]}.`);
}

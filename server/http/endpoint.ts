import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type AnswerOf, type Endpoint, type Parsed, TAB_HEADER, type Topic } from '#contract/endpoint.ts';
import { fieldErrors } from '#contract/errors.ts';
import { Tab } from '#contract/live.ts';
import { isCapability } from '#contract/roles.ts';
import { AppError, invalid } from '../errors.ts';
import { addressOf } from './address.ts';
import { checkQuery, checkUrl } from './body.ts';
import { serialiser } from './schema.ts';
import { authenticate, type Person, type Sessions, type Tokens } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    failure?: Endpoint['failure'];
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

/** Tells whoever shows something of a workspace that it is another now; `tab` is the one that did it and knows. */
export type Announce = (workspaceId: number, topic: Topic, tab: string) => void;

/**
 * Binds declared endpoints to their handlers, one line each. Who may call, what is parsed and what leaves the server is
 * as the contract declares it.
 */
export function createBind(
  app: FastifyInstance,
  { tokens, sessions, announce }: { tokens: Tokens; sessions: Sessions; announce: Announce },
): Bind {
  const open = new Set<ServerResponse>();
  app.addHook('preClose', async () => {
    const left = setTimeout(() => {
      for (const response of open) response.destroy();
    }, LAST_WORDS_MS);
    left.unref();
  });
  return (endpoint, handle) => {
    const { access, answer, status = answer ? 200 : 204 } = endpoint;
    if (access !== 'public' && access !== 'person' && !isCapability(access))
      throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: answer && { response: { [status]: serialiser(answer) } },
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      config: { failure: endpoint.failure },
      // A file may be read only by whoever takes it.
      ...((endpoint.file || endpoint.events) && { exposeHeadRoute: false }),
      handler: async (request, reply) => {
        if (endpoint.anyText) checkQuery(request.query, endpoint.anyText);
        else checkUrl(request.url);
        let stream: Readable | undefined;
        const asked = access === 'public' ? undefined : authenticate(request, tokens, sessions, access);
        const person = asked instanceof Promise ? await asked : asked;
        const call = {
          ...parse(endpoint, request),
          person,
          ip: addressOf(request),
          userAgent: request.headers['user-agent'],
          url: request.url,
          setHeader: (name: string, value: string | number) => void reply.header(name, value),
          sendFile: ({ name, type, pieces }: { name: string; type: string; pieces: AsyncIterable<string> }) => {
            reply.header('content-disposition', `attachment; filename="${name}"`).type(`${type}; charset=utf-8`);
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
            const gone = new AbortController();
            reply.raw.once('close', () => {
              gone.abort();
              open.delete(reply.raw);
            });
            open.add(reply.raw);
            // Who takes nothing for so long is not there any more.
            reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
            stream = Readable.from(follow(gone.signal));
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

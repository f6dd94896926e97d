import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../actor.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Executor } from '../database/pool.ts';
import { AppError } from '../errors.ts';
import { type CallWithin, whenClosed } from '../http/endpoint.ts';
import { explain } from '../http/errors.ts';
import type { Quotas } from '../http/limits/quotas.ts';
import { laneOf, type UnderWay } from '../http/limits/under-way.ts';
import type { QuietLog } from '../lib/quiet-log.ts';
import type { Secrets } from '../secrets.ts';
import type { McpHandler } from './handler.ts';
import { createQuestions } from './question.ts';
import type { Caller } from './tool.ts';

/** The address of agents (docs/mcp.md). */

const PATH = '/mcp';
/** A thread of a million characters, and a small file. */
const BODY_LIMIT = 4 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls the address of agents. */
    agent: Person | null;
  }
}

type Context = {
  config: Pick<Config, 'origin'>;
  clock: Clock;
  secrets: Secrets;
  database: Executor;
  quotas: Quotas;
  underWay: UnderWay;
  callWithin: CallWithin;
  /** Authenticates whoever calls this address. @throws AppError 401; 403; 429 */
  authenticateAgent: (request: FastifyRequest) => Person | Promise<Person>;
  report: QuietLog;
};

/**
 * Answers agents by the Model Context Protocol, of today and of before, without sessions: a request
 * is answered by a server of its own, with the tools of its caller. Tools call the endpoints of the
 * API, which check everything.
 */
export function serveMcp(app: FastifyInstance, context: Context): void {
  const { config, quotas, underWay, authenticateAgent } = context;
  const origin = new URL(config.origin).origin;
  const questions = createQuestions(context.database, context.secrets, context.clock);
  let loading: Promise<McpHandler> | undefined;
  const load = () => {
    loading ??= import('./handler.ts').then(
      ({ createHandler }) => createHandler(),
      (error) => {
        // The next request tries again: too many files may have been open.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  app.decorateRequest('agent', null);

  app.route({
    method: 'POST',
    url: PATH,
    bodyLimit: BODY_LIMIT,
    config: { failure: ({ detail }) => rpcError(null, detail) },
    onRequest: async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      // No page of another site reaches a server in the network of its reader.
      if (request.headers.origin !== undefined && request.headers.origin !== origin)
        throw new AppError('forbidden', 403, `Requests of pages must come from ${origin}.`);
      const person = await authenticateAgent(request);
      await quotas.count(person, false, reply);
      if (reply.raw.closed) throw new AppError('invalid', 400, 'The connection was closed.');
      reply.raw.once('close', underWay.begin(person));
      request.agent = person;
    },
    handler: async (request, reply) => {
      const { agent: person, body } = request;
      if (!person) throw new Error('The caller was not authenticated');
      const refused = refusalOf(body);
      if (refused) return reply.code(refused.status).send(refused.body);
      const { answer } = await load();
      const caller = callerOf(context, person, request, reply);
      const extra = { caller, questions, explain: explainFor(context, request) };
      return send(reply, await answer(webRequest(config.origin, request, reply), body, extra));
    },
  });
  app.route({
    method: ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: PATH,
    handler: async () => {
      throw new AppError('invalid', 405, 'Agents send POST requests to this address.', {
        headers: { allow: 'POST' },
      });
    },
  });
}

const rpcError = (id: unknown, message: string, code = -32000) => ({
  ...{ jsonrpc: '2.0', id },
  error: { code, message },
});

/** What the protocol has, and this server not: lists of messages, and streams that are kept open. */
function refusalOf(body: unknown) {
  if (Array.isArray(body))
    return { status: 400, body: rpcError(null, 'Send one message in a request.', -32600) };
  const { method, id = null } = (body ?? {}) as { method?: unknown; id?: unknown };
  if (method === 'subscriptions/listen')
    return { status: 404, body: rpcError(id, 'Nothing is told by streams here.', -32601) };
  return undefined;
}

function callerOf(
  { config, callWithin, authenticateAgent, underWay }: Context,
  person: Person,
  request: FastifyRequest,
  reply: FastifyReply,
): Caller {
  const within = { request, reply, identify: async () => authenticateAgent(request) };
  return {
    person,
    call: (endpoint, sent, options) => callWithin(endpoint, within, sent, options),
    slowly: (work) => {
      const gone = whenClosed(reply.raw);
      return underWay.slowly(laneOf(person), gone, () => work(gone));
    },
    link: (path) => config.origin + path,
  };
}

const explainFor =
  ({ report }: Context, request: FastifyRequest) =>
  (error: unknown): AppError => {
    const explained = explain(error as FastifyError, request);
    if (explained.status >= 500)
      report('error', `mcp ${explained.code}`, { reqId: request.id, err: error }, 'tool failed');
    return explained;
  };

/** The request for the handler. Whatever a client accepts, it is sent what the protocol says. */
function webRequest(origin: string, request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(request.headers))
    if (name.startsWith('mcp-') && typeof value === 'string') headers.set(name, value);
  return new Request(origin + PATH, { method: 'POST', headers, signal: whenClosed(reply.raw) });
}

async function send(reply: FastifyReply, response: Response) {
  reply.code(response.status);
  for (const [name, value] of response.headers)
    if (/^(content-type|mcp-)/.test(name)) reply.header(name, value);
  if (!response.body) return reply.send();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(
    isStream ? await begun(response.body as ReadableStream<Uint8Array>) : await response.text(),
  );
}

/**
 * The answer to an old client, which is a stream from the start. What the tool has used of limits is
 * in the headers: they are sent with the first event.
 */
async function begun(body: ReadableStream<Uint8Array>): Promise<Readable> {
  const events = body.getReader();
  let next = await events.read();
  return Readable.from(
    (async function* () {
      try {
        for (; !next.done; next = await events.read()) yield next.value;
      } finally {
        await events.cancel();
      }
    })(),
  );
}

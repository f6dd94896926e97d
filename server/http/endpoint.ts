import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnswerOf, Endpoint, Parsed } from '#contract/endpoint.ts';
import { fieldErrors } from '#contract/errors.ts';
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
  /** Answers a file, where the endpoint declares one: pieces of text, written as they are read. */
  sendFile: (file: { name: string; type: string; pieces: AsyncIterable<string> }) => void;
};

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
) => void;

/**
 * Binds declared endpoints to their handlers, one line each. Who may call, what is parsed and what leaves the server is
 * as the contract declares it.
 */
export function createBind(app: FastifyInstance, tokens: Tokens, sessions: Sessions): Bind {
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
      ...(endpoint.file && { exposeHeadRoute: false }),
      handler: async (request, reply) => {
        if (endpoint.anyText) checkQuery(request.query, endpoint.anyText);
        else checkUrl(request.url);
        let file: Readable | undefined;
        const found = access === 'public' ? undefined : authenticate(request, tokens, sessions, access);
        const call = {
          ...parse(endpoint, request),
          person: found instanceof Promise ? await found : found,
          ip: addressOf(request),
          userAgent: request.headers['user-agent'],
          url: request.url,
          setHeader: (name: string, value: string | number) => void reply.header(name, value),
          sendFile: ({ name, type, pieces }: { name: string; type: string; pieces: AsyncIterable<string> }) => {
            reply.header('content-disposition', `attachment; filename="${name}"`).type(`${type}; charset=utf-8`);
            file = Readable.from(pieces);
          },
        };
        const result = await handle(call as unknown as Call<typeof endpoint>);
        if (file) return reply.send(file);
        reply.status(status);
        return answer ? result : reply.send();
      },
    });
  };
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

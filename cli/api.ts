import { randomUUID } from 'node:crypto';
import type { DeclaredEndpoint } from '#contract/endpoints.ts';
import type { ResponseOf, Sent } from '#contract/http/endpoint.ts';
import { urlOf } from '#contract/http/url.ts';
import { Failure } from './failure.ts';
import { type Answer, isUnderWay, send, sendAgain } from './send.ts';
import { VERSION } from './version.ts';

/** The API, typed by the contract, which is not loaded: an endpoint is named by method and path. */

type Endpoints = { [E in DeclaredEndpoint as `${E['method']} ${E['path']}`]: E };
type Name = keyof Endpoints;

type Parts<E> = {
  [Part in keyof Sent<E> as Sent<E>[Part] extends undefined ? never : Part]: Sent<E>[Part];
};
type Input<E> = Parts<E> & {
  /** The body of an endpoint that takes a file. */
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  /** The same for a request that is the same: it is done once. */
  once?: string | undefined;
  timeoutMs?: number;
};

/** Who calls. */
export type Identity = {
  server: string;
  /** @param renewed whether the last one was refused */
  token: (renewed?: boolean) => Promise<string>;
};

export type Api = ReturnType<typeof createApi>;

const AGENT = `postfolio-cli/${VERSION}`;

export function createApi({ server, token }: Identity) {
  async function answer<N extends Name>(name: N, input: Input<Endpoints[N]>): Promise<Answer> {
    const { params, query, body, bytes, headers, once, timeoutMs } = input as Input<never> & {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const [method = '', path = ''] = name.split(' ');
    const url = server + urlOf(path, params, query);
    // All that is sent again by itself can be: a POST by its key.
    const key = method === 'POST' ? (once ?? randomUUID()) : undefined;
    const request = (bearer: string) =>
      send(url, {
        method,
        ...(timeoutMs && { timeoutMs }),
        headers: {
          authorization: `Bearer ${bearer}`,
          'user-agent': AGENT,
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(bytes && { body: bytes }),
      });
    const repeat = method === 'PATCH' ? (work: () => Promise<Answer>) => work() : sendAgain;
    const bearer = await token();
    const first = await repeat(() => request(bearer));
    if (first.status !== 401) return first;
    const renewed = await token(true);
    return renewed === bearer ? first : repeat(() => request(renewed));
  }

  return {
    server,
    answer,
    /** @throws Failure with what the API says */
    async call<N extends Name>(
      name: N,
      input: Input<Endpoints[N]>,
    ): Promise<ResponseOf<Endpoints[N]>> {
      const { status, body } = await answer(name, input);
      if (status < 300) return body as ResponseOf<Endpoints[N]>;
      throw failureOf(status, body);
    },
  };
}

/** The input does not fit, or a network would not take it. */
const REFUSED = new Set([400, 409, 413, 415, 422]);

/** What the API says, as the end of a command. */
export function failureOf(status: number, body: unknown): Failure {
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const detail = messagesIn(said) ?? withoutWords(status);
  // Of an address that the server does not have, not of an object.
  if (status === 404 && /^Not found: [A-Z]+ \//.test(detail))
    return new Failure(
      `${detail} Is the address of the server the one that people open, without /api or /mcp?`,
      'failed',
      said,
    );
  if (status === 401) return new Failure(`${detail} Sign in: postfolio login`, 'notSignedIn', said);
  if (isUnderWay(status, body))
    return new Failure(
      `${detail} It may have been done: look, before you try it anew.`,
      'failed',
      said,
    );
  return new Failure(detail, REFUSED.has(status) ? 'refused' : 'failed', said);
}

/** Of a proxy, or of something else than a Postfolio. */
const withoutWords = (status: number) =>
  status < 500
    ? `The server answered ${status} without JSON. Is it the address of a Postfolio?`
    : `The server answered ${status}.`;

/** All messages of invalid input, each with its field; else the detail. */
function messagesIn(body: Record<string, unknown>): string | undefined {
  if (body.code === 'invalid') {
    const messages = Object.entries(body).flatMap(([name, list]) =>
      (Array.isArray(list) ? list : [])
        .filter((message) => typeof message === 'string')
        .map((message) => (name === 'non_field_errors' ? message : `${name}: ${message}`)),
    );
    if (messages.length) return messages.join('\n');
  }
  return typeof body.detail === 'string' && body.detail ? body.detail : undefined;
}

import { z } from 'zod';
import type { Session } from '../adapter.ts';
import { type ApiRequest, type CallContext, createCaller, type JsonResponse } from '../call.ts';
import { NetworkError } from '../failures.ts';

/** Calls of the API of a server of Mastodon, and what its errors mean. */

export const VERIFY = '/api/v1/accounts/verify_credentials';
/** Done; accepted, and being processed; processed in part. */
const DONE = new Set([200, 202, 206]);

const Problem = z.object({ error: z.string() });
const Stored = z.object({ origin: z.string(), token: z.string() });

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

/** `key` recognises a repetition. */
type Request = Omit<ApiRequest, 'signal'> & { key?: string };

export type MastodonClient = ReturnType<typeof createMastodonClient>;
/** The API on behalf of an account. */
export type MastodonApi = ReturnType<MastodonClient['as']>;

export function createMastodonClient(context: CallContext) {
  const caller = createCaller(context, 'mastodon');

  async function call(
    origin: string,
    path: string,
    { key, ...request }: Request & { signal: AbortSignal },
  ): Promise<JsonResponse> {
    const { token, publishes = false, signal } = request;
    const headers = { ...(key && { 'idempotency-key': key }) };
    const response = await caller.request(origin, path, { ...request, headers });
    if (DONE.has(response.status)) return response;
    const { data } = Problem.safeParse(response.body);
    const error = caller.errorOf(response, data?.error, { publishes });
    const isForbidden = response.status === 403 && error.kind === 'rejected' && token;
    // The access lacks a scope, or the account is suspended; or this alone is not allowed.
    if (isForbidden && (path === VERIFY || !(await isAllowed(origin, token, signal))))
      throw new NetworkError('reauthorize', error.code, error.message);
    throw error;
  }

  /** Whether the token is accepted at all. */
  const isAllowed = (origin: string, token: string, signal: AbortSignal) =>
    call(origin, VERIFY, { token, signal }).then(
      () => true,
      (error: NetworkError) => error.kind !== 'reauthorize',
    );

  return {
    call,
    parse: caller.parse,
    as: ({ origin, token }: z.output<typeof Stored>, signal: AbortSignal) => ({
      clock: caller.clock,
      parse: caller.parse,
      call: (path: string, request: Omit<Request, 'token'> = {}) =>
        call(origin, path, { ...request, token, signal }),
    }),
  };
}

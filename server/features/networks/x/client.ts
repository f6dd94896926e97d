import { z } from 'zod';
import type { Session } from '../adapter.ts';
import {
  type AccountRequest,
  type ApiRequest,
  type CallContext,
  type Caller,
  createCaller,
  type JsonResponse,
} from '../call.ts';
import { NetworkError } from '../failures.ts';
import { type Installation, originOf, required } from '../oauth.ts';

/** Calls of version 2 of the API of X, and what its errors mean. */

const SITE = 'https://x.com';
const API = 'https://api.x.com';

const Problem = z.object({
  type: z.string().catch(''),
  title: z.string().catch(''),
  detail: z.string().catch(''),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ message: z.string().catch('') }))
    .optional()
    .catch(undefined),
});
/** Problems of the application, which whoever runs this installation solves. */
const SET_UP = /^(client-forbidden|client-not-enrolled|unsupported-authentication|app-suspended)$/;

const Stored = z.object({ token: z.string(), refresh: z.string(), renew_at: z.string() });
export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

export type XClient = ReturnType<typeof createXClient>;
/** The API on behalf of an account. */
export type XApi = ReturnType<XClient['as']>;

export function createXClient(installation: CallContext & Pick<Installation, 'config'>) {
  const { client } = installation.config.x;
  const caller = createCaller(installation, 'x');
  const base = originOf(installation, API);

  /** The specification has one name, the guides another one: the one that was taken last. */
  let fieldsName = 'tweet.fields';

  async function call(path: string, request: ApiRequest): Promise<JsonResponse> {
    // Accounts stop with the application that they were connected by.
    required(client, 'X_CLIENT_ID');
    const response = await caller.request(base, path, request);
    if (response.status >= 200 && response.status < 300) return response;
    throw errorOf(caller, response, request);
  }

  return {
    clock: caller.clock,
    parse: caller.parse,

    /** A call that names fields of posts, with the name of the parameter that X takes. */
    withFields: (read: (name: string) => Promise<JsonResponse>) =>
      read(fieldsName).catch((error: NetworkError) => {
        if (!/^(400|invalid-request)$/.test(error.code)) throw error;
        fieldsName = fieldsName === 'tweet.fields' ? 'post.fields' : 'tweet.fields';
        return read(fieldsName);
      }),

    as: (token: string, signal: AbortSignal) => ({
      clock: caller.clock,
      parse: caller.parse,
      call: (path: string, request: AccountRequest = {}) =>
        call(path, { ...request, token, signal }),
    }),

    /** For `codeLogin`. */
    login: {
      page: `${originOf(installation, SITE)}/i/oauth2/authorize`,
      client,
      settings: ['X_CLIENT_ID', 'X_CLIENT_SECRET'] as const,
      usesPkce: true,
    },

    requestToken: (fields: Record<string, string>, signal: AbortSignal) => {
      const { id, secret } = required(client, 'X_CLIENT_ID');
      const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`);
      return call('/2/oauth2/token', {
        method: 'POST',
        fields: { ...fields, client_id: id },
        headers: { ...(secret && { authorization: `Basic ${basic.toString('base64')}` }) },
        signal,
      });
    },
  };
}

function errorOf(
  caller: Caller,
  response: JsonResponse,
  { publishes = false }: Pick<ApiRequest, 'publishes'>,
) {
  const { status } = response;
  const problem = Problem.safeParse(response.body).data;
  const says = problem?.detail || problem?.errors?.[0]?.message || problem?.title;
  const error = caller.errorOf(response, says, { publishes });
  const type = problem?.error ?? problem?.type.split('/').at(-1) ?? '';
  const as = (kind: NetworkError['kind'], text = error.message) =>
    new NetworkError(kind, type && type !== 'about:blank' ? type : String(status), text, {
      until: error.until,
    });
  if (status === 401) return problem ? as('expired') : error;
  if (status === 402) return as('operator', 'X charges for posts, and the credits are used up');
  if (status === 403 && SET_UP.test(type)) return as('operator');
  if (status === 429 && type === 'usage-capped')
    return as('operator', 'X accepts no more posts from this installation this month');
  return as(error.kind);
}

import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Session } from '../adapter.ts';
import {
  type AccountRequest,
  type ApiRequest,
  type Caller,
  createCaller,
  type JsonResponse,
} from '../call.ts';
import { NetworkError } from '../failures.ts';
import { type Installation, originOf, required } from '../oauth.ts';

/** Calls of the APIs of LinkedIn, and what their errors mean. */

const SITE = 'https://www.linkedin.com';
const API = 'https://api.linkedin.com';
/** Files are sent to hosts of it. */
const DOMAIN = 'linkedin.com';
const { name } = networks.linkedin;

const Problem = z.object({
  message: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: z.string().catch('') })).catch([]) })
    .optional()
    .catch(undefined),
});
const Stored = z.object({
  token: z.string(),
  renew_at: z.string(),
  refresh: z.string().optional(),
  expires_at: z.string(),
});
export type Stored = z.output<typeof Stored>;

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

export const isPage = ({ account }: Pick<Session, 'account'>) =>
  account.remoteId.startsWith('urn:li:organization:');

export const Urn = z.string().regex(/^urn:li:[a-zA-Z]+:/);

export type LinkedInClient = ReturnType<typeof createLinkedInClient>;
/** The API on behalf of an account. */
export type LinkedInApi = ReturnType<LinkedInClient['as']>;

export function createLinkedInClient(installation: Installation) {
  const { client, version } = installation.config.linkedin;
  const caller = createCaller(installation, 'linkedin');
  const [site, base] = [originOf(installation, SITE), originOf(installation, API)];
  const failure = (response: JsonResponse, request: Pick<ApiRequest, 'publishes'> = {}) =>
    errorOf(caller, version, response, request);

  async function call(path: string, request: ApiRequest): Promise<JsonResponse> {
    const isRest = path.startsWith('/rest/');
    const rest = { 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' };
    const headers = { ...(isRest && rest), ...request.headers };
    const response = await caller.request(base, path, { ...request, headers });
    if (response.status >= 200 && response.status < 300) return response;
    throw failure(response, request);
  }

  return {
    clock: caller.clock,
    parse: caller.parse,
    loginPage: `${site}/oauth/v2/authorization`,

    as: (token: string, signal: AbortSignal) => ({
      clock: caller.clock,
      parse: caller.parse,
      call: (path: string, request: AccountRequest = {}) =>
        call(path, { ...request, token, signal }),

      /** Puts bytes where LinkedIn said; it answers with a tag of them. */
      put: async (
        url: string,
        stream: NonNullable<ApiRequest['stream']>,
        { withToken }: { withToken: boolean },
      ): Promise<string> => {
        const typed = { type: 'application/octet-stream', ...stream };
        const request = { method: 'PUT' as const, stream: typed, signal };
        const response = await caller.upload(
          url,
          { ...request, ...(withToken && { token }) },
          { bases: [site, base], domain: DOMAIN },
        );
        if (response.status < 200 || response.status >= 300) throw failure(response);
        return (response.headers.get('etag') ?? '').replaceAll('"', '');
      },
    }),

    requestToken: async (fields: Record<string, string>, signal: AbortSignal) => {
      const { id, secret } = required(client, 'LINKEDIN_CLIENT_ID');
      const response = await caller.request(site, '/oauth/v2/accessToken', {
        method: 'POST',
        fields: { ...fields, client_id: id, client_secret: secret },
        signal,
      });
      if (response.status === 200) return response;
      throw failure(response);
    },
  };
}

function errorOf(
  caller: Caller,
  version: string,
  response: JsonResponse,
  { publishes = false }: Pick<ApiRequest, 'publishes'>,
) {
  const { status } = response;
  const problem = Problem.safeParse(response.body).data;
  const error = caller.errorOf(response, problem?.error_description ?? problem?.message, {
    publishes,
  });
  const input = problem?.errorDetails?.inputErrors[0]?.code;
  const code = input ?? problem?.code ?? problem?.error ?? String(status);
  const as = (kind: NetworkError['kind'], text = error.message) =>
    new NetworkError(kind, code, text, { until: error.until });
  if (status === 426)
    return as(
      'operator',
      `${name} no longer supports version ${version} of its API: set LINKEDIN_VERSION`,
    );
  if (status === 401 && problem) return as('expired');
  // Scopes and roles are given when the account is connected.
  if (status === 403 && problem) return as('reauthorize');
  if (status === 409) return as('transient');
  if (code === 'MEDIA_ASSET_WAITING_UPLOAD') return as('transient');
  if (code === 'MEDIA_ASSET_PROCESSING_FAILED') return as('unprepared');
  return as(error.kind);
}

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
import { pauseFor } from '../times.ts';

/** Calls of the API of TikTok, and what its errors mean. */

export const SITE = 'https://www.tiktok.com';
const API = 'https://open.tiktokapis.com';
const { name } = networks.tiktok;
const PAUSE_MS = 60_000;
const SPAM_PAUSE_MS = 6 * 60 * 60_000;

const Problem = z.object({
  error: z.union([
    z.object({ code: z.string(), message: z.string().catch(''), log_id: z.string().catch('') }),
    z.string(),
  ]),
  error_description: z.string().optional(),
});
type Problem = z.output<typeof Problem>;
const Stored = z.object({
  token: z.string(),
  renew_at: z.string(),
  refresh: z.string(),
  /** Whether the permission for figures was given, where that is known. */
  figures: z.boolean().optional(),
});

/** What codes mean, where the status says too little. */
const KINDS: Readonly<Record<string, NetworkError['kind']>> = {
  access_token_invalid: 'expired',
  scope_not_authorized: 'reauthorize',
  scope_permission_missed: 'reauthorize',
  rate_limit_exceeded: 'rate_limited',
  spam_risk_too_many_posts: 'rate_limited',
  spam_risk_too_many_pending_share: 'rate_limited',
  spam_risk_user_banned_from_posting: 'rejected',
  spam_risk: 'rejected',
  reached_active_user_cap: 'operator',
  unaudited_client_can_only_post_to_private_accounts: 'operator',
  url_ownership_unverified: 'operator',
  app_version_check_failed: 'operator',
  privacy_level_option_mismatch: 'rejected',
  invalid_param: 'rejected',
  invalid_params: 'rejected',
  invalid_file_upload: 'rejected',
};

export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

type UploadRequest = Omit<ApiRequest, 'token'> & Required<Pick<ApiRequest, 'stream'>>;

export type TikTokClient = ReturnType<typeof createTikTokClient>;
/** The API on behalf of an account. */
export type TikTokApi = ReturnType<TikTokClient['as']>;

export function createTikTokClient(installation: Installation) {
  const { client } = installation.config.tiktok;
  const caller = createCaller(installation, 'tiktok');
  const base = originOf(installation, API);

  async function call(path: string, request: ApiRequest): Promise<JsonResponse> {
    const response = await caller.request(base, path, request);
    const problem = Problem.safeParse(response.body).data;
    const code = typeof problem?.error === 'string' ? problem.error : problem?.error.code;
    const isDone = response.status >= 200 && response.status < 300;
    if (isDone && (code === undefined || code === 'ok' || code === '')) return response;
    throw errorOf(caller, response, problem, request);
  }

  return {
    clock: caller.clock,
    parse: caller.parse,
    loginPage: `${originOf(installation, SITE)}/v2/auth/authorize/`,

    as: (token: string, signal: AbortSignal) => ({
      clock: caller.clock,
      parse: caller.parse,
      call: (path: string, request: AccountRequest = {}) =>
        call(path, { ...request, token, signal }),
    }),

    /** Sends bytes to the address of an upload, which needs no token. */
    upload: async (url: string, request: UploadRequest) => {
      const response = await caller.upload(url, request, { bases: [base] });
      const { status } = response;
      if (status >= 200 && status < 300) return;
      // The address has expired: nothing was published.
      if (status === 403 || status === 404 || status === 410)
        throw new NetworkError('unprepared', String(status), `${name} no longer has the upload`);
      throw caller.errorOf(response, undefined, request);
    },

    requestToken: (fields: Record<string, string>, signal: AbortSignal) => {
      const { id, secret } = required(client, 'TIKTOK_CLIENT_KEY');
      return call('/v2/oauth/token/', {
        method: 'POST',
        fields: { client_key: id, client_secret: secret, ...fields },
        signal,
      });
    },
  };
}

function errorOf(
  caller: Caller,
  response: JsonResponse,
  problem: Problem | undefined,
  { publishes = false }: Pick<ApiRequest, 'publishes'>,
): NetworkError {
  const says =
    typeof problem?.error === 'object' ? problem.error.message : problem?.error_description;
  const code = typeof problem?.error === 'string' ? problem.error : problem?.error.code;
  const error = caller.errorOf(response, says, { publishes });
  if (code === undefined) return error;
  const kind = KINDS[code] ?? error.kind;
  const pause = code.startsWith('spam_risk') ? SPAM_PAUSE_MS : PAUSE_MS;
  const until =
    kind === 'rate_limited' ? (error.until ?? pauseFor(caller.clock, pause)) : undefined;
  const requestId = typeof problem?.error === 'object' ? problem.error.log_id : '';
  return new NetworkError(kind, code, error.message, { until, ...(requestId && { requestId }) });
}

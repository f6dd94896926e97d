import { z } from 'zod';
import type { Session } from '../adapter.ts';
import { type ApiRequest, type Caller, createCaller, type JsonResponse } from '../call.ts';
import { NetworkError } from '../failures.ts';
import { type Installation, originOf } from '../oauth.ts';
import { pauseFor } from '../times.ts';

/** Calls of the API of Discord, and what its errors mean. */

const SITE = 'https://discord.com';
const PICTURES = 'https://cdn.discordapp.com';
const API = '/api/v10';

const Problem = z.object({
  message: z.string().catch(''),
  code: z.number().catch(0),
  retry_after: z.number().optional().catch(undefined),
});
/** What numbers mean: no access any more. */
const REVOKED = new Set([10_003, 10_004, 10_015, 40_001, 50_001, 50_013, 50_027]);

const Stored = z.union([
  z.object({ webhook: z.string(), token: z.string() }),
  z.object({ bot: z.string() }),
]);
export const storedOf = ({ credentials }: Pick<Session, 'credentials'>) =>
  Stored.parse(credentials);

export const Id = z.string().regex(/^\d{1,25}$/);

type Request = Omit<ApiRequest, 'token'> & { bot?: string };

export type DiscordClient = ReturnType<typeof createDiscordClient>;

export function createDiscordClient(installation: Installation) {
  const caller = createCaller(installation, 'discord');
  const origin = originOf(installation, SITE);

  return {
    origin,
    pictures: originOf(installation, PICTURES),
    clock: caller.clock,
    parse: caller.parse,

    /** @param request `bot`: the token of the bot that calls */
    call: async (path: string, { bot, ...request }: Request): Promise<JsonResponse> => {
      const headers = { ...(bot && { authorization: `Bot ${bot}` }) };
      const response = await caller.request(origin, API + path, { ...request, headers });
      if (response.status >= 200 && response.status < 300) return response;
      throw errorOf(caller, response, request);
    },
  };
}

function errorOf(
  caller: Caller,
  response: JsonResponse,
  { publishes = false }: Pick<ApiRequest, 'publishes'>,
) {
  const problem = Problem.safeParse(response.body).data;
  const error = caller.errorOf(response, problem?.message, { publishes });
  if (!problem) return error;
  const { code, retry_after } = problem;
  const as = (kind: NetworkError['kind'], until = error.until) =>
    new NetworkError(kind, String(code || response.status), error.message, { until });
  // In seconds, with a fraction.
  if (retry_after !== undefined && response.status === 429)
    return as('rate_limited', pauseFor(caller.clock, retry_after * 1000));
  return as(REVOKED.has(code) ? 'reauthorize' : error.kind);
}

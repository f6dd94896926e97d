import { z } from 'zod';
import type { Network } from '#contract/networks/names.ts';
import type { Clock } from '../../../clock.ts';
import { parseForeign } from '../../../http/outgoing/foreign.ts';
import {
  type AccountRequest,
  type ApiRequest,
  type Caller,
  createCaller,
  type JsonResponse,
} from '../call.ts';
import { type FailureKind, NetworkError } from '../failures.ts';
import { type Installation, originOf } from '../oauth.ts';
import { searchPages, type Wanted } from '../search.ts';
import { after, limitedUntil, pauseFor } from '../times.ts';

/** Calls of the Graph APIs of Meta: their errors have a number, and often a second one. */

const RESUME_MS = 10 * 60_000;
const QUOTA_MS = 60 * 60_000;
const MAX_PAGES = 20;

const Problem = z.object({
  error: z.object({
    message: z.string().catch(''),
    error_user_msg: z.string().optional().catch(undefined),
    code: z.number().catch(0),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().catch(false),
    fbtrace_id: z.string().optional().catch(undefined),
  }),
});

const Paging = z
  .object({
    cursors: z.object({ after: z.string() }).optional(),
    next: z.string().optional(),
  })
  .optional()
  .catch(undefined);

/** What the numbers mean; those of the second kind come first. */
const SUBCODES: ReadonlyMap<number, FailureKind> = new Map([
  // The file could not be fetched, the container expired, or is not known any more.
  ...[2207003, 2207006, 2207008, 2207020].map((code) => [code, 'unprepared'] as const),
  // Whoever runs this server has to make it reachable.
  [2207052, 'operator'],
  [2207027, 'transient'],
  [2207042, 'rate_limited'],
  [1390008, 'rate_limited'],
  // The format, the shape, the length or the place of a file; spam, and restricted accounts.
  ...[
    2207001, 2207004, 2207005, 2207009, 2207010, 2207026, 2207028, 2207050, 2207051, 2207057,
    2207077, 2207081, 2207082, 1366046, 1366051, 1346003, 1404102, 1404078, 4854002, 4279013,
  ].map((code) => [code, 'rejected'] as const),
]);
const CODES: ReadonlyMap<number, FailureKind> = new Map([
  ...[102, 190].map((code) => [code, 'reauthorize'] as const),
  ...[4, 17, 32, 613, 80_001, 80_002, 80_006].map((code) => [code, 'rate_limited'] as const),
  [9007, 'transient'],
  [24, 'transient'],
  ...[100, 368, 506].map((code) => [code, 'rejected'] as const),
]);

const kindOf = (code: number, subcode: number | undefined): FailureKind | undefined => {
  const known = (subcode === undefined ? undefined : SUBCODES.get(subcode)) ?? CODES.get(code);
  if (known) return known;
  // Permissions that were not given, or taken away.
  return code === 10 || (code >= 200 && code < 300) ? 'reauthorize' : undefined;
};

const Usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })),
);

/** When calls pass again, in the words of Meta: minutes, for each business. */
function usageUntil(clock: Clock, headers: Headers): Date | undefined {
  const text = headers.get('x-business-use-case-usage');
  if (!text) return undefined;
  try {
    const minutes = Object.values(Usage.parse(parseForeign(text)))
      .flat()
      .map((usage) => usage.estimated_time_to_regain_access);
    const longest = Math.max(0, ...minutes);
    return longest > 0 ? pauseFor(clock, longest * 60_000) : undefined;
  } catch {
    return undefined;
  }
}

const LongToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});
/** Tokens of sixty days are renewed when half of their time is over. */
export const RENEW_EARLY_MS = 30 * 24 * 60 * 60_000;

export type Graph = ReturnType<typeof createGraph>;

export function createGraph(installation: Installation, network: Network) {
  const caller = createCaller(installation, network);

  /**
   * @param origin the one that Meta documents
   * @throws NetworkError
   */
  async function call(origin: string, path: string, request: ApiRequest): Promise<JsonResponse> {
    const response = await caller.request(originOf(installation, origin), path, request);
    const isDone = response.status >= 200 && response.status < 300;
    if (isDone && !Problem.safeParse(response.body).success) return response;
    throw errorOf(caller, response, request);
  }

  return {
    call,
    parse: caller.parse,

    /** A token of sixty days, for another one. */
    exchange: async (
      origin: string,
      path: string,
      params: Readonly<Record<string, string>>,
      signal: AbortSignal,
    ) => {
      const response = await call(origin, path, { params, signal });
      const { access_token, expires_in } = caller.parse(LongToken, response);
      return { token: access_token, ends_at: after(caller.clock, expires_in) };
    },

    as: (base: Base, token: string, signal: AbortSignal) =>
      createApi(caller, (path, request) =>
        call(base.origin, base.version + path, { ...request, token, signal }),
      ),
  };
}

/** Where an API is: its origin, and the path of its version. */
type Base = { origin: string; version: string };

/** The API on behalf of an account. */
export type GraphApi = ReturnType<typeof createApi>;

function createApi(
  { clock, parse }: Caller,
  send: (path: string, request: AccountRequest) => Promise<JsonResponse>,
) {
  type Params = NonNullable<ApiRequest['params']>;

  const call = (path: string, request: AccountRequest = {}) => send(path, request);

  const get = async <Schema extends z.ZodType>(path: string, schema: Schema, params: Params) =>
    parse(schema, await call(path, { params }));

  /** A page of a list; `next`: where the next one begins, undefined at the end. */
  async function readPage<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    params: Params,
    after: string | undefined,
  ): Promise<{ entries: z.output<Schema>[]; next: string | undefined }> {
    const Page = z.object({ data: z.array(schema), paging: Paging });
    const { data, paging } = await get(path, Page, { ...params, after });
    return { entries: data, next: paging?.next ? paging.cursors?.after : undefined };
  }

  return {
    clock,
    call,
    get,
    parse,

    /** The first entries of a list. */
    first: async <Schema extends z.ZodType>(path: string, schema: Schema, params: Params) =>
      (await readPage(path, schema, params, undefined)).entries,

    /** All entries of a list, page by page. */
    list: async <Schema extends z.ZodType>(path: string, schema: Schema, params: Params) => {
      const found: z.output<Schema>[] = [];
      let place: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const { entries, next } = await readPage(path, schema, params, place);
        found.push(...entries);
        if (next === undefined) break;
        place = next;
      }
      return found;
    },

    /** Looks for an entry of a list. */
    search: <Schema extends z.ZodType>(
      path: string,
      schema: Schema,
      params: Params,
      wanted: Wanted<z.output<Schema>>,
    ) => searchPages((after: string | undefined) => readPage(path, schema, params, after), wanted),
  };
}

/** What a call says about something that is not there any more. */
export const isGone = (error: unknown) =>
  error instanceof NetworkError && /^100(\.|$)/.test(error.code);

function errorOf(
  caller: Caller,
  response: JsonResponse,
  { publishes = false }: Pick<ApiRequest, 'publishes'>,
) {
  const { clock } = caller;
  const { data } = Problem.safeParse(response.body);
  const error = caller.errorOf(response, data?.error.error_user_msg || data?.error.message, {
    publishes,
  });
  if (!data) return error;
  const { code, error_subcode: subcode, is_transient, fbtrace_id } = data.error;
  const passing = publishes ? 'unknown' : 'transient';
  const kind =
    kindOf(code, subcode) ?? (code === 1 || code === 2 || is_transient ? passing : error.kind);
  const more = { ...(fbtrace_id && { requestId: fbtrace_id }) };
  const until =
    kind === 'rate_limited'
      ? (limitedUntil(clock, response.headers) ??
        usageUntil(clock, response.headers) ??
        pauseFor(clock, subcode === 2207042 ? QUOTA_MS : RESUME_MS))
      : undefined;
  return new NetworkError(kind, [code, subcode].filter(Boolean).join('.'), error.message, {
    ...more,
    until,
  });
}

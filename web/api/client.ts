import {
  type Endpoint,
  type ResponseOf,
  type Sent,
  TAB_HEADER,
  WORKSPACE_HEADER,
} from '#contract/http/endpoint.ts';
import { urlOf } from '#contract/http/url.ts';
import { paths } from '#contract/paths.ts';
import { withBase, withoutBase } from '#web/lib/base.ts';
import { takeEarly } from '#web/lib/early.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { inWords } from '#web/lib/text.ts';
import { ApiError } from './api-error.ts';
import { clearAuth, SESSION_ENDED, SIGN_IN_AGAIN, useAuth } from './auth-store.ts';
import { chosenWorkspace, forgetWorkspace } from './chosen-workspace.ts';
import { freshAccessToken } from './session.ts';
import { TAB } from './tab.ts';
import { answerTo, keepAnswer } from './unchanged.ts';

export { ApiError };

/** Whether the error is a 404. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The text of an alert: '{what}: {status text}'. */
export function failureIn(what: string, error: Error | null): string | null {
  if (!error) return null;
  const said = error instanceof ApiError ? error.statusText || error.message : error.message;
  return said ? `${what}: ${said}` : what;
}

type Options<E> = {
  [Part in keyof Sent<E> as Sent<E>[Part] extends undefined ? never : Part]: Sent<E>[Part];
} & {
  signal?: AbortSignal;
  /** Sent even if the page is closed at once. */
  keepalive?: boolean;
  /** The body of an endpoint that takes a file. */
  bytes?: Blob;
  /** A token other than the stored one. */
  token?: string;
  headers?: Record<string, string>;
};

/**
 * Calls an endpoint as the contract declares it.
 * @throws ApiError with the message of the API, or 'API Error: {status} {status text}'
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: Options<E>,
): Promise<ResponseOf<E>> {
  return (await callWithHeaders(endpoint, options)).result;
}

/** The same, with the headers of the response. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  options: Options<E>,
): Promise<{ result: ResponseOf<E>; headers: Headers }> {
  const { params, query, token, headers: given } = options as Partial<Sent<E>> & Options<E>;
  const name =
    endpoint.method === 'GET' && token === undefined
      ? `${useAuth.getState().user?.id} ${chosenWorkspace()} ${urlOf(endpoint.path, params, query)}`
      : undefined;
  const known = name === undefined ? undefined : answerTo(name);
  const conditional = { ...given, ...(known && { 'if-none-match': known.etag }) };
  const take = name === undefined ? undefined : takeEarly;
  const response = await send(endpoint, { ...options, headers: conditional }, take);
  if (response.status === 304 && known) return known as typeof known & { result: ResponseOf<E> };
  const { headers } = response;
  if (response.status === 204) return { result: undefined as unknown as ResponseOf<E>, headers };
  const result = await response.json().catch(() => null);
  if (!response.ok || result === null) throw failure(response, result);
  if (name !== undefined) keepAnswer(name, result, headers);
  return { result: result as ResponseOf<E>, headers };
}

/**
 * Reads the stream of an endpoint.
 * @throws ApiError
 */
export async function openStream<E extends Endpoint>(endpoint: E, options: Options<E>) {
  const response = await send(endpoint, options);
  if (!response.ok || !response.body)
    throw failure(response, await response.json().catch(() => null));
  return response.body;
}

/**
 * Downloads the file of an endpoint.
 * @throws ApiError 'Export failed: {status} {status text}'
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  options: Options<E>,
): Promise<void> {
  const response = await send(endpoint, options);
  if (!response.ok) {
    const message = `Export failed: ${response.status} ${response.statusText}`;
    throw new ApiError(message, response.status, response.statusText);
  }
  const name =
    /filename="(.+?)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';
  saveFile(name, await response.blob());
}

/** @param take finds the response where the request was sent before the application was loaded */
async function send<E extends Endpoint>(
  endpoint: E,
  options: Options<E>,
  take?: typeof takeEarly,
): Promise<Response> {
  const {
    params,
    query,
    body,
    bytes,
    signal,
    keepalive = false,
    token: given,
    headers = {},
  } = options as Partial<Sent<Endpoint>> & Options<Endpoint>;
  const isPublic = endpoint.access === 'public';
  const token = given ?? (await freshAccessToken());
  if (!isPublic && !token) throw endSession(null);
  const { refreshToken: session } = useAuth.getState();
  const workspace = chosenWorkspace();
  const url = urlOf(endpoint.path, params, query);
  const fetchAs = (token: string | null) =>
    fetch(withBase(url), {
      method: endpoint.method,
      keepalive,
      headers: {
        [TAB_HEADER]: TAB,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(workspace !== undefined && { [WORKSPACE_HEADER]: String(workspace) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(bytes && { body: bytes }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  const response = await (take?.(url, workspace, token) ?? fetchAs(token)).catch(unreached);
  if (response.status !== 401 || isPublic) return response;
  // The clock of this device may be behind: a token may have expired that it holds to be valid.
  const isOurs = given === undefined && useAuth.getState().refreshToken === session;
  const renewed = isOurs && token ? await freshAccessToken(token) : null;
  if (!renewed) throw endSession(token);
  const repeated = await fetchAs(renewed).catch(unreached);
  if (repeated.status === 401) throw endSession(renewed);
  return repeated;
}

/** @throws ApiError without a status, or the error where the caller gave up */
function unreached(error: Error): never {
  if (error.name === 'AbortError') throw error;
  throw Object.assign(new ApiError('', 0), { cause: error });
}

/** Ends the session of this token, if it is still the present one. */
function endSession(token: string | null) {
  if (useAuth.getState().accessToken === token) clearAuth(SESSION_ENDED);
  return new ApiError(SIGN_IN_AGAIN, 401);
}

/** Pages that are about no workspace in particular. */
const ANYWHERE = [paths.authorize, paths.device()];

/** A member who was removed continues in another workspace of theirs. */
function leaveWorkspace() {
  forgetWorkspace();
  if (ANYWHERE.includes(withoutBase(window.location.pathname))) window.location.reload();
  else window.location.assign(withBase(paths.content));
}

function failure(response: Response, result: unknown) {
  const body = (typeof result === 'object' && result !== null ? result : {}) as Record<
    string,
    unknown
  >;
  if (body.code === 'not_a_member') leaveWorkspace();
  const said = [body.detail, body.message, body.error].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return new ApiError(
    inPlain(body) ?? (said as string) ?? `API Error: ${response.status} ${response.statusText}`,
    response.status,
    response.statusText,
    body,
  );
}

/** Messages that say what is expected, and not of which field. */
const OF_A_FIELD = /^(Expected|Invalid)/;

/** What programs read of it names a parameter. */
const LOOK_FIRST =
  'It may be published already, and would appear twice. Look at its account first, then open Needs attention and choose again there.';

/** The messages of invalid input, by fields as people read them; and what programs read otherwise. */
function inPlain(body: Record<string, unknown>): string | undefined {
  if (body.code === 'look_first') return LOOK_FIRST;
  if (body.code !== 'invalid') return undefined;
  const messages = Object.entries(body).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).map((message) =>
      OF_A_FIELD.test(message) && name !== 'non_field_errors'
        ? `${inWords(name)}: ${message}`
        : String(message),
    ),
  );
  return messages.length ? messages.join(' ') : undefined;
}

/** The header with which a request that is repeated creates nothing twice. */
export const onceFor = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key };

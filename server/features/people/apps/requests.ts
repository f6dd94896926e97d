import { randomBytes } from 'node:crypto';
import type { AppRequest } from '#contract/people/apps.ts';
import type { Audience, Scope } from '#contract/scopes.ts';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { type Client, findClient, requireRedirect, TERMINAL } from './clients.ts';
import { AppRefusal, OAuthError } from './failures.ts';
import { audienceOf, type Parameters, readLoosely, scopesOf } from './parameters.ts';
import { returnOf, withAnswer } from './redirects.ts';

/** What an app asks for, from the address that it sends a person to, until they have decided. */

type Context = Pick<
  AppContext,
  'config' | 'database' | 'clock' | 'outgoing' | 'limits' | 'secrets'
>;

/** How long a person may think. */
const REQUEST_MS = 10 * 60_000;
const CHALLENGE = /^[\w-]{43}$/;
const EXPIRED = 'This request has expired. Start again in the app.';

/** A checked request. It is sealed for the person who looks at it, and so is not changed on its way. */
export type Asked = {
  /** So that it is allowed once. */
  id: string;
  userId: number;
  client: Pick<Client, 'id' | 'name' | 'host' | 'isConfirmed'>;
  scopes: Scope[];
  resource: Audience;
  until: number;
  // `code`: the hash of that of the device. A restored copy gives the number to another device.
} & (
  | { redirect: string; challenge: string; state: string | null }
  | { device: number; code: string }
);

/**
 * Checks a request, for this person.
 * @throws AppRefusal with where the app can be told, once that is known; AppError 429
 */
export async function readRequest(
  context: Context,
  { userId, ip }: { userId: number; ip: string },
  query: string,
): Promise<AppRequest> {
  const { given, wrong } = readLoosely(query);
  const { client_id: id, state } = given;
  const requireReadable = () => {
    if (wrong) throw wrong;
  };
  // Without these, there is nobody to tell.
  if (!id || !given.redirect_uri) refusing(requireReadable, null);
  if (!id) throw new AppRefusal('The app sent no client_id.', 'invalid_request');
  if (id === TERMINAL)
    throw new AppRefusal('This program asks by a code, which it shows.', 'unauthorized_client');
  const client = await findClient(context, id, ip);
  // Nobody is sent to an address that is not known to be of the app, not even with an error.
  const redirect = requireRedirect(client, given.redirect_uri);
  const answer = (fields: Record<string, string | undefined>) =>
    withAnswer(redirect, { ...fields, state, iss: context.config.origin });
  const told = (error: string, description: string) =>
    answer({ error, error_description: description });
  const asked = refusing(() => {
    requireReadable();
    return checkRequest(context, given);
  }, told);
  return sealRequest(context, {
    ...{ id: randomBytes(16).toString('hex'), userId, client: shown(client), redirect },
    ...{ ...asked, state: state ?? null, until: context.clock.now() + REQUEST_MS },
  });
}

const shown = ({ id, name, host, isConfirmed }: Client) => ({ id, name, host, isConfirmed });

/**
 * What changes how a request is read, or narrows what it asks for: ignored, more would be granted than
 * was asked for, or told elsewhere.
 */
const UNSUPPORTED = {
  request: 'request_not_supported',
  request_uri: 'request_uri_not_supported',
  authorization_details: 'invalid_authorization_details',
} as const;

/** @throws OAuthError */
function checkRequest({ config }: Context, given: Parameters) {
  const { code_challenge: challenge } = given;
  for (const [name, error] of Object.entries(UNSUPPORTED))
    if (given[name as keyof typeof UNSUPPORTED] !== undefined)
      throw new OAuthError(error, `${name} cannot be used here.`);
  if (given.response_type === undefined)
    throw new OAuthError('invalid_request', 'Expected a response_type.');
  // Of this type, the answer is in the query unless something else is asked for.
  if ((given.response_mode ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'Expected query as response_mode.');
  if (given.response_type !== 'code')
    throw new OAuthError('unsupported_response_type', 'Expected code as response_type.');
  if (challenge === undefined || given.code_challenge_method !== 'S256')
    throw new OAuthError(
      'invalid_request',
      'Expected a code_challenge (PKCE), with S256 as code_challenge_method.',
    );
  if (!CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'Expected 43 characters as code_challenge.');
  // Agents of before RFC 8707 name none.
  const resource = given.resource === undefined ? 'mcp' : audienceOf(config.origin, given.resource);
  return { challenge, resource, scopes: scopesOf(given.scope) };
}

/** What an app would be told, a person is. */
function refusing<Result>(
  work: () => Result,
  told: ((error: string, description: string) => string) | null,
): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new AppRefusal(
      `The app sent an invalid request: ${error.message}`,
      error.error,
      told?.(error.error, error.message),
    );
  }
}

/** A request as a person sees it. */
export function sealRequest({ secrets, config }: Context, asked: Asked): AppRequest {
  const { client, scopes, resource } = asked;
  const goesBack = 'redirect' in asked;
  return {
    request: secrets.seal('app request', JSON.stringify(asked), String(asked.userId)),
    app: {
      ...{ name: client.name, host: client.host, is_confirmed: client.isConfirmed },
      kind: goesBack ? 'app' : 'terminal',
    },
    returns_to: goesBack ? returnOf(asked.redirect) : null,
    ...{ scopes, resource },
    cancel: goesBack
      ? withAnswer(asked.redirect, {
          error: 'access_denied',
          error_description: 'The person said no.',
          state: asked.state ?? undefined,
          iss: config.origin,
        })
      : null,
    expires_at: new Date(asked.until).toISOString(),
  };
}

/** @throws AppError 404 where it is not a request of this person; AppRefusal where it is too old */
export function openRequest(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  { userId }: { userId: number },
  sealed: string,
): Asked {
  const text = opened(() => secrets.open('app request', sealed, String(userId)));
  if (text === undefined)
    throw new AppError(
      'not_found',
      404,
      'This request belongs to somebody else. Start again in the app.',
    );
  const asked = JSON.parse(text) as Asked;
  if (clock.now() >= asked.until) throw requestExpired();
  return asked;
}

export const requestExpired = () => new AppRefusal(EXPIRED, 'invalid_request');

function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import * as sql from './clients.sql.ts';
import { fetchDocument, isDocumentId } from './documents.ts';
import { AppRefusal, OAuthError } from './failures.ts';
import { appName } from './names.ts';
import { isSameRedirect, kindOf } from './redirects.ts';

/** The programs that may ask for access. */

type Context = Pick<AppContext, 'database' | 'clock' | 'outgoing' | 'limits'>;

/** Our own program for terminals, which asks by a code. */
export const TERMINAL = 'postfolio-cli';

export type Client = {
  id: string;
  name: string;
  host: string | null;
  isConfirmed: boolean;
  /** Those that it has made known. */
  redirects: readonly string[];
};

const DAY_SECONDS = 24 * 60 * 60;
/** A registration that nobody used ends; one that was used, as long after its last use. */
const UNUSED_SECONDS = 7 * DAY_SECONDS;
const USED_SECONDS = 90 * DAY_SECONDS;
const MAX_UNUSED = 10_000;
const REGISTRATIONS = { attempts: 30, seconds: 60 * 60 };
const FETCHES = { attempts: 60, seconds: 60 * 60 };
const MAX_REDIRECTS = 20;

/**
 * A client by its id: its document is fetched where it is not known.
 * @throws AppRefusal where there is none; AppError 429
 */
export async function findClient(context: Context, id: string, ip: string): Promise<Client> {
  const isDocument = isDocumentId(id);
  let [known] = await sql.findClient(context.database, { clientId: id });
  if (!known && isDocument) {
    // People who come at once wait for one fetch.
    let fetched = fetches.get(id);
    if (!fetched) {
      fetched = loadDocument(context, id, ip).finally(() => fetches.delete(id));
      fetches.set(id, fetched);
    }
    known = { kind: 'document', claimedHost: null, ...(await fetched) };
  }
  if (!known)
    throw new AppRefusal('This app is not known here. Start again in the app.', 'invalid_client');
  if (known.failure !== null)
    throw new AppRefusal(`This app cannot be confirmed: ${known.failure}.`, 'invalid_client');
  const { name, redirects } = known;
  const host = isDocument ? new URL(id).host : known.claimedHost;
  return { id, name, host, isConfirmed: isDocument, redirects };
}

const fetches = new Map<string, ReturnType<typeof loadDocument>>();

async function loadDocument(context: Context, id: string, ip: string) {
  await context.limits.countFrom('apps:documents', ip, FETCHES);
  const { keptMs, ...document } = await fetchDocument(context, id);
  await sql.saveDocument(context.database, {
    ...{ clientId: id, ...document },
    seconds: keptMs / 1000,
  });
  return document;
}

/** A client that has been allowed is kept. */
export const keepClient = ({ database }: Context, clientId: string) =>
  sql.keepClient(database, { clientId, seconds: USED_SECONDS });

/** @throws AppRefusal where the client has not made this address known */
export function requireRedirect({ redirects }: Client, given: string | undefined): string {
  const isKnown =
    given !== undefined &&
    kindOf(given) !== undefined &&
    redirects.some((registered) => isSameRedirect(registered, given));
  if (isKnown) return given;
  throw new AppRefusal('The app didn’t register this return address.', 'invalid_request');
}

/**
 * Registers a client (RFC 7591): a public one, whatever it asks for.
 * @throws OAuthError; AppError 429
 */
export async function register(context: Context, ip: string, given: unknown) {
  await context.limits.countFrom('apps:registrations', ip, REGISTRATIONS);
  const fields = (given ?? {}) as Record<string, unknown>;
  const redirects = fields.redirect_uris;
  if (!Array.isArray(redirects) || !redirects.length || redirects.length > MAX_REDIRECTS)
    throw new OAuthError(
      'invalid_redirect_uri',
      `Expected 1 to ${MAX_REDIRECTS} addresses in redirect_uris.`,
    );
  const wrong = redirects.findIndex((uri) => typeof uri !== 'string' || !kindOf(uri));
  if (wrong !== -1)
    throw new OAuthError(
      'invalid_redirect_uri',
      `Expected https, http on this computer, or a scheme of a program, without a fragment or a password, as redirect_uris[${wrong}].`,
    );
  const name = appName(fields.client_name);
  const clientId = `app_${randomBytes(18).toString('base64url')}`;
  await sql.register(context.database, {
    ...{ clientId, name: name || 'An app without a name', redirects, max: MAX_UNUSED },
    claimedHost: claimedHost(fields.client_uri),
    seconds: UNUSED_SECONDS,
  });
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(context.clock.now() / 1000),
    ...(name && { client_name: name }),
    redirect_uris: redirects as string[],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

/** The host of the page that a registration names. */
function claimedHost(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.length > 500 || !URL.canParse(uri)) return null;
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) && host !== '' && host.length <= 255 ? host : null;
}

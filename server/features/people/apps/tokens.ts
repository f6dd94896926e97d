import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { APP_DAYS } from '#contract/people/apps.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { keyFrom, lookupOf, newKey } from '../../../http/keys/key-text.ts';
import { record } from '../../core/audit/audit.service.ts';
import { OAuthError } from './failures.ts';
import { audienceOf, type Parameters, scopesOf } from './parameters.ts';
import * as sql from './tokens.sql.ts';

/** Codes and tokens of apps: what they get for a consent, and how it renews itself. */

type Context = Pick<AppContext, 'config' | 'database' | 'live' | 'clock' | 'secrets' | 'limits'>;

/** RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;
/** How long a code is valid. */
export const CODE_SECONDS = 60;
const ACCESS_SECONDS = 60 * 60;
const REFRESH_SECONDS = APP_DAYS * 24 * 60 * 60;
/** So long, who has lost an answer gets the same answer again. */
const LOST_MS = 30_000;
/** Of an app: each refresh token is used once. */
const REFRESHES = { attempts: 120, seconds: 60 * 60 };

type Pair = { access: { text: string; lookup: string }; refresh: { text: string; lookup: string } };

/** What is stored of a code or token. */
export const hashOf = ({ secrets }: Pick<Context, 'secrets'>, text: string) =>
  secrets.macsOf('app token', text)[0];

/** The code of an app that was just let in. */
export async function makeCode(
  context: Pick<Context, 'secrets'>,
  tx: Executor,
  id: number,
  { redirect, challenge }: { redirect: string; challenge: string },
): Promise<string> {
  const code = `pfc_${randomBytes(32).toString('base64url')}`;
  await sql.insertCode(tx, {
    ...{ hash: hashOf(context, code), id, redirect, challenge },
    seconds: CODE_SECONDS,
  });
  return code;
}

/** What an app gets (RFC 6749, 5.1). */
export async function issue(
  context: Pick<Context, 'secrets'>,
  tx: Executor,
  grant: sql.Grant,
  pair: Pair = { access: newKey('access'), refresh: newKey('refresh') },
) {
  const seconds = { access: ACCESS_SECONDS, refresh: REFRESH_SECONDS };
  for (const kind of ['access', 'refresh'] as const) {
    const { text, lookup } = pair[kind];
    await sql.insertToken(tx, {
      ...{ id: grant.id, kind, lookup, hash: hashOf(context, text), seconds: seconds[kind] },
    });
  }
  await sql.keepApp(tx, { id: grant.id, seconds: seconds.refresh });
  return answerOf(pair, grant, ACCESS_SECONDS);
}

const answerOf = ({ access, refresh }: Pair, { scopes }: sql.Grant, seconds: number) => ({
  access_token: access.text,
  token_type: 'Bearer',
  expires_in: seconds,
  refresh_token: refresh.text,
  scope: scopes.join(' '),
});

type Answer = ReturnType<typeof answerOf>;

/** Ends an app that was used as only a thief would. */
async function endStolen(tx: Transaction, { id, workspaceId }: sql.Grant, why: string) {
  const [ended] = await sql.endApp(tx, { id });
  if (!ended) return;
  const who = { workspaceId, userId: null, ip: null };
  const changes = { reason: { before: null, after: why } };
  await record(tx, who, { action: 'disconnect', objectType: 'app', objectId: id, changes });
  tx.announce({ workspaceId, topic: 'people', tab: '' });
}

/** A refusal whose consequences are kept: it is thrown after the commit. */
export const settled = async <Result>(work: Promise<Result | OAuthError>): Promise<Result> => {
  const result = await work;
  if (result instanceof OAuthError) throw result;
  return result;
};

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description);

/** @throws OAuthError where it was not made for this client, or for this address */
export function requireOwn(
  { config }: Pick<Context, 'config'>,
  grant: sql.Grant,
  given: Parameters,
) {
  if (grant.clientId !== given.client_id) throw invalidGrant('It was made for another client.');
  if (given.resource !== undefined && audienceOf(config.origin, given.resource) !== grant.resource)
    throw new OAuthError('invalid_target', 'It was made for another resource.');
  if (!grant.isOn) throw invalidGrant('The app was disconnected.');
}

/**
 * Exchanges a code for tokens. Presented twice, it ends what it has made: one of the two was not
 * the app.
 * @throws OAuthError
 */
export function exchangeCode(context: Context, given: Parameters): Promise<Answer> {
  const { code, code_verifier: verifier, redirect_uri: redirect } = given;
  if (!code) throw new OAuthError('invalid_request', 'Expected a code.');
  if (!verifier || !VERIFIER.test(verifier))
    throw new OAuthError(
      'invalid_request',
      'Expected a code_verifier (PKCE) of 43 to 128 letters, digits and -._~.',
    );
  return settled(
    transaction(context, async (tx) => {
      const hashes = context.secrets.macsOf('app token', code);
      const [found] = await sql.lockCode(tx, { hashes });
      if (!found) return invalidGrant('This code is not valid.');
      if (found.isUsed) {
        await endStolen(tx, found, 'a code was used twice');
        return invalidGrant('This code was used before. What it was exchanged for has ended.');
      }
      requireOwn(context, found, given);
      if (found.isExpired) return invalidGrant('This code has expired.');
      if (found.redirect !== redirect)
        return invalidGrant('Expected the redirect_uri that the code was sent to.');
      if (challengeOf(verifier) !== found.challenge)
        return invalidGrant('The code_verifier does not match.');
      await sql.useCode(tx, { hash: found.hash });
      return issue(context, tx, found);
    }),
  );
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * Exchanges a refresh token for the next one. Used again it ends the app: two have it. Only where the
 * answer may have been lost, within half a minute and before the next one is used, it gets the same
 * answer again (decision 67).
 * @throws OAuthError; AppError 429
 */
export async function refresh(context: Context, given: Parameters): Promise<Answer> {
  const { refresh_token: text } = given;
  if (!text) throw new OAuthError('invalid_request', 'Expected a refresh_token.');
  const lookup = lookupOf(text, 'refresh');
  if (!lookup) throw invalidGrant('This is not a refresh token.');
  const known = await findToken(context, context.database, 'refresh', text, lookup);
  if (!known) throw invalidGrant('This refresh token is not valid.');
  await context.limits.count(`apps:refresh:${known.id}`, REFRESHES);
  return settled(
    transaction(context, async (tx) => {
      const found = await findToken(context, tx, 'refresh', text, lookup);
      if (!found) return invalidGrant('This refresh token is not valid.');
      requireOwn(context, found, given);
      const more = scopesOf(given.scope ?? 'read').filter((scope) => !found.scopes.includes(scope));
      if (given.scope !== undefined && more.length)
        return new OAuthError('invalid_scope', `The app may not: ${more.join(', ')}.`);
      if (found.usedMs !== null)
        return again(context, tx, { ...found, usedMs: found.usedMs }, text, 'refresh token');
      if (found.isExpired) return invalidGrant('This refresh token has expired.');
      await sql.useToken(tx, { tokenId: found.tokenId });
      return issue(context, tx, found, successorsOf(context, text)[0]);
    }),
  );
}

/**
 * The answer that was lost, or the end of the app.
 * @param text what was used before, `usedMs` milliseconds ago
 */
export async function again(
  context: Pick<Context, 'secrets'>,
  tx: Transaction,
  found: sql.Grant & { usedMs: number },
  text: string,
  noun: 'refresh token' | 'device_code',
): Promise<Answer | OAuthError> {
  // Clocks differ, and may be set back: so long before counts like so long after, and no longer.
  if (Math.abs(found.usedMs) < LOST_MS)
    for (const pair of successorsOf(context, text)) {
      const { id } = found;
      const [next] = await sql.findUnused(tx, { id, lookup: pair.refresh.lookup });
      const [access] = await sql.findUnused(tx, { id, lookup: pair.access.lookup });
      if (next && access) return answerOf(pair, found, access.seconds);
    }
  await endStolen(tx, found, `a ${noun} was used twice`);
  return invalidGrant(`This ${noun} was used before. The app was disconnected.`);
}

/**
 * What follows on a refresh token, or on the code of a device: the same whenever it is asked for, and nothing that anybody
 * computes without the secret of the installation. By the present secret, and by the former.
 */
export const successorsOf = (
  { secrets }: Pick<Context, 'secrets'>,
  text: string,
): [Pair, ...Pair[]] =>
  secrets.keysOf('app successor').map((_, place) => {
    const made = (kind: 'access' | 'refresh') =>
      keyFrom(kind, secrets.macsOf('app successor', `${kind} ${text}`)[place] as Buffer);
    return { access: made('access'), refresh: made('refresh') };
  }) as [Pair, ...Pair[]];

/** A token by its text: nothing where it is not exactly that. */
async function findToken(
  context: Context,
  tx: Executor,
  kind: 'access' | 'refresh',
  text: string,
  lookup: string,
): Promise<sql.FoundToken | undefined> {
  const [found] = await sql.lockToken(tx, { lookup, kind });
  const hashes = context.secrets.macsOf('app token', text);
  return found && hashes.some((hash) => timingSafeEqual(hash, found.hash)) ? found : undefined;
}

/**
 * Ends the app that a token belongs to (RFC 7009): whoever has one may. An unknown one is no error.
 * @throws OAuthError where it was made for another client
 */
export function revoke(context: Context, given: Parameters, ip: string): Promise<void> {
  const { token } = given;
  if (!token) throw new OAuthError('invalid_request', 'Expected a token.');
  return transaction(context, async (tx) => {
    for (const kind of ['access', 'refresh'] as const) {
      const lookup = lookupOf(token, kind);
      const found = lookup && (await findToken(context, tx, kind, token, lookup));
      // What has expired has no effect any more (2.2).
      if (!found || found.isExpired) continue;
      if (given.client_id !== undefined && given.client_id !== found.clientId)
        throw new OAuthError('invalid_client', 'It was made for another client.');
      const [ended] = await sql.endApp(tx, { id: found.id });
      if (!ended) continue;
      const { id, workspaceId, userId } = found;
      // It was the app: no person has clicked.
      const who = { workspaceId, userId, ip, key: { id } };
      await record(tx, who, { action: 'disconnect', objectType: 'app', objectId: id });
      tx.announce({ workspaceId: found.workspaceId, topic: 'people', tab: '' });
    }
  });
}

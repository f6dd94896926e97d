import { randomBytes, randomInt } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import type { AppRequest } from '#contract/people/apps.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { TERMINAL } from './clients.ts';
import * as sql from './devices.sql.ts';
import { OAuthError } from './failures.ts';
import { audienceOf, type Parameters, scopesOf } from './parameters.ts';
import { openRequest, requestExpired, sealRequest } from './requests.ts';
import { findGrant } from './tokens.sql.ts';
import { again, hashOf, issue, requireOwn, settled, successorsOf } from './tokens.ts';

/** Programs in a terminal, which show a code and wait until a person enters it (RFC 8628). */

type Context = Pick<
  AppContext,
  'config' | 'database' | 'live' | 'clock' | 'secrets' | 'limits' | 'outgoing'
>;

/** No vowels, so that no code is a word, and no letter that is taken for another. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
const DEVICE_SECONDS = 10 * 60;
const INTERVAL_SECONDS = 5;
const STARTS = { attempts: 60, seconds: 60 * 60 };
/** Codes that a person enters: a guess has a chance of one in ten billions. */
const ENTRIES = { attempts: 20, seconds: 10 * 60 };

/**
 * Gives a program a code to show.
 * @throws OAuthError; AppError 429
 */
export async function startDevice(context: Context, ip: string, given: Parameters) {
  const { config, database, limits } = context;
  await limits.countFrom('apps:devices', ip, STARTS);
  if (given.client_id !== TERMINAL)
    throw new OAuthError('unauthorized_client', `Only ${TERMINAL} asks by a code.`);
  const resource = audienceOf(config.origin, given.resource);
  const scopes = scopesOf(given.scope);
  const device = `pfd_${randomBytes(32).toString('base64url')}`;
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  const code = `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
  await sql.insertDevice(database, {
    ...{ deviceHash: hashOf(context, device), userHash: hashOf(context, letters.join('')) },
    ...{ clientId: TERMINAL, name: displayName(given.device_name ?? '', 100), resource, scopes },
    ...{ seconds: DEVICE_SECONDS, interval: INTERVAL_SECONDS },
  });
  return {
    ...{ device_code: device, user_code: code },
    verification_uri: config.origin + paths.device(),
    verification_uri_complete: config.origin + paths.device(code),
    expires_in: DEVICE_SECONDS,
    interval: INTERVAL_SECONDS,
  };
}

/**
 * What the program asks for that shows this code.
 * @throws AppError 404; 429 where somebody guesses
 */
export async function readDevice(
  context: Context,
  { userId, ip }: { userId: number; ip: string },
  text: string,
): Promise<AppRequest> {
  await context.limits.count(`apps:codes:account:${userId}`, ENTRIES);
  await context.limits.countFrom('apps:codes', ip, ENTRIES);
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, '');
  const [found] = await sql.findWaiting(context.database, {
    hashes: context.secrets.macsOf('app token', letters),
  });
  if (!found) {
    const detail = 'No program waits for this code. It may have expired: start again there.';
    throw new AppError('not_found', 404, detail, { extra: { user_code: [detail] } });
  }
  const { id: device, hash, clientId, name, scopes, resource, until } = found;
  return sealRequest(context, {
    ...{ id: randomBytes(16).toString('hex'), userId, device, scopes, resource },
    code: hash.toString('hex'),
    client: { id: clientId, name: 'Command line', host: name || null, isConfirmed: false },
    until: Date.parse(until),
  });
}

type Decided = { device: number; code: string };

/** @throws AppRefusal where somebody else has decided, or it is too late */
export async function allowDevice(
  tx: Executor,
  { device, code }: Decided,
  key: number,
): Promise<void> {
  const hash = Buffer.from(code, 'hex');
  const [decided] = await sql.decide(tx, { device, hash, key });
  if (!decided) throw requestExpired();
}

/** @throws AppRefusal as `allowDevice` */
export async function refuseDevice(
  context: Context,
  person: { userId: number },
  request: string,
): Promise<void> {
  const asked = openRequest(context, person, request);
  if (!('device' in asked)) throw requestExpired();
  const { device, code } = asked;
  const hash = Buffer.from(code, 'hex');
  const [decided] = await sql.decide(context.database, { device, hash, key: null });
  if (!decided) throw requestExpired();
}

/**
 * What a program gets that asks whether a person has entered its code.
 * @throws OAuthError, also while nobody has
 */
export function pollDevice(context: Context, given: Parameters) {
  const { device_code: device } = given;
  if (!device) throw new OAuthError('invalid_request', 'Expected a device_code.');
  return settled(
    transaction(context, async (tx) => {
      const hashes = context.secrets.macsOf('app token', device);
      const [found] = await sql.lockDevice(tx, { hashes });
      if (!found || found.clientId !== given.client_id)
        return new OAuthError('invalid_grant', 'This device_code is not valid.');
      if (found.isDenied) return new OAuthError('access_denied', 'The person said no.');
      const [grant] = found.key === null ? [] : await findGrant(tx, { id: found.key });
      if (grant && found.usedMs !== null) {
        requireOwn(context, grant, given);
        return again(context, tx, { ...grant, usedMs: found.usedMs }, device, 'device_code');
      }
      if (found.isExpired) return new OAuthError('expired_token', 'This code has expired.');
      if (!grant) {
        await sql.notePoll(tx, { id: found.id, more: found.isEarly ? INTERVAL_SECONDS : 0 });
        return found.isEarly
          ? new OAuthError('slow_down', `Ask at most every ${INTERVAL_SECONDS} seconds.`)
          : new OAuthError('authorization_pending', 'Nobody has entered the code yet.');
      }
      requireOwn(context, grant, given);
      await sql.useDevice(tx, { id: found.id });
      return issue(context, tx, grant, successorsOf(context, device)[0]);
    }),
  );
}

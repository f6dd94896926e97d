import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import type { KeyRule } from '#contract/keys/limits.ts';
import { type Capability, can, type Role } from '#contract/roles.ts';
import type { KeyRights } from '#contract/scopes.ts';
import { lacksScope, type Person, requireCapability } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { clientIp, networkOf } from './client-ip.ts';
import { lookupOf } from './key-text.ts';
import { createMinuteLimit } from './minute-limit.ts';
import { tooMany } from './rate-limit.ts';

/** A key as it is stored, with what its owner may now. */
type StoredKey = KeyRights & {
  workspaceId: number;
  userId: number;
  hash: Buffer;
  /** It was rolled, and this is the hash of the one before. */
  isOld: boolean;
  ended: 'revoked' | 'expired' | 'rolled' | null;
  /** Null where the owner is no member any more. */
  role: Role | null;
  /** Whether it may be used from the address of the request. */
  isFromHere: boolean;
  /** Whether its last use is long enough ago to be written again. */
  isUseDue: boolean;
};

/** What the HTTP layer needs from the feature that stores keys. */
export type Keys = {
  find: (lookup: string, ip: string) => Promise<StoredKey | undefined>;
  /** The hashes that a key may have: with the present secret of the installation, and the former. */
  hashesOf: (text: string) => Buffer[];
  noteUse: (key: StoredKey, ip: string, agent: string | null) => Promise<void>;
};

/** So many wrong keys of a network in a minute, and process. */
const MAX_WRONG = 60;

const refuse = (detail: string) =>
  new AppError('not_authenticated', 401, detail, { headers: { 'www-authenticate': 'Bearer' } });

const WRONG = 'This key is not valid.';
const ENDED = {
  revoked: 'This key was revoked.',
  expired: 'This key has expired.',
  rolled: 'This key was rolled, and the new one is to be used.',
};

/** Authenticates requests with a key. `factor` multiplies the limit of wrong ones. */
export function createKeyAuth(keys: Keys, clock: Clock, factor: number) {
  const wrong = createMinuteLimit(clock, MAX_WRONG * factor);

  /**
   * @param text the key
   * @throws AppError 401 for a key that is not valid; 403 where it may not be used so; 429
   */
  return async function authenticateKey(
    request: FastifyRequest,
    text: string,
    needed: 'user' | Capability,
    rule: KeyRule,
  ): Promise<Person> {
    const ip = clientIp(request);
    const lookup = lookupOf(text);
    // A mistyped one costs no query.
    if (lookup === undefined)
      throw refuse('This is not a key: it was mistyped, or a part of it is missing.');
    const network = networkOf(ip);
    if (wrong.isReached(network)) throw tooMany('Too many wrong keys. Please try again.', 60);
    const found = await keys.find(lookup, ip);
    // Nobody learns anything of a key without its secret.
    if (!found || !keys.hashesOf(text).some((hash) => timingSafeEqual(hash, found.hash))) {
      wrong.count(network);
      throw refuse(WRONG);
    }
    if (found.ended) throw refuse(ENDED[found.ended]);
    if (found.role === null)
      throw refuse('The owner of this key is not a member of its workspace any more.');
    if (!found.isFromHere)
      throw new AppError('key_refused', 403, `This key may not be used from ${ip}.`);
    const named = request.headers[WORKSPACE_HEADER];
    if (named !== undefined && named !== String(found.workspaceId))
      throw new AppError('not_a_member', 403, 'This key belongs to another workspace.');
    const { id, scopes, drafts_only, folders, channels } = found;
    const person: Person = {
      by: 'request',
      ...{ userId: found.userId, workspaceId: found.workspaceId, role: found.role },
      sessionId: '',
      ip,
      tab: '',
      key: { id, scopes, drafts_only, folders, channels },
    };
    requireRule(person, needed, rule);
    if (found.isUseDue) {
      const agent = request.headers['user-agent']?.slice(0, 200) ?? null;
      await keys.noteUse(found, ip, agent);
    }
    return person;
  };
}

/** @throws AppError 403 where this key cannot call the endpoint, or its owner may not */
function requireRule(person: Person, needed: 'user' | Capability, rule: KeyRule) {
  const { key, role } = person;
  if ('never' in rule) throw new AppError('key_refused', 403, rule.never);
  if (!key) return;
  if (!key.scopes.includes(rule.scope)) throw lacksScope(key, rule.scope);
  if (needed !== 'user' && !can(role, needed)) requireCapability(person, needed);
  const limits = [
    ...(key.folders && !rule.folders ? ['folders'] : []),
    ...(key.channels && !rule.channels ? ['channels'] : []),
  ];
  if (limits.length)
    throw new AppError(
      'key_refused',
      403,
      `This key is for some ${limits.join(' and ')} only, and this is not limited to them.`,
    );
}

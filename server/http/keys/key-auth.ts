import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import type { KeyRule } from '#contract/keys/limits.ts';
import { type Capability, can, lesserRole, type Role } from '#contract/roles.ts';
import type { Audience, KeyRights } from '#contract/scopes.ts';
import { lacksScope, type Person, requireCapability } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { bearerOf } from '../bearer.ts';
import { clientIp, networkOf } from '../client-ip.ts';
import { challenge } from './challenge.ts';
import { createKeyAttempts } from './key-attempts.ts';
import { isOfProgram, lookupOf } from './key-text.ts';

/** A key as it is stored, with what its owner may now. */
export type StoredKey = KeyRights & {
  workspaceId: number;
  userId: number;
  /** Null where that account was deleted. */
  hash: Buffer;
  /** Where a token of an app is valid; null for a key, which is valid everywhere. */
  audience: Audience | null;
  ended: 'revoked' | 'expired' | 'rolled' | null;
  /** Null where the owner is no longer a member. */
  role: Role | null;
  /** Of who was shown its secret: it can do what both of them can. */
  holderRole: Role | null;
  /** Whether it may be used from the address of the request. */
  isFromHere: boolean;
  /** Whether its last use is long enough ago to be written again. */
  isUseDue: boolean;
};

/** What a program sends: a key, or the access token of an app. */
type Kind = 'key' | 'access';

/** What the HTTP layer needs from the feature that stores keys. */
export type Keys = {
  find: (kind: Kind, lookup: string, ip: string) => Promise<StoredKey | undefined>;
  /** The hashes that it may have: with the present secret of the installation, and the former. */
  hashesOf: (kind: Kind, text: string) => Buffer[];
  noteUse: (key: StoredKey, ip: string, agent: string | null) => Promise<void>;
};

const ENDED = {
  revoked: 'was revoked.',
  expired: 'has expired.',
  rolled: 'was rolled, and the new one is to be used.',
};

/** Why a key that was proved is not valid; undefined where it is. */
function whyNot(
  { ended, role, holderRole, ...key }: StoredKey,
  noun: string,
  audience: Audience,
  origin: string,
): string | undefined {
  if (ended) return `This ${noun} ${ENDED[ended]}`;
  if (key.audience !== null && key.audience !== audience)
    return `This token is for ${origin}/${key.audience} only.`;
  if (role === null) return `The owner of this ${noun} is not a member of its workspace any more.`;
  if (holderRole === null)
    return `Who made this ${noun} is no longer a member of its workspace: an admin has to roll it.`;
  return undefined;
}

const personOf = (
  { id, userId, workspaceId, role, holder, holderRole, ...rights }: StoredKey,
  ip: string,
): Person => ({
  by: 'request',
  ...{ userId, workspaceId, role: lesserRole(role, holderRole) as Role },
  ...{ sessionId: '', ip, tab: '' },
  key: {
    ...{ id, holder, scopes: rights.scopes, drafts_only: rights.drafts_only },
    ...{ folders: rights.folders, channels: rights.channels },
  },
});

export type KeyAuth = ReturnType<typeof createKeyAuth>;

/** `origin`: the public URL; `factor` multiplies the limit of wrong keys. */
type Settings = { origin: string; factor: number };
type Attempts = ReturnType<typeof createKeyAttempts>;

function createIdentify(keys: Keys, attempts: Attempts, origin: string) {
  /** Programs at the address of agents learn from it where they get a token. */
  const refuse = (detail: string, kind: Kind, audience: Audience) =>
    new AppError('not_authenticated', 401, detail, {
      headers:
        kind === 'access' || audience === 'mcp'
          ? challenge(origin, audience, true)
          : { 'www-authenticate': 'Bearer' },
    });

  /**
   * @param text a key, or an access token
   * @param audience the address that was asked
   * @throws AppError 401 where it is not valid there; 403 where it may not be used so; 429
   */
  return async function identify(
    request: FastifyRequest,
    text: string,
    audience: Audience,
  ): Promise<Person> {
    const ip = clientIp(request);
    const kind = text.startsWith('pf_') ? 'key' : 'access';
    const noun = kind === 'key' ? 'key' : 'token';
    const lookup = lookupOf(text, kind);
    // A mistyped one costs no query.
    if (lookup === undefined)
      throw refuse(
        `This is not ${kind === 'key' ? 'a key' : 'an access token'}: it was mistyped, or a part of it is missing.`,
        kind,
        audience,
      );
    const network = networkOf(ip);
    attempts.begin(network, lookup);
    const found = await keys.find(kind, lookup, ip);
    // Nobody learns anything of a key without its secret.
    if (!found || !keys.hashesOf(kind, text).some((hash) => timingSafeEqual(hash, found.hash)))
      throw attempts.wrong(network, refuse(`This ${noun} is not valid.`, kind, audience));
    attempts.right(lookup);
    attempts.requireAllowed(lookup, () => {
      const why = whyNot(found, noun, audience, origin);
      if (why) throw refuse(why, kind, audience);
      if (!found.isFromHere)
        throw new AppError('key_refused', 403, `This key may not be used from ${ip}.`);
      const named = request.headers[WORKSPACE_HEADER];
      if (named !== undefined && named !== String(found.workspaceId))
        throw new AppError('not_a_member', 403, `This ${noun} belongs to another workspace.`);
    });
    if (found.isUseDue) {
      const agent = request.headers['user-agent']?.slice(0, 200) ?? null;
      await keys.noteUse(found, ip, agent);
    }
    return personOf(found, ip);
  };
}

/** Authenticates requests with a key, or with a token of an app, which acts as a key does. */
export function createKeyAuth(keys: Keys, clock: Clock, settings: Settings) {
  const { origin, factor } = settings;
  const attempts = createKeyAttempts(clock, factor);
  const identify = createIdentify(keys, attempts, origin);
  return {
    /** @throws AppError as `identify`; 403 where it cannot call this endpoint of the API */
    authenticateKey: async (
      request: FastifyRequest,
      text: string,
      needed: 'user' | Capability,
      rule: KeyRule,
    ): Promise<Person> => {
      const person = await identify(request, text, 'api');
      attempts.requireAllowed(`${person.key?.id}`, () => requireRule(person, needed, rule));
      return person;
    },

    /**
     * Who calls the address of agents: by a key, or by the token of an app that is for it. What they
     * may do there is asked for each tool (`requireRule`).
     * @throws AppError 401 with where to get a token, also for the session of a person; as `identify`
     */
    authenticateAgent: async (request: FastifyRequest): Promise<Person> => {
      const token = bearerOf(request);
      if (token !== undefined && isOfProgram(token)) return identify(request, token, 'mcp');
      throw new AppError(
        'not_authenticated',
        401,
        token === undefined
          ? 'Expected a key, or the token of an app, in the header Authorization.'
          : 'This is neither a key nor the token of an app.',
        { headers: challenge(origin, 'mcp', token !== undefined) },
      );
    },
  };
}

/**
 * @public The address of agents asks it for each tool.
 * @throws AppError 403 where this key cannot call the endpoint, or its owner may not
 */
export function requireRule(person: Person, needed: 'user' | Capability, rule: KeyRule) {
  const { key, role } = person;
  if ('never' in rule) throw new AppError('key_refused', 403, rule.never);
  if (!key) return;
  if (!key.scopes.includes(rule.scope)) throw lacksScope(key, rule.scope);
  if (rule.reads && !key.scopes.includes('read')) throw lacksScope(key, 'read');
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

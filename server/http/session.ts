import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyRequest } from 'fastify';
import { Tab } from '#contract/content/live.ts';
import { TAB_HEADER, WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import type { KeyRule } from '#contract/keys/limits.ts';
import type { Capability, Role } from '#contract/roles.ts';
import { type Person, requireCapability } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import { bearerOf } from './bearer.ts';
import { clientIp } from './client-ip.ts';
import type { KeyAuth } from './keys/key-auth.ts';
import { hasKey, isOfProgram } from './keys/key-text.ts';

/** How long an access token is valid; revoked sessions are remembered for as long. */
export const ACCESS_SECONDS = 15 * 60;

export type Membership = { workspaceId: number; role: Role };

/** What the HTTP layer needs from the feature that stores sessions. */
export type Sessions = {
  isRevoked: (sessionId: string) => boolean;
  /**
   * The workspaces of a person, the one they joined first at the beginning. Cached, unless `fresh`
   * reads them from the database.
   */
  membershipsOf: (
    userId: number,
    fresh?: boolean,
  ) => readonly Membership[] | Promise<readonly Membership[]>;
};

type Claims = { sub: string; sid: string; exp: number };

/** The size of the cache of verified tokens: a map of the tokens themselves costs no hash. */
const MAX_VERIFIED = 10_000;

/** `until`: when the token expires, in milliseconds. */
type Verified = { userId: number; sessionId: string; until: number };

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Signs and verifies access tokens: JWTs with the person and the session (docs/domain/people.md,
 * 'Tokens').
 */
export function createTokens(secrets: Pick<Secrets, 'keysOf'>, clock: Clock) {
  const keys = secrets.keysOf('access token');
  const sign = createSigner({ key: keys[0], algorithm: 'HS256', expiresIn: ACCESS_SECONDS * 1000 });
  // `read` compares the expiry with the clock.
  const verifiers = keys.map((key) =>
    createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true }),
  );
  const verified = new Map<string, Verified>();

  function verify(token: string): Verified | undefined {
    for (const verifier of verifiers) {
      try {
        const { sub, sid, exp } = verifier(token) as Claims;
        return { userId: Number(sub), sessionId: sid, until: exp * 1000 };
      } catch {
        // Signed with another key.
      }
    }
    return undefined;
  }

  return {
    sign: (userId: number, sessionId: string): string =>
      sign({
        sub: String(userId),
        sid: sessionId,
        iat: Math.floor(clock.now() / 1000),
      } satisfies Omit<Claims, 'exp'> & { iat: number }),
    read: (token: string): Verified | undefined => {
      const known = verified.get(token);
      const found = known ?? verify(token);
      if (!found || !(clock.now() < found.until)) {
        verified.delete(token);
        return undefined;
      }
      if (known) return known;
      if (verified.size >= MAX_VERIFIED) verified.clear();
      verified.set(token, found);
      return found;
    },
  };
}

const refuse = (detail: string) =>
  new AppError('not_authenticated', 401, detail, { headers: { 'www-authenticate': 'Bearer' } });

/** What authenticates: people by their sessions, programs by their keys. */
export type Auth = {
  tokens: Tokens;
  sessions: Sessions;
  authenticateKey: KeyAuth['authenticateKey'];
};

/**
 * Authenticates the bearer token of a request, for the workspace that it names; synchronous where
 * the memberships are cached. A key counts in this header alone.
 * @throws AppError 401; 403 where the person is not a member, or their role lacks the capability
 */
export function authenticate(
  request: FastifyRequest,
  { tokens, sessions, authenticateKey }: Auth,
  needed: 'user' | Capability,
  rule: KeyRule,
): Person | Promise<Person> {
  const token = bearerOf(request);
  if (token === undefined)
    throw refuse(
      hasKey(request.url)
        ? 'A key belongs in the header Authorization. In an address, logs keep it: revoke this one.'
        : 'Authentication credentials were not provided.',
    );
  if (isOfProgram(token)) return authenticateKey(request, token, needed, rule);
  const claims = tokens.read(token);
  if (!claims || sessions.isRevoked(claims.sessionId)) throw refuse('Your session has expired.');
  const { userId, sessionId } = claims;
  const named = request.headers[WORKSPACE_HEADER];
  const isNamed = ({ workspaceId }: Membership) => String(workspaceId) === named;
  const person = (memberships: readonly Membership[]): Person => {
    const [first] = memberships;
    if (!first) throw refuse('This account is not a member of any workspace.');
    const found = named === undefined ? first : memberships.find(isNamed);
    // A person's own data is available from any workspace.
    if (!found && needed !== 'user')
      throw new AppError('not_a_member', 403, 'You are not a member of this workspace.');
    const { workspaceId, role } = found ?? first;
    const caller: Person = {
      by: 'request',
      userId,
      sessionId,
      workspaceId,
      role,
      ip: clientIp(request),
      tab: tabOf(request),
    };
    if (needed !== 'user') requireCapability(caller, needed);
    return caller;
  };
  const known = sessions.membershipsOf(userId);
  if (known instanceof Promise) return known.then(person);
  // A member who has just joined is not refused because of a stale cache.
  const missing =
    known.length === 0 || (named !== undefined && needed !== 'user' && !known.some(isNamed));
  return missing
    ? Promise.resolve(sessions.membershipsOf(userId, true)).then(person)
    : person(known);
}

/** The tab of a request; empty where it names none. */
function tabOf(request: FastifyRequest) {
  const given = request.headers[TAB_HEADER];
  return given === undefined ? '' : (Tab.safeParse(given).data ?? '');
}

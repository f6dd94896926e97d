import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyRequest } from 'fastify';
import { WORKSPACE_HEADER } from '#contract/endpoint.ts';
import { type Capability, can, type Role, rolesFor } from '#contract/roles.ts';
import { AppError } from '../errors.ts';
import { addressOf } from './address.ts';

/** How long an access token is good; a session that is revoked must be remembered for as long. */
export const ACCESS_SECONDS = 15 * 60;

/** Who calls, in which workspace and as what, and from where: what every handler gets whose endpoint is not public. */
export type Person = { userId: number; workspaceId: number; role: Role; sessionId: string; ip: string };

export type Membership = { workspaceId: number; role: Role };

/** What the HTTP layer asks of the feature that keeps sessions. */
export type Sessions = {
  isRevoked: (sessionId: string) => boolean;
  /**
   * Of which workspaces a person is a member, the one they joined first at the beginning. What is at hand may be a moment old;
   * `anew` reads it from the database.
   */
  membershipsOf: (userId: number, anew?: boolean) => readonly Membership[] | Promise<readonly Membership[]>;
};

type Claims = { sub: string; sid: string };

export type Tokens = ReturnType<typeof createTokens>;

/** Makes and reads access tokens: JWTs that name the person and the session (design: 'Tokens'). */
export function createTokens(secret: string) {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: ACCESS_SECONDS * 1000 });
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], cache: 10_000, cacheTTL: ACCESS_SECONDS * 1000 });
  return {
    sign: (userId: number, sessionId: string): string => sign({ sub: String(userId), sid: sessionId } satisfies Claims),
    read: (token: string): { userId: number; sessionId: string } | undefined => {
      try {
        const claims = verify(token) as Claims;
        return { userId: Number(claims.sub), sessionId: claims.sid };
      } catch {
        return undefined;
      }
    },
  };
}

const refuse = (detail: string) =>
  new AppError('not_authenticated', 401, detail, { headers: { 'www-authenticate': 'Bearer' } });

/**
 * The person behind the bearer token of a request, in the workspace that it names; at once where the memberships are at hand.
 * @throws AppError 401; 403 where they are no member of it, or their role has not the capability that is needed
 */
export function authenticate(
  request: FastifyRequest,
  tokens: Tokens,
  sessions: Sessions,
  needed: 'person' | Capability,
): Person | Promise<Person> {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ')) throw refuse('Authentication credentials were not provided.');
  const claims = tokens.read(header.slice(7));
  if (!claims || sessions.isRevoked(claims.sessionId)) throw refuse('This session is over, or its token has expired.');
  const { userId, sessionId } = claims;
  const named = request.headers[WORKSPACE_HEADER];
  const isNamed = ({ workspaceId }: Membership) => String(workspaceId) === named;
  const person = (memberships: readonly Membership[]): Person => {
    const [first] = memberships;
    if (!first) throw refuse('This account is not a member of any workspace.');
    const found = named === undefined ? first : memberships.find(isNamed);
    // What is one's own is so from whichever workspace.
    if (!found && needed !== 'person')
      throw new AppError('not_a_member', 403, 'You are not a member of this workspace.');
    const { workspaceId, role } = found ?? first;
    if (needed !== 'person') requireCapability(role, needed);
    return { userId, sessionId, workspaceId, role, ip: addressOf(request) };
  };
  const known = sessions.membershipsOf(userId);
  if (known instanceof Promise) return known.then(person);
  // Whoever joined a moment ago is not refused because this process has not heard of it yet.
  const missing = known.length === 0 || (named !== undefined && needed !== 'person' && !known.some(isNamed));
  return missing ? Promise.resolve(sessions.membershipsOf(userId, true)).then(person) : person(known);
}

/** @throws AppError 403 */
export function requireCapability(role: Role, capability: Capability): void {
  if (can(role, capability)) return;
  const detail = `Your role here, ${role}, does not allow this: it takes one of ${rolesFor(capability)}.`;
  throw new AppError('forbidden', 403, detail);
}

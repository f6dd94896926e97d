import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { addressOf } from './address.ts';

/** How long an access token is good; a session that is revoked must be remembered for as long. */
export const ACCESS_SECONDS = 15 * 60;

/** Who calls, in which workspace, and from where: what every handler of a member's endpoint gets. */
export type Person = { userId: number; workspaceId: number; sessionId: string; ip: string };

/** What the HTTP layer asks of the feature that keeps sessions. */
export type Sessions = {
  isRevoked: (sessionId: string) => boolean;
  workspaceOf: (userId: number) => number | undefined | Promise<number | undefined>;
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

/** The person behind the bearer token of a request; at once where the membership is at hand. @throws AppError 401 */
export function authenticate(request: FastifyRequest, tokens: Tokens, sessions: Sessions): Person | Promise<Person> {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ')) throw refuse('Authentication credentials were not provided.');
  const claims = tokens.read(header.slice(7));
  if (!claims || sessions.isRevoked(claims.sessionId)) throw refuse('This session is over, or its token has expired.');
  const found = sessions.workspaceOf(claims.userId);
  const person = (workspaceId: number | undefined): Person => {
    if (workspaceId === undefined) throw refuse('This account is not a member of any workspace.');
    return { userId: claims.userId, sessionId: claims.sessionId, workspaceId, ip: addressOf(request) };
  };
  return typeof found === 'object' ? found.then(person) : person(found);
}

import { createSigner, createVerifier } from 'fast-jwt';
import type { Clock } from '../../../clock.ts';
import type { Secrets } from '../../../secrets.ts';
import type { Attempt } from './x.ts';

const KEY = 'x_sign_in';
const MINUTES = 10;

/** The state of a sign-in attempt, which the browser keeps while the person is at X. */
export type Kept = Attempt & {
  /** The path to open after the sign-in. */
  next?: string | undefined;
  /** The zone of the browser, for the workspace of a new person. */
  zone?: string | undefined;
  /** The session that links its account; without it, this is a sign-in. */
  link?: { userId: number; sessionId: string };
};

/**
 * The cookie of an attempt: signed, short-lived, HttpOnly, and so bound to one browser. Over https
 * no neighbouring domain can set it either (`__Host-`).
 */
export function attemptCookie(
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  secure: boolean,
) {
  const [key] = secrets.keysOf('sign-in attempt');
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: MINUTES * 60_000 });
  // `read` compares the expiry with the clock.
  const verify = createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true });
  const name = secure ? `__Host-${KEY}` : KEY;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    write: (kept: Kept) => {
      const token = sign({ ...kept, iat: Math.floor(clock.now() / 1000) });
      return `${name}=${token}; Max-Age=${MINUTES * 60}; ${attributes}`;
    },
    remove: `${name}=; Max-Age=0; ${attributes}`,
    read: (header = ''): Kept | undefined => {
      const value = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(header)?.[1];
      try {
        const { exp, ...kept } = verify(value ?? '') as Kept & { exp: number };
        return clock.now() < exp * 1000 ? kept : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

import { createHmac } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Attempt } from './x.ts';

const KEY = 'x_sign_in';
const MINUTES = 10;

/** What the browser keeps while its person is at X. */
export type Kept = Attempt & {
  /** The path to go on to after signing in. */
  next?: string;
  /** The session that asked to link its account; without it, this is a sign-in. */
  link?: { userId: number; sessionId: string };
};

/**
 * The cookie of an attempt: signed, short-lived, not for scripts, and so never another browser's. Over https no neighbouring
 * domain can plant one either (`__Host-`).
 */
export function attemptCookie(secret: string, secure: boolean) {
  // A key of its own: no token of one kind is ever good as one of the other.
  const key = createHmac('sha256', secret).update(KEY).digest('hex');
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: MINUTES * 60_000 });
  const verify = createVerifier({ key, algorithms: ['HS256'] });
  const name = secure ? `__Host-${KEY}` : KEY;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    write: (kept: Kept) => `${name}=${sign(kept)}; Max-Age=${MINUTES * 60}; ${attributes}`,
    remove: `${name}=; Max-Age=0; ${attributes}`,
    read: (header = ''): Kept | undefined => {
      const value = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(header)?.[1];
      try {
        return value ? (verify(value) as Kept) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

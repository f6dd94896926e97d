import { z } from 'zod';
import { Password } from './account.ts';
import { endpoint } from './endpoint.ts';

/** Signing in with X to an account that is there: ours, for `/settings`. */

const XLink = z.object({
  /** Whether this server can sign anybody in with X. */
  available: z.boolean(),
  /** Whether the caller can sign in with X. */
  linked: z.boolean(),
  /** Their name at X, when they were linked. */
  username: z.string().nullable(),
});

export const getXLink = endpoint({
  method: 'GET',
  path: '/api/users/me/x/',
  access: 'person',
  summary: 'Whether you can sign in with X',
  answer: XLink,
});

/** Another way in needs the password, as another address does. */
const LinkX = z.object({ password: Password.optional() });

/** The answer's cookie belongs to this browser: only here can the link be made that was begun here. */
export const linkX = endpoint({
  method: 'POST',
  path: '/api/users/me/x/',
  access: 'person',
  summary: 'Begin to link your account with X; the browser goes on at the address of the answer',
  body: LinkX,
  answer: z.object({ url: z.url() }),
});

export const unlinkX = endpoint({
  method: 'DELETE',
  path: '/api/users/me/x/',
  access: 'person',
  summary: 'Sign in with X no longer',
});

import { z } from 'zod';
import { Password } from '../core/forms.ts';
import { endpoint } from '../http/endpoint.ts';

/** Linking X to an existing account, for `/settings`. */

const XLink = z.object({
  /** Whether sign-in with X is configured on this server. */
  available: z.boolean(),
  /** Whether the caller can sign in with X. */
  linked: z.boolean(),
  /** Their name on X at the time of linking. */
  username: z.string().nullable(),
});

export const getXLink = endpoint({
  method: 'GET',
  path: '/api/users/me/x/',
  access: 'user',
  summary: 'Whether you can sign in with X',
  response: XLink,
});

/** Another way to sign in needs the password, like another address does. */
const LinkX = z.object({ password: Password.optional() });

/**
 * The cookie of the response binds the flow to this browser: only the browser that began the flow
 * can complete it.
 */
export const linkX = endpoint({
  method: 'POST',
  path: '/api/users/me/x/',
  access: 'user',
  summary: 'Start linking your account with X; open the address in the response',
  body: LinkX,
  response: z.object({ url: z.url() }),
});

export const unlinkX = endpoint({
  method: 'DELETE',
  path: '/api/users/me/x/',
  access: 'user',
  summary: 'Unlink X from your account',
});

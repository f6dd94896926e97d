import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { BrowserZone } from '../wall-time.ts';
import { Login, Register } from './forms.ts';

/**
 * Accounts that signed up with X have no address until they add one. `email_proved`: the address is
 * verified. `pending_email`: the address that replaces it once it is verified.
 */
export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  email_proved: z.boolean(),
  pending_email: z.string().nullable(),
});
export type User = z.output<typeof User>;

const Session = z.object({ access: z.string(), refresh: z.string(), user: User });
const Refresh = z.object({
  refresh: z
    .string('Expected the refresh token, a string.')
    .min(1, 'Expected the refresh token.')
    .max(1000, 'Invalid refresh token.'),
});

/** docs/domain/people.md, 'Tokens'. */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login/',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  body: Login,
  response: Session,
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register/',
  access: 'public',
  summary: 'Create an account with a workspace, and sign in',
  // The zone of the workspace; UTC without one.
  body: Register.safeExtend({ time_zone: BrowserZone }),
  response: Session,
  status: 201,
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/token/refresh/',
  access: 'public',
  summary: 'Get a new access token',
  body: Refresh,
  response: z.object({ access: z.string() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout/',
  access: 'public',
  summary: 'End the session of a refresh token',
  body: Refresh,
});

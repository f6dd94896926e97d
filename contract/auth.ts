import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nameText } from './fields.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';

/** An e-mail address. Stored as typed, compared case-insensitively. */
export const Email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Email must be at most 254 characters')
  .pipe(z.email('Please enter a valid email address'));

export const FullName = nameText('Full name', {
  max: 100,
  missing: 'Full name is required',
  long: 'Full name must be at most 100 characters',
});

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

export const Login = z.object({
  email: z
    .string('Email is required')
    .trim()
    .min(1, 'Email is required')
    .max(1000, 'Email is too long'),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(MAX_PASSWORD_LENGTH, 'Password is too long'),
});

export const Register = z
  .object({
    email: Email,
    name: FullName,
    password: z
      .string('Password is required')
      .min(8, 'Password must be at least 8 characters')
      .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
    password_confirm: z
      .string('Please confirm your password')
      .min(1, 'Please confirm your password')
      .max(MAX_PASSWORD_LENGTH, 'Passwords do not match'),
  })
  .refine((body) => body.password === body.password_confirm, {
    path: ['password_confirm'],
    message: 'Passwords do not match',
    // Reported together with the other errors, not only once those are fixed.
    when: (payload) =>
      typeof (payload.value as { password_confirm?: unknown })?.password_confirm === 'string',
  });

const Session = z.object({ access: z.string(), refresh: z.string(), user: User });
const Refresh = z.object({
  refresh: z
    .string('Expected the refresh token, a string.')
    .min(1, 'Expected the refresh token.')
    .max(1000, 'Invalid refresh token.'),
});

/** docs/domain.md, 'Tokens'. */
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
  body: Register,
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

export const me = endpoint({
  method: 'GET',
  path: '/api/users/me/',
  access: 'user',
  summary: 'The account of the caller',
  response: User,
});

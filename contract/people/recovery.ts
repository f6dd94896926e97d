import { z } from 'zod';
import { PasswordReset } from '../core/forms.ts';
import { newPassword, samePassword } from '../core/passwords.ts';
import { endpoint } from '../http/endpoint.ts';
import { AfterReset } from './access.ts';

const INVALID_LINK = 'Invalid reset link. Please request a new password reset.';

export const PasswordResetConfirm = samePassword(
  z.object({
    uid: z.string(INVALID_LINK).min(1, INVALID_LINK).max(100, INVALID_LINK),
    token: z.string(INVALID_LINK).min(1, INVALID_LINK).max(500, INVALID_LINK),
    ...newPassword,
  }),
);

const Done = z.object({ detail: z.string() });

/** How long what still acts for the account can be ended from the page after a reset. */
export const END_ACCESS_MINUTES = 30;

/**
 * The response is the same whether or not the address has an account (docs/domain/people.md,
 * 'Password reset').
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset/',
  access: 'public',
  summary: 'Mail a link to set a new password',
  body: PasswordReset,
  response: Done,
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset-confirm/',
  access: 'public',
  summary:
    'Set a new password with the link of a mail; ends all sessions, and what acts for the person alone: keys, apps, calendar addresses, invitations',
  body: PasswordResetConfirm,
  response: Done.extend(AfterReset.shape),
});

export const endAccessAfterReset = endpoint({
  method: 'POST',
  path: '/api/auth/password-reset-access/',
  access: 'public',
  summary: 'End all that still acts for the account, with the token of a reset just made',
  body: z.object({ token: z.string(INVALID_LINK).max(200, INVALID_LINK) }),
  response: Done,
});

/** For accounts that signed up with X: sets an address together with a password. */
export const giveAddress = endpoint({
  method: 'POST',
  path: '/api/users/me/address/',
  access: 'user',
  summary: 'Email a link that sets the first email address and password of your account',
  body: PasswordReset,
  response: Done,
});

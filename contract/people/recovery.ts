import { z } from 'zod';
import { PasswordReset } from '../core/forms.ts';
import { newPassword, samePassword } from '../core/passwords.ts';
import { endpoint } from '../http/endpoint.ts';

const INVALID_LINK = 'Invalid reset link. Please request a new password reset.';

export const PasswordResetConfirm = samePassword(
  z.object({
    uid: z.string(INVALID_LINK).min(1, INVALID_LINK).max(100, INVALID_LINK),
    token: z.string(INVALID_LINK).min(1, INVALID_LINK).max(500, INVALID_LINK),
    ...newPassword,
  }),
);

const Done = z.object({ detail: z.string() });

/**
 * The response is the same whether or not the address has an account (docs/domain.md, 'Password
 * reset').
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
  summary: 'Set a new password with the link of a mail; ends all sessions',
  body: PasswordResetConfirm,
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

import { z } from 'zod';
import { User } from '../core/auth.ts';
import { Password, Profile } from '../core/forms.ts';
import { newPassword, samePassword } from '../core/passwords.ts';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../http/fields.ts';

/** The caller's own account, for `/settings`. */

export const PasswordChange = samePassword(
  z.object({
    current_password: Password,
    ...newPassword,
    /** Whether all that acts without a session ends, too. */
    end_access: z.boolean('Expected true or false.').optional(),
  }),
);
/** Accounts that sign in with X alone have no password. */
export const AccountDeletion = z.object({ password: Password.optional() });

const SessionEntry = z.object({
  id: z.uuid(),
  user_agent: z.string().nullable(),
  ip_address: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  /** Whether this is the session of the request. */
  current: z.boolean(),
});

export const me = endpoint({
  method: 'GET',
  path: '/api/users/me/',
  access: 'user',
  summary: 'The account of the caller',
  response: User,
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/me/',
  access: 'user',
  summary: 'Change your name or your address',
  body: Profile,
  response: User,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/users/me/password/',
  access: 'user',
  summary:
    'Change your password; ends all other sessions and, with `end_access`, all that acts for you without one',
  body: PasswordChange,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions/',
  access: 'user',
  summary: 'Your sessions: the current one first, then the most recently used, at most 100',
  response: z.array(SessionEntry),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/:id/',
  access: 'user',
  summary: 'End one of your sessions',
  params: z.object({ id: z.uuid() }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/',
  access: 'user',
  summary: 'End all your other sessions',
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/users/me/delete/',
  access: 'user',
  summary: 'Close your account and erase its data',
  body: AccountDeletion,
});

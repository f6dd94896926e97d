import { z } from 'zod';
import { nameText } from '../http/fields.ts';
import { composed } from '../http/marks.ts';
import { ASSIGNABLE_ROLES } from '../roles.ts';
import { MAX_PASSWORD_LENGTH } from './passwords.ts';

/**
 * The bodies that the forms of the web client check, too: apart, because a page without such a form
 * does not load the library of the schemas (web/without-schemas.ts).
 */

/** An e-mail address. Stored as typed, compared case-insensitively. */
const Email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Email must be at most 254 characters')
  .pipe(z.email('Please enter a valid email address'));

const FullName = nameText('Full name', {
  max: 100,
  missing: 'Full name is required',
  long: 'Full name must be at most 100 characters',
});

/** The caller's present password. */
export const Password = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(MAX_PASSWORD_LENGTH, 'Password is too long');

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
      .overwrite(composed)
      .min(8, 'Password must be at least 8 characters')
      .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
    password_confirm: z
      .string('Please confirm your password')
      .overwrite(composed)
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

export const PasswordReset = z.object({ email: Email });

/** A new address needs the password: account recovery goes through the address. */
export const Profile = z.object({
  name: FullName,
  email: Email.optional(),
  current_password: Password.optional(),
});

export const GivenRole = z.enum(
  ASSIGNABLE_ROLES,
  `Expected one of ${ASSIGNABLE_ROLES.join(', ')}.`,
);

export type GivenRole = z.output<typeof GivenRole>;

export const InvitationCreate = z.object({ email: Email.nullish(), role: GivenRole });

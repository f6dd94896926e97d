import { z } from 'zod';
import { composed } from '../http/marks.ts';

export const MAX_PASSWORD_LENGTH = 1000;

/**
 * The five rules of a new password, as the checklist shows them (docs/domain/people.md,
 * 'Passwords').
 */
const PASSWORD_RULES = [
  { label: 'At least 8 characters', met: (password: string) => [...password].length >= 8 },
  { label: 'One uppercase letter', met: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'One lowercase letter', met: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'One number', met: (password: string) => /\p{Nd}/u.test(password) },
  { label: 'One special character', met: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

type Strength = 'Weak' | 'Fair' | 'Good' | 'Strong';

/**
 * Which rules a password meets, whether it meets all, and its strength: the share in percent, and
 * its name.
 */
export function ratePassword(password: string) {
  const rules = PASSWORD_RULES.map(({ label, met }) => ({ label, met: met(password) }));
  const score = (rules.filter(({ met }) => met).length / rules.length) * 100;
  const strength: Strength =
    score < 25 ? 'Weak' : score < 50 ? 'Fair' : score < 75 ? 'Good' : 'Strong';
  return { rules, score, strength, ok: rules.every(({ met }) => met) };
}

/** A new password, typed twice. */
export const newPassword = {
  new_password: z
    .string('Password does not meet requirements')
    .overwrite(composed)
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`)
    .refine((password) => ratePassword(password).ok, 'Password does not meet requirements'),
  new_password_confirm: z
    .string('Passwords do not match')
    .overwrite(composed)
    .max(MAX_PASSWORD_LENGTH, 'Passwords do not match'),
};

type Typed = { new_password?: unknown; new_password_confirm?: unknown };

/** The mismatch is reported together with the other errors. */
export const samePassword = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine((body) => (body as Typed).new_password === (body as Typed).new_password_confirm, {
    path: ['new_password_confirm'],
    message: 'Passwords do not match',
    when: ({ value }) => typeof (value as Typed)?.new_password_confirm === 'string',
  });

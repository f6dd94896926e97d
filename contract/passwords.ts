import { z } from 'zod';

const LONGEST_PASSWORD = 1000;

/** The five rules of a new password (section 5), as the checklist shows them. */
export const PASSWORD_RULES = [
  { label: 'At least 8 characters', met: (password: string) => [...password].length >= 8 },
  { label: 'One uppercase letter', met: (password: string) => /\p{Lu}/u.test(password) },
  { label: 'One lowercase letter', met: (password: string) => /\p{Ll}/u.test(password) },
  { label: 'One number', met: (password: string) => /\p{Nd}/u.test(password) },
  { label: 'One special character', met: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

/** The share of the rules that are met, in percent, and its name (section 5). */
export function strengthOf(password: string): { score: number; name: 'Weak' | 'Fair' | 'Good' | 'Strong' } {
  const met = PASSWORD_RULES.filter((rule) => rule.met(password)).length;
  const score = (met / PASSWORD_RULES.length) * 100;
  return { score, name: score < 25 ? 'Weak' : score < 50 ? 'Fair' : score < 75 ? 'Good' : 'Strong' };
}

const meetsRules = (password: string) => PASSWORD_RULES.every((rule) => rule.met(password));

/** A password that replaces another, typed twice. */
export const newPassword = {
  new_password: z
    .string('Password does not meet requirements')
    .max(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters`)
    .refine(meetsRules, 'Password does not meet requirements'),
  new_password_confirm: z.string('Passwords do not match').max(LONGEST_PASSWORD, 'Passwords do not match'),
};

type Typed = { new_password?: unknown; new_password_confirm?: unknown };

/** Says that the two differ together with what else is wrong. */
export const samePassword = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine((body) => (body as Typed).new_password === (body as Typed).new_password_confirm, {
    path: ['new_password_confirm'],
    message: 'Passwords do not match',
    when: ({ value }) => typeof (value as Typed)?.new_password_confirm === 'string',
  });

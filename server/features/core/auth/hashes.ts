import { createHash } from 'node:crypto';

/** The hash under which a secret is stored. */
export const digest = (secret: string) => createHash('sha256').update(secret).digest();

/** The key of a limit for an address that need not have an account. */
export const addressHash = (email: string) => digest(email.toLowerCase()).toString('base64url');

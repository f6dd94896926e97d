import type { Secrets } from '../../../secrets.ts';

/** The account, and the address to verify. */
export type Asked = { userId: number; email: string };

const textOf = ({ userId, email }: Asked, until: string) =>
  `${userId}:${until}:${email.toLowerCase()}`;

/**
 * The token is derived from the secret: neither the database nor a job stores it. `until`: seconds
 * since 1970.
 */
export const tokenOf = (secrets: Secrets, asked: Asked, until: number) =>
  `${until}-${secrets.mac('address', textOf(asked, String(until)))}`;

/** Whether a token is valid for this address and has not expired. */
export function proves(secrets: Secrets, asked: Asked, token: string, now: number): boolean {
  const [, until = '0', proof = ''] = /^(\d{10})-([\w-]{43})$/.exec(token) ?? [];
  if (Number(until) * 1000 < now) return false;
  return secrets.isMac('address', textOf(asked, until), proof);
}

import { randomBytes } from 'node:crypto';
import { signWith } from '../../../secrets.ts';

/** Signatures of Standard Webhooks 1.0, symmetric ('v1'). */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/**
 * The headers of an attempt.
 * @param secrets as they are shown; the body is signed with each of them
 * @param nowMs the time of the attempt: receivers refuse one that is minutes old
 */
export function signedHeaders(
  secrets: readonly string[],
  { key, body, nowMs }: { key: string; body: string; nowMs: number },
) {
  const id = `msg_${key.replaceAll('-', '')}`;
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${signWith(bytes, `${id}.${timestamp}.${body}`)}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

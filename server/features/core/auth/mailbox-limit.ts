import type { RateLimits } from '../../../http/limits/rate-limit.ts';
import { addressHash } from './hashes.ts';

const DAY = 24 * 60 * 60;
/** From one sender. Strangers to each other do not use up what the other may send. */
const BY_SENDER = { attempts: 3, seconds: DAY };
/** From all senders together: the maximum number of mails to a mailbox. */
const FROM_ALL = { attempts: 20, seconds: DAY };

/**
 * Counts a mail to an address that its sender has typed.
 * @param kind of the mail: each has limits of its own
 * @param senders all that count as one sender, such as `account:1` and `workspace:2`
 * @throws AppError 429
 */
export async function countMailTo(
  limits: RateLimits,
  kind: 'address' | 'invite',
  email: string,
  senders: readonly string[],
): Promise<void> {
  const recipient = `${kind}:recipient:${addressHash(email)}`;
  for (const sender of senders) await limits.count(`${recipient}:${sender}`, BY_SENDER);
  await limits.count(recipient, FROM_ALL);
}

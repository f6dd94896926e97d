import type { User } from '#contract/core/auth.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { RateLimits } from '../../../http/limits/rate-limit.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import {
  countMailTo,
  endResets,
  explainTaken,
  findAccount,
  lockAccount,
} from '../../core/auth/auth.service.ts';
import { mailNotice } from '../../core/notices/notices.service.ts';
import { type AccessContext, endInvitationsToAddress } from '../access/access.service.ts';
import { type Asked, mailAddressLink } from './addresses.jobs.ts';
import * as sql from './addresses.sql.ts';
import { proves } from './link.ts';

/**
 * Verifies addresses: nothing is granted by an address, and a changed one does not count, until the
 * link that was mailed to it has been used.
 */

const HOUR = 60 * 60;
const BY_ACCOUNT = { attempts: 5, seconds: HOUR };
const CONFIRMATIONS = { attempts: 30, seconds: HOUR };

type Context = Pick<AppContext, 'secrets' | 'database' | 'live' | 'jobs' | 'limits'>;
/** Requests the link in the transaction that creates the account or changes the address. */
export const requestEmailVerification = (tx: Executor, jobs: Jobs, asked: Asked) =>
  jobs.enqueue(tx, mailAddressLink, asked);

const countMail = (limits: RateLimits, userId: number) =>
  limits.count(`address:account:${userId}`, BY_ACCOUNT);

/** @throws AppError 429 after too many mails of this account, or to this address */
export async function countNewAddress(limits: RateLimits, userId: number, email: string) {
  await countMail(limits, userId);
  await countMailTo(limits, 'address', email, [`account:${userId}`]);
}

/**
 * Verifies the address of the caller, or the pending one. The caller must be signed in to that
 * account: opening the link of another person grants nothing.
 * @throws AppError 400 where the link is for another account, or expired, or the address is taken
 * by now; 429
 */
export async function confirmAddress(
  context: Context & AccessContext & Pick<AppContext, 'clock'>,
  person: Member,
  token: string,
): Promise<User> {
  const { clock, secrets, database, live, jobs, limits } = context;
  const { userId, ip } = person;
  await limits.count(`address-confirm:account:${userId}`, CONFIRMATIONS);
  return transaction({ database, live }, async (tx) => {
    const before = await lockAccount(tx, userId);
    const email = [before.pending_email, before.email].find(
      (address) =>
        address !== null && proves(secrets, { userId, email: address }, token, clock.now()),
    );
    if (!email) {
      const detail =
        'This link is not for your account’s email address, or has expired. Request another one.';
      throw new AppError('invalid', 400, detail, { extra: { token: [detail] } });
    }
    if (before.email?.toLowerCase() !== email.toLowerCase())
      await endInvitationsToAddress(context, tx, { person: userId, ip });
    await sql.proveAddress(tx, { userId, email }).catch(explainTaken);
    const after = await findAccount(tx, userId);
    const changes = changesBetween({ ...before }, { ...after }, ['email', 'email_proved']);
    if (before.email !== email) {
      await endResets(tx, userId);
      await mailNotice(tx, jobs, before, 'address');
    }
    if (Object.keys(changes).length)
      await record(tx, person, {
        action: 'profile',
        objectType: 'user',
        objectId: userId,
        changes,
      });
    return after;
  });
}

/** Marks the address as verified by another link that was mailed to it. */
export async function verifyAddressOf(tx: Executor, userId: number, email: string): Promise<void> {
  const { email_proved } = await findAccount(tx, userId);
  if (!email_proved) await sql.proveAddress(tx, { userId, email });
}

/** @throws AppError 400 where there is nothing to verify; 429 */
export async function sendAgain({ database, jobs, limits }: Context, { userId }: Member) {
  const { email, email_proved, pending_email } = await findAccount(database, userId);
  const asked = pending_email ?? (email_proved ? null : email);
  if (asked === null)
    throw invalid({ non_field_errors: ['Your email address is already confirmed.'] });
  // The limit of the account's own address cannot be used up by others.
  if (pending_email) await countNewAddress(limits, userId, pending_email);
  else await countMail(limits, userId);
  await requestEmailVerification(database, jobs, { userId, email: asked });
  return { detail: `We sent a confirmation link to ${asked}.` };
}

/** The address changes once the new one is verified. */
export const awaitProof = async (tx: Executor, jobs: Jobs, asked: Asked) => {
  await sql.setPending(tx, asked);
  await requestEmailVerification(tx, jobs, asked);
};

export async function keepAddress({ database }: Context, { userId }: Member): Promise<User> {
  await sql.setPending(database, { userId, email: null });
  return findAccount(database, userId);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { ADDRESS_LINK_DAYS } from '#contract/addresses.ts';
import type { User } from '#contract/auth.ts';
import type { Config } from '../../config.ts';
import type { Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, ifThere, invalid } from '../../errors.ts';
import type { RateLimits } from '../../http/rate-limit.ts';
import type { Person } from '../../http/session.ts';
import { type Jobs, job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { addressKey, endResets, explainTaken, findAccount, findByEmail, lockAccount } from '../auth/auth.service.ts';
import { mailNotice } from '../auth/notices.service.ts';
import { MAIL_RETRIES } from '../mail/mail.service.ts';
import * as sql from './addresses.sql.ts';

/**
 * Whose address it is, is not known until a link that was mailed to it was used: until then nothing is granted by the
 * address, and a changed one does not count.
 */

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const BY_ACCOUNT = { attempts: 5, seconds: HOUR };
const BY_RECIPIENT = { attempts: 3, seconds: DAY };
const CONFIRMATIONS = { attempts: 30, seconds: HOUR };

type Parts = Pick<AllParts, 'config' | 'database' | 'jobs' | 'limits' | 'log' | 'sendMail'>;
type Asked = { userId: number; email: string };

/** Mails the link that proves an address to it. */
export const mailAddressLink = job<Asked>('addresses.mail', MAIL_RETRIES);

/** Asks for the link in the transaction that makes the account, or asks for another address. */
export const askForProof = (tx: Executor, jobs: Jobs, asked: Asked) => jobs.enqueue(tx, mailAddressLink, asked);

const countMail = (limits: RateLimits, userId: number) => limits.count(`address:account:${userId}`, BY_ACCOUNT);

/** @throws AppError 429 after too many mails of this account, or to this address of somebody's choice */
export async function countNewAddress(limits: RateLimits, userId: number, email: string) {
  await countMail(limits, userId);
  await limits.count(`address:recipient:${addressKey(email)}`, BY_RECIPIENT);
}

type Secret = Pick<Config, 'secret'>;

/** The token follows from the secret: neither the database nor a job holds what proves an address. */
const proofOf = ({ secret }: Secret, { userId, email }: Asked, until: number) =>
  createHmac('sha256', secret).update(`address:${userId}:${until}:${email.toLowerCase()}`).digest();

const tokenOf = (config: Secret, asked: Asked, until: number) =>
  `${until}-${proofOf(config, asked, until).toString('base64url')}`;

function proves(config: Secret, asked: Asked, token: string): boolean {
  const [, until = '0', proof = ''] = /^(\d{10})-([\w-]{43})$/.exec(token) ?? [];
  if (Number(until) * 1000 < Date.now()) return false;
  return timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(config, asked, Number(until)));
}

/** Mails the link; where somebody else has the address by now, its mailbox is told so, and nobody else. */
export async function sendLink(parts: Parts, asked: Asked, jobId: string): Promise<void> {
  const { config, database, sendMail } = parts;
  const account = await findAccount(database, asked.userId).catch(ifThere);
  if (!account) return;
  const isPending = account.pending_email === asked.email;
  // Proved, changed or kept meanwhile.
  if (!isPending && (account.email !== asked.email || account.email_proved)) return;
  const taken = isPending && (await findByEmail(database, asked.email));
  if (taken && taken.id !== account.id)
    return sendMail({
      id: jobId,
      to: asked.email,
      subject: 'This address has an account',
      paragraphs: [
        'Hello,',
        'somebody, perhaps you, asked to use this address for another account here. It has an account already, so nothing was changed.',
        { label: 'Sign in', link: `${config.origin}/login` },
      ],
    });
  const until = Math.floor(Date.now() / 1000) + ADDRESS_LINK_DAYS * 24 * HOUR;
  await sendMail({
    id: jobId,
    to: asked.email,
    subject: isPending ? 'Confirm your new address' : 'Please confirm your address',
    paragraphs: [
      'Hello,',
      isPending
        ? `somebody, hopefully you, asked to use this address for their account here. The link below confirms that, for ${ADDRESS_LINK_DAYS} days; the account asks you to be signed in.`
        : `somebody, hopefully you, made an account here with this address. The link below confirms that it is yours, for ${ADDRESS_LINK_DAYS} days; the account asks you to be signed in.`,
      { label: 'Confirm the address', link: `${config.origin}/confirm-address/${tokenOf(config, asked, until)}` },
      isPending
        ? 'If it was not you, ignore this mail: nothing is changed without the link.'
        : 'If it was not you, ignore this mail: nobody gets anything by your address. To have the account yourself, ask for a new password on the sign-in page.',
    ],
  });
}

/**
 * The address of whoever calls, or the one that it was to become, is theirs. Only they can use the link, signed in: somebody
 * who follows a stranger's link gives nothing away.
 * @throws AppError 400 for a link that is not for this account, or has expired, or whose address somebody has by now; 429
 */
export async function confirmAddress(
  { config, database, jobs, limits }: Parts,
  person: Person,
  token: string,
): Promise<User> {
  const { userId } = person;
  await limits.count(`address-confirm:account:${userId}`, CONFIRMATIONS);
  return transaction(database, async (tx) => {
    const before = await lockAccount(tx, userId);
    const email = [before.pending_email, before.email].find(
      (one) => one !== null && proves(config, { userId, email: one }, token),
    );
    if (!email) {
      const detail = 'This link is not for the address of your account, or has expired. Ask for another one.';
      throw new AppError('invalid', 400, detail, { extra: { token: [detail] } });
    }
    await sql.proveAddress(tx, { userId, email }).catch(explainTaken);
    const after = await findAccount(tx, userId);
    const changes = changesBetween({ ...before }, { ...after }, ['email', 'email_proved']);
    if (before.email !== email) {
      await endResets(tx, userId);
      await mailNotice(tx, jobs, before, 'address');
    }
    if (Object.keys(changes).length)
      await record(tx, person, { action: 'profile', objectType: 'user', objectId: userId, changes });
    return after;
  });
}

/** The account's address was shown to be its person's in another way, by a link that was mailed there. */
export async function proveAddressOf(tx: Executor, userId: number, email: string): Promise<void> {
  const { email_proved } = await findAccount(tx, userId);
  if (!email_proved) await sql.proveAddress(tx, { userId, email });
}

/** @throws AppError 400 where there is nothing to prove; 429 */
export async function sendAgain({ database, jobs, limits }: Parts, { userId }: Person) {
  const { email, email_proved, pending_email } = await findAccount(database, userId);
  const asked = pending_email ?? (email_proved ? null : email);
  if (asked === null) throw invalid({ non_field_errors: ['Your address is confirmed already.'] });
  // The account's own address is nobody else's to use up the mails of.
  if (pending_email) await countNewAddress(limits, userId, pending_email);
  else await countMail(limits, userId);
  await askForProof(database, jobs, { userId, email: asked });
  return { detail: `A link to confirm ${asked} is on its way to it.` };
}

/** The address becomes another one once that one is proved. */
export const awaitProof = async (tx: Executor, jobs: Jobs, asked: Asked) => {
  await sql.setPending(tx, asked);
  await askForProof(tx, jobs, asked);
};

export async function keepAddress({ database }: Parts, { userId }: Person): Promise<User> {
  await sql.setPending(database, { userId, email: null });
  return findAccount(database, userId);
}

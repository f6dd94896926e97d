import type { User } from '#contract/core/auth.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { type AccessTold, type NoticeKind, notice } from './notices.jobs.ts';

/**
 * Notifies the mailbox of an account, in the transaction of the change. An unverified address gets
 * no notice: it may belong to someone else.
 * @param account its state before the change
 * @param access what acted for the account and has ended, and what goes on
 */
export async function mailNotice(
  tx: Executor,
  jobs: Jobs,
  { email, email_proved }: Pick<User, 'email' | 'email_proved'>,
  kind: NoticeKind,
  access: AccessTold = { ended: [], left: [] },
): Promise<void> {
  if (email && (email_proved || kind === 'taken_over'))
    await jobs.enqueue(tx, notice, { to: email, kind, ...access });
}

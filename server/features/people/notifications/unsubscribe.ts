import { kindsOf, type NotificationKind } from '#contract/people/notifications.ts';
import type { AppContext } from '../../../context.ts';
import { AppError, ifThere } from '../../../errors.ts';
import type { Secrets } from '../../../secrets.ts';
import { findAccount } from '../../core/auth/auth.service.ts';
import { saveSettings } from './notifications.service.ts';

/** Links that end mails of some kinds to a person, without a session (RFC 8058). */

type Context = Pick<AppContext, 'database' | 'secrets'>;

/** Of an unsubscribe link: it is valid for as long as the mail is kept. It contains no dot. */
export function unsubscribeToken(
  secrets: Pick<Secrets, 'mac'>,
  userId: number,
  kinds: readonly NotificationKind[],
): string {
  const text = [userId, ...new Set(kinds)].join('-');
  return `${text}-${secrets.mac('unsubscribe', text)}`;
}

/** Of the proof at the end of a token. */
const PROOF_LENGTH = 43;

/** Ends the mails that a token names. @throws AppError 410 where it is invalid */
export async function unsubscribe({ database, secrets }: Context, token: string): Promise<void> {
  const text = token.slice(0, -1 - PROOF_LENGTH);
  if (!secrets.isMac('unsubscribe', text, token.slice(-PROOF_LENGTH)))
    throw new AppError('gone', 410, 'This link is not valid. Change your settings instead.');
  const person = { userId: Number.parseInt(text, 10) };
  // Whoever closed their account gets no mail.
  if (!(await findAccount(database, person.userId).catch(ifThere))) return;
  const off = kindsOf(text).map((kind) => [kind, { email: false }]);
  await saveSettings(database, person, Object.fromEntries(off));
}

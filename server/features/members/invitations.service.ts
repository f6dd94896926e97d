import { timingSafeEqual } from 'node:crypto';
import type { AnswerOf, Parsed } from '#contract/endpoint.ts';
import type * as contract from '#contract/members.ts';
import { INVITATION_DAYS } from '#contract/members.ts';
import type { Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import { job } from '../../jobs/jobs.ts';
import type { Parts as AllParts } from '../../parts.ts';
import { proveAddressOf } from '../addresses/addresses.service.ts';
import { record } from '../audit/audit.service.ts';
import { addressKey, findAccount, findByEmail } from '../auth/auth.service.ts';
import { inMail, MAIL_RETRIES } from '../mail/mail.service.ts';
import { getSettings, notify, thoseWho } from '../notifications/notifications.service.ts';
import { invitationPath, invitationProof } from './invitation-link.service.ts';
import { recordMember } from './members.service.ts';
import * as sql from './members.sql.ts';

const HOUR = 60 * 60;
/** Mails to strangers: more than a team needs, fewer than a nuisance takes, whatever workspaces somebody makes. */
const BY_ACCOUNT = { attempts: 50, seconds: HOUR };
const BY_RECIPIENT = { attempts: 3, seconds: 24 * HOUR };

type Parts = Pick<AllParts, 'config' | 'database' | 'jobs' | 'limits' | 'log' | 'sendMail'>;

/** Mails the link of an invitation that is still open. */
export const mailInvitation = job<{ id: number }>('members.invite', MAIL_RETRIES);

type Secret = Pick<Parts, 'config'>;

const linkOf = (parts: Secret, id: number) => parts.config.origin + invitationPath(parts, id);

/** Open invitations, newest first; those to an address have their link in the mail alone. */
export async function listInvitations(parts: Pick<Parts, 'config'>, executor: Executor, { workspaceId }: Person) {
  const rows = await sql.listInvitations(executor, { workspaceId });
  return rows.map((row) => ({ ...row, link: row.email === null ? linkOf(parts, row.id) : null }));
}

/** @throws AppError 400 for the address of a member; 403 with an address for whoever has not proved their own; 429 */
export async function invite(
  parts: Parts,
  person: Person,
  { email = null, role }: Parsed<typeof contract.invite>['body'],
): Promise<contract.Invitation> {
  const { workspaceId, userId } = person;
  if (email) {
    if (!(await findAccount(parts.database, userId)).email_proved)
      throw new AppError('forbidden', 403, 'Please confirm your own address before you invite others by mail.');
    await parts.limits.count(`invite:account:${userId}`, BY_ACCOUNT);
    await parts.limits.count(`invite:recipient:${addressKey(email)}`, BY_RECIPIENT);
  }
  return transaction(parts.database, async (tx) => {
    await sql.lockWorkspace(tx, { workspaceId });
    const members = await sql.listMembers(tx, { workspaceId });
    const member = email && members.find((one) => one.email?.toLowerCase() === email.toLowerCase());
    if (member) throw invalid({ email: [`${member.name} is a member already.`] });
    if (email) await sql.revokeInvitations(tx, { workspaceId, id: null, email });
    const [made] = await sql.insertInvitation(tx, { workspaceId, userId, email, role, days: INVITATION_DAYS });
    const found = (await listInvitations(parts, tx, person)).find(({ id }) => id === made?.id);
    if (!found) throw new Error('the invitation was not made');
    const changes = { email: { before: null, after: email }, role: { before: null, after: role } };
    await record(tx, person, { action: 'invite', objectType: 'invitation', objectId: found.id, changes });
    if (email) {
      await parts.jobs.enqueue(tx, mailInvitation, { id: found.id });
      const guest = await findByEmail(tx, email);
      // Nothing is told to whoever only claims the address: the mail finds its person.
      if (guest?.proved) await notify(tx, person, [{ user: guest.id, kind: 'invited', invitation: found.id }]);
    }
    return found;
  });
}

/** @throws AppError 404 where there is none that is open */
export function revokeInvitation({ database }: Parts, person: Person, id: number): Promise<void> {
  return transaction(database, async (tx) => {
    // In line with whoever accepts it.
    await sql.lockWorkspace(tx, { workspaceId: person.workspaceId });
    const [gone] = await sql.revokeInvitations(tx, { workspaceId: person.workspaceId, id, email: null });
    if (!gone) throw notFound('invitation', id);
    await record(tx, person, { action: 'revoke', objectType: 'invitation', objectId: id });
  });
}

/** Sends the mail; none where the invitation is over by now. */
export async function sendInvitation(parts: Parts, id: number, jobId: string): Promise<void> {
  const [found] = await sql.findInvitation(parts.database, { id });
  if (!found?.email || whyOver(found)) return;
  const guest = await findByEmail(parts.database, found.email);
  if (guest?.proved && !(await getSettings(parts.database, { userId: guest.id })).invited.email) return;
  const host = inMail(found.invited_by ?? 'Somebody');
  const workspace = inMail(found.workspace);
  await parts.sendMail({
    id: jobId,
    to: found.email,
    subject: `${host} invites you to ${workspace}`,
    paragraphs: [
      'Hello,',
      `${host} invites you to work together in '${workspace}', as ${found.role}. The link below is good once, for ${INVITATION_DAYS} days.`,
      { label: 'Accept the invitation', link: linkOf(parts, id) },
      'If you do not know what this is about, you can ignore this mail.',
    ],
  });
}

/** What somebody is invited to. @throws AppError 404 for no invitation of ours; 410 for one that is over */
export async function readInvitation(parts: Parts, token: string): Promise<AnswerOf<typeof contract.readInvitation>> {
  const { workspace, invited_by, email, role, registered, expires_at } = await requireOpen(
    parts,
    parts.database,
    token,
  );
  return { workspace, invited_by, email, role, registered, expires_at };
}

/**
 * Makes whoever calls a member. Who is one already stays what they are, and the invitation stays open.
 * @throws AppError 404; 410 for one that is over; 403 for one to another address; 400 for a member
 */
export async function acceptInvitation(parts: Parts, person: Person, token: string) {
  const { userId, ip } = person;
  return transaction(parts.database, async (tx) => {
    const { id, workspaceId } = await requireOpen(parts, tx, token);
    // In line with whoever removes, invites or hands over; then it may be over.
    await sql.lockWorkspace(tx, { workspaceId });
    const found = await requireOpen(parts, tx, token);
    const { name, email } = await findAccount(tx, userId);
    if (found.email && found.email.toLowerCase() !== email?.toLowerCase()) {
      const detail = `This invitation is for ${found.email}, and you are signed in as ${email ?? name}. Sign in with the address that was invited, or ask for another invitation.`;
      throw new AppError('forbidden', 403, detail);
    }
    const [joined] = await sql.insertMember(tx, { workspaceId, userId, role: found.role });
    if (!joined) throw invalid({ token: [`You are a member of ${found.workspace} already.`] });
    const [used] = await sql.acceptInvitation(tx, { id, userId });
    if (!used) throw new Error('the invitation was used by somebody else');
    // The link of an address is in its mail alone.
    if (found.email && email) await proveAddressOf(tx, userId, email);
    await recordMember(tx, { workspaceId, userId, ip }, 'join', { id: userId, role: null }, found.role);
    const member = { workspaceId, userId };
    await notify(tx, member, await thoseWho(tx, member, 'manage', { kind: 'joined' }));
    return { id: workspaceId, name: found.workspace, role: found.role };
  });
}

async function requireOpen(parts: Secret, executor: Executor, token: string) {
  const [, id = '', proof = ''] = /^([1-9]\d{0,15})-([\w-]{43})$/.exec(token) ?? [];
  const right = proof !== '' && timingSafeEqual(Buffer.from(proof, 'base64url'), invitationProof(parts, Number(id)));
  const [found] = right ? await sql.findInvitation(executor, { id: Number(id) }) : [];
  if (!found) throw new AppError('not_found', 404, 'This is no invitation of ours. Check that the link is complete.');
  const over = whyOver(found);
  if (over) throw new AppError('gone', 410, over);
  return found;
}

type Fate = { accepted_at: string | null; revoked_at: string | null; expired: boolean };

/** What is said of an invitation that is good for nothing any more. */
function whyOver({ accepted_at, revoked_at, expired }: Fate): string | undefined {
  if (accepted_at)
    return 'This invitation has been used already. Ask for another one, or sign in with the account that used it.';
  if (revoked_at) return 'This invitation has been withdrawn. Ask whoever invited you for another one.';
  if (expired) return `This invitation has expired: it was good for ${INVITATION_DAYS} days. Ask for another one.`;
  return undefined;
}

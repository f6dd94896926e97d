import type { Parsed, ResponseOf } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/people/members.ts';
import { INVITATION_DAYS, MAX_INVITATIONS } from '#contract/people/members.ts';
import { can } from '#contract/roles.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import { countMailTo, findAccount, findByEmail } from '../../core/auth/auth.service.ts';
import { requireStill } from '../access/access.service.ts';
import { verifyAddressOf } from '../addresses/addresses.service.ts';
import {
  announceMembers,
  join,
  lockMembers,
  lockWorkspace,
  recordMember,
  requireNoAdmin,
  tellOfProgram,
} from '../members/members.service.ts';
import { membersWithCapability, notify } from '../notifications/notifications.service.ts';
import { type LinkContext, linkOf, whyInvalid } from './invitation.ts';
import { mailInvitation } from './invitations.jobs.ts';
import * as sql from './invitations.sql.ts';

const HOUR = 60 * 60;
/** Limits mails to strangers for each person, whatever the number of their workspaces. */
const BY_ACCOUNT = { attempts: 50, seconds: HOUR };

type Context = Pick<AppContext, 'config' | 'secrets' | 'database' | 'live' | 'jobs' | 'limits'>;

/**
 * Open invitations, newest first. The link of an invitation to an address is in its mail alone. Any
 * other is shown to who made it, with whom it ends: who has seen one comes back by it.
 */
export async function listInvitations(
  context: LinkContext,
  executor: Executor,
  { workspaceId, userId, key }: Member,
) {
  const rows = await sql.listInvitations(executor, { workspaceId });
  return rows.map((row) => {
    const isShown =
      row.email === null && row.invited_by?.id === userId && !(key && can(row.role, 'manage'));
    return { ...row, link: isShown ? linkOf(context, row.id) : null };
  });
}

/**
 * @throws AppError 400 for the address of a member, or where many are open; 403 for an address where the caller's own is
 * not verified, and for a key that would make an admin or, of a service account, a link; 429
 */
export async function invite(
  context: Context,
  person: Member,
  { email = null, role }: Parsed<typeof contract.invite>['body'],
): Promise<contract.Invitation> {
  const { workspaceId, userId } = person;
  requireNoAdmin(person, role);
  if (email) {
    // A service account has no address, and is one of many: who made its key counts.
    const inviter = person.key?.holder ?? userId;
    if (!(await findAccount(context.database, inviter)).email_proved)
      throw new AppError(
        'forbidden',
        403,
        'Please confirm your own email address before you invite others by email.',
      );
    await context.limits.count(`invite:account:${inviter}`, BY_ACCOUNT);
    // A person makes as many workspaces as they like.
    const senders = [`workspace:${workspaceId}`, `account:${inviter}`];
    await countMailTo(context.limits, 'invite', email, senders);
  }
  return transaction(context, async (tx) => {
    const members = await lockMembers(tx, person);
    await requireStill(tx, person, 'manage');
    const isService = members.find(({ id }) => id === userId)?.kind === 'service';
    if (isService && !email)
      throw new AppError(
        'key_refused',
        403,
        'No key of a service account can do this: a link lets anyone in. Give an email address.',
      );
    const member =
      email && members.find((member) => member.email?.toLowerCase() === email.toLowerCase());
    if (member) throw invalid({ email: [`${member.name} is already a member.`] });
    if (email) await sql.revokeInvitations(tx, { workspaceId, id: null, email });
    const [open] = await sql.countInvitations(tx, { workspaceId });
    if (open && open.count >= MAX_INVITATIONS)
      throw invalid({
        non_field_errors: [
          `A workspace has at most ${MAX_INVITATIONS} open invitations: revoke some of them.`,
        ],
      });
    const [created] = await sql.insertInvitation(tx, {
      workspaceId,
      userId,
      email,
      role,
      days: INVITATION_DAYS,
    });
    const found = (await listInvitations(context, tx, person)).find(({ id }) => id === created?.id);
    if (!found) throw new Error('the invitation was not created');
    const changes = { email: { before: null, after: email }, role: { before: null, after: role } };
    await record(tx, person, {
      action: 'invite',
      objectType: 'invitation',
      objectId: found.id,
      changes,
    });
    if (email) {
      await context.jobs.enqueue(tx, mailInvitation, { id: found.id });
      const guest = await findByEmail(tx, email);
      // An unverified account with this address is not notified: the mail reaches its owner.
      if (guest?.proved)
        await notify(tx, person, [{ user: guest.id, kind: 'invited', invitation: found.id }]);
    }
    await tellOfProgram(tx, person, 'invited');
    announceMembers(tx, person);
    return found;
  });
}

/** @throws AppError 404 where there is no open one */
export function revokeInvitation(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    // Serialized with accepting it.
    await lockWorkspace(tx, person);
    const [gone] = await sql.revokeInvitations(tx, {
      workspaceId: person.workspaceId,
      id,
      email: null,
    });
    if (!gone) throw notFound('invitation', id);
    await record(tx, person, { action: 'revoke', objectType: 'invitation', objectId: id });
    announceMembers(tx, person);
  });
}

/**
 * What somebody is invited to.
 * @throws AppError 404 for an invalid link; 410 for an invitation that has ended
 */
export async function readInvitation(
  context: Context,
  token: string,
): Promise<ResponseOf<typeof contract.readInvitation>> {
  const { workspace, invited_by, email, role, registered, expires_at } = await requireOpen(
    context,
    context.database,
    token,
  );
  return { workspace, invited_by, email, role, registered, expires_at };
}

/**
 * Makes the caller a member. A member keeps their role, and the invitation stays open.
 * @throws AppError 404; 410 where it has ended; 403 for another address; 400 for a member
 */
export async function acceptInvitation(context: Context, person: Member, token: string) {
  const { userId } = person;
  return transaction(context, async (tx) => {
    const { id, workspaceId } = await requireOpen(context, tx, token);
    // Serialized with removals, invitations and transfers of ownership; after the lock it may have
    // ended.
    await lockWorkspace(tx, { workspaceId });
    const found = await requireOpen(context, tx, token);
    const { name, email } = await findAccount(tx, userId);
    if (found.email && found.email.toLowerCase() !== email?.toLowerCase()) {
      const detail = `This invitation is for ${found.email}, and you are signed in as ${email ?? name}. Sign in with the address that was invited, or ask for another invitation.`;
      throw new AppError('forbidden', 403, detail);
    }
    const joined = await join(tx, { workspaceId, userId, role: found.role });
    if (!joined)
      throw invalid({ non_field_errors: [`You are already a member of ${found.workspace}.`] });
    const [used] = await sql.acceptInvitation(tx, { id, userId });
    if (!used) throw new Error('the invitation was used by somebody else');
    // The link of an invitation to an address is in its mail alone.
    if (found.email && email) await verifyAddressOf(tx, userId, email);
    await recordMember(
      tx,
      { ...person, workspaceId, role: found.role },
      'join',
      { id: userId, role: null },
      found.role,
    );
    const member = { workspaceId, userId };
    await notify(tx, member, await membersWithCapability(tx, member, 'manage', { kind: 'joined' }));
    return { id: workspaceId, name: found.workspace, role: found.role };
  });
}

async function requireOpen(
  { secrets }: Pick<Context, 'secrets'>,
  executor: Executor,
  token: string,
) {
  const id = secrets.readId('invitation', token);
  const [found] = id === undefined ? [] : await sql.findInvitation(executor, { id });
  if (!found)
    throw new AppError('not_found', 404, 'Invalid invitation link. Check that it is complete.');
  const reason = whyInvalid(found);
  if (reason) throw new AppError('gone', 410, reason);
  return found;
}

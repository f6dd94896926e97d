import type { AccessChoice } from '#contract/people/access.ts';
import type * as contract from '#contract/people/members.ts';
import type { DoneByProgram } from '#contract/people/notifications.ts';
import { can, type Role } from '#contract/roles.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError, invalid } from '../../../errors.ts';
import { membersWithCapability, notify } from '../notifications/notifications.service.ts';

/** Who decides about members: what programs do not, and who takes over what acted for one. */

/**
 * Who could undo what a program does is not made, removed or demoted by one.
 * @throws AppError 403 for a key, where one of the roles is that of an admin
 */
export function requireNoAdmin({ key }: Member, ...roles: Role[]): void {
  if (key && roles.some((role) => can(role, 'manage')))
    throw new AppError(
      'key_refused',
      403,
      'No key can do this: people who are signed in decide who is an admin.',
    );
}

/** Tells those who manage the workspace of what a program has done with its members. */
export async function tellOfProgram(tx: Executor, person: Member, cause: DoneByProgram) {
  if (!person.key) return;
  const about = { kind: 'program_members', cause } as const;
  await notify(tx, person, await membersWithCapability(tx, person, 'manage', about));
}

/**
 * Who takes over what acted for a member: the person who decides, also by a program. Nobody keeps what
 * they would come back by: who leaves leaves it to the owner.
 * @throws AppError 400 where they choose nevertheless
 */
export function decidingOn(
  id: number,
  { userId, key }: Member,
  members: readonly contract.Member[],
  choice: AccessChoice,
) {
  const to = key?.holder ?? userId;
  if (to !== id) return { to, choice };
  if (choice.keep?.length || choice.replace?.length)
    throw invalid({ keep: ['Nobody keeps what acts for themselves: the owner decides.'] });
  return { to: members.find(({ role }) => role === 'owner')?.id ?? null };
}

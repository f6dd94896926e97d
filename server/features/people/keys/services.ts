import type { Parsed } from '#contract/http/endpoint.ts';
import { type createServiceAccount, MAX_SERVICE_ACCOUNTS } from '#contract/people/keys.ts';
import type { Member } from '../../../actor.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../access/access.service.ts';
import { announceMembers, lockMembers, recordMember } from '../members/members.service.ts';
import * as sql from './keys.sql.ts';

/** @throws AppError 400 where there are too many */
export function createService(
  context: Transactional,
  person: Member,
  { name, role }: Parsed<typeof createServiceAccount>['body'],
) {
  const { workspaceId, userId: maker } = person;
  return transaction(context, async (tx) => {
    const services = (await lockMembers(tx, person)).filter(({ kind }) => kind === 'service');
    // After the lock of the workspace, as a removal takes them.
    await requireStill(tx, person, 'manage');
    if (services.length >= MAX_SERVICE_ACCOUNTS)
      throw invalid({
        non_field_errors: [`A workspace has at most ${MAX_SERVICE_ACCOUNTS} service accounts.`],
      });
    const [made] = await sql.insertService(tx, { workspaceId, name, role, maker });
    const account = (await lockMembers(tx, person)).find(({ id }) => id === made?.id);
    if (!account) throw new Error('the service account was not made');
    await recordMember(tx, person, 'join', { id: account.id, role: null }, role);
    return account;
  });
}

/** @throws AppError 404, also for a person */
export function renameService(context: Transactional, person: Member, id: number, name: string) {
  return transaction(context, async (tx) => {
    const account = (await lockMembers(tx, person)).find(
      (member) => member.id === id && member.kind === 'service',
    );
    if (!account) throw notFound('service account', id);
    if (account.name !== name) {
      await sql.renameService(tx, { id, name });
      const changes = { name: { before: account.name, after: name } };
      await record(tx, person, { action: 'update', objectType: 'member', objectId: id, changes });
      announceMembers(tx, person);
    }
    return { ...account, name };
  });
}

import type { Parsed } from '#contract/endpoint.ts';
import type * as contract from '#contract/members.ts';
import { can, type Role } from '#contract/roles.ts';
import type { Database, Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../errors.ts';
import type { Person } from '../../http/session.ts';
import type { Parts } from '../../parts.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { ownWorkspace } from '../auth/auth.service.ts';
import * as sql from './members.sql.ts';

const SETTINGS = ['name', 'authors_may_not_approve'] as const;

/** More than anybody needs, fewer than fill a disk. */
const NEW_WORKSPACES = { attempts: 20, seconds: 60 * 60 };

/** A further workspace of whoever calls. @throws AppError 429 */
export async function createWorkspace(
  { database, limits }: Pick<Parts, 'database' | 'limits'>,
  person: Person,
  name: string,
) {
  const { userId, ip } = person;
  await limits.count(`workspaces:account:${userId}`, NEW_WORKSPACES);
  return transaction(database, async (tx) => {
    const [made] = await sql.insertWorkspace(tx, { userId, name });
    if (!made) throw new Error('the workspace was not made');
    const changes = { name: { before: null, after: name } };
    const who = { workspaceId: made.id, userId, ip };
    await record(tx, who, { action: 'create', objectType: 'workspace', objectId: made.id, changes });
    return { ...made, role: 'owner' as const };
  });
}

export async function getWorkspace(executor: Executor, { workspaceId, role }: Person): Promise<contract.Workspace> {
  const [workspace] = await sql.findWorkspace(executor, { workspaceId });
  if (!workspace) throw notFound('workspace', workspaceId);
  return { ...workspace, role };
}

/** Changes the fields given. */
export function updateWorkspace(
  database: Database,
  person: Person,
  body: Parsed<typeof contract.updateWorkspace>['body'],
): Promise<contract.Workspace> {
  return transaction(database, async (tx) => {
    const before = await lock(tx, person);
    const after = {
      name: body.name ?? before.name,
      authors_may_not_approve: body.authors_may_not_approve ?? before.authors_may_not_approve,
    };
    const changes = changesBetween(before, { ...before, ...after }, SETTINGS);
    if (Object.keys(changes).length) {
      await sql.updateWorkspace(tx, { workspaceId: before.id, ...after });
      await record(tx, person, { action: 'update', objectType: 'workspace', objectId: before.id, changes });
    }
    return getWorkspace(tx, person);
  });
}

/** @throws AppError 404; 400 for the owner, whose role goes with the ownership */
export function changeRole(
  database: Database,
  person: Person,
  id: number,
  role: contract.GivenRole,
): Promise<contract.Member> {
  return transaction(database, async (tx) => {
    const member = await lockMember(tx, person, id);
    if (member.role === 'owner') throw invalid({ role: ['The owner has to hand the workspace over first.'] });
    if (member.role !== role) {
      await sql.setRole(tx, { workspaceId: person.workspaceId, userId: id, role });
      // Who may invite nobody any more has invited nobody: or they would come back by a link of their own.
      if (!can(role, 'manage')) await revokeInvitationsOf(tx, id, person.workspaceId);
      await recordMember(tx, person, 'role', member, role);
    }
    return { ...member, role };
  });
}

/** Whoever is a member of no other workspace gets one of their own. @throws AppError 404; 400 for the owner */
export function removeMember(database: Database, person: Person, id: number): Promise<void> {
  return transaction(database, async (tx) => {
    const member = await lockMember(tx, person, id);
    if (member.role === 'owner')
      throw invalid({ non_field_errors: ['Whoever owns a workspace has to hand it over before they leave it.'] });
    await sql.lockPerson(tx, { userId: id });
    await sql.removeMember(tx, { workspaceId: person.workspaceId, userId: id });
    await revokeInvitationsOf(tx, id, person.workspaceId);
    await recordMember(tx, person, id === person.userId ? 'leave' : 'remove', member, null);
    await sql.insertOwnWorkspace(tx, { userId: id, name: ownWorkspace(member.name) });
  });
}

/** What a person has invited to, in one workspace or in all, lets nobody in any more. */
export async function revokeInvitationsOf(tx: Executor, userId: number, workspaceId?: number): Promise<void> {
  await sql.revokeInvitationsOf(tx, { userId, workspaceId: workspaceId ?? null });
}

/** The member becomes the owner, and whoever was it an admin. @throws AppError 404 */
export function handOver(database: Database, person: Person, id: number): Promise<contract.Member[]> {
  const { workspaceId, userId } = person;
  return transaction(database, async (tx) => {
    const members = await lockMembers(tx, person);
    const [before, after] = [members.find((one) => one.id === userId), members.find((one) => one.id === id)];
    if (!after) throw notFoundIn('user', 'member', id);
    // Handed over already, by a call that came a moment before.
    if (before?.role !== 'owner') throw invalid({ user: ['You do not own this workspace any more.'] });
    if (after !== before) {
      await sql.setRole(tx, { workspaceId, userId, role: 'admin' });
      await recordMember(tx, person, 'role', before, 'admin');
      await sql.setRole(tx, { workspaceId, userId: id, role: 'owner' });
      await recordMember(tx, person, 'role', after, 'owner');
    }
    return sql.listMembers(tx, { workspaceId });
  });
}

async function lock(tx: Executor, { workspaceId }: Pick<Person, 'workspaceId'>) {
  const [workspace] = await sql.lockWorkspace(tx, { workspaceId });
  if (!workspace) throw notFound('workspace', workspaceId);
  return workspace;
}

/** The members, none of whom comes, goes or changes until the transaction ends. */
async function lockMembers(tx: Executor, person: Person) {
  await lock(tx, person);
  return sql.listMembers(tx, { workspaceId: person.workspaceId });
}

async function lockMember(tx: Executor, person: Person, id: number): Promise<contract.Member> {
  const member = (await lockMembers(tx, person)).find((one) => one.id === id);
  if (!member) throw notFound('member', id);
  return member;
}

type Action = 'join' | 'role' | 'remove' | 'leave';

/** What became of a member's role: null where there is none. */
export const recordMember = (
  tx: Executor,
  who: { workspaceId: number; userId: number; ip: string },
  action: Action,
  { id, role: before }: { id: number; role: Role | null },
  after: Role | null,
) => record(tx, who, { action, objectType: 'member', objectId: id, changes: { role: { before, after } } });

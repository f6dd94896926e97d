import type { GivenRole } from '#contract/core/forms.ts';
import type { Parsed, ResponseOf } from '#contract/http/endpoint.ts';
import type { AccessChoice, MemberAccess, SettledAccess } from '#contract/people/access.ts';
import type * as contract from '#contract/people/members.ts';
import type { Role } from '#contract/roles.ts';
import { canonicalZone } from '#contract/zones.ts';
import { type Actor, type Member, may } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { BULK_TIMEOUTS, type Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../../errors.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { ownWorkspace, UTC } from '../../core/auth/auth.service.ts';
import {
  type AccessContext,
  listForDecision,
  lockMembership,
  requireStill,
  settleAccess,
} from '../access/access.service.ts';
import { decidingOn, requireNoAdmin, tellOfProgram } from './deciding.ts';
import * as sql from './members.sql.ts';

export { requireNoAdmin, tellOfProgram };

/** More than anybody needs, and few enough for the disk. */
const NEW_WORKSPACES = { attempts: 20, seconds: 60 * 60 };

/**
 * Creates another workspace of the caller.
 * @throws AppError 429
 */
export async function createWorkspace(
  context: Pick<AppContext, 'database' | 'live' | 'limits'>,
  person: Member,
  { name, time_zone: zone = UTC }: Parsed<typeof contract.createWorkspace>['body'],
) {
  const { userId, ip } = person;
  await context.limits.count(`workspaces:account:${userId}`, NEW_WORKSPACES);
  return transaction(context, async (tx) => {
    const [created] = await sql.insertWorkspace(tx, { userId, name, zone });
    if (!created) throw new Error('the workspace was not created');
    const changes = { name: { before: null, after: name } };
    const who = { workspaceId: created.id, userId, ip };
    await record(tx, who, {
      action: 'create',
      objectType: 'workspace',
      objectId: created.id,
      changes,
    });
    return { ...created, role: 'owner' as const };
  });
}

export async function getWorkspace(
  executor: Executor,
  { workspaceId, role }: Member,
): Promise<contract.Workspace> {
  const [workspace] = await sql.findWorkspace(executor, { workspaceId });
  if (!workspace) throw notFound('workspace', workspaceId);
  return { ...workspace, role };
}

/** Moves what follows the zone of a workspace when that changes. */
export type FollowZone = (tx: Transaction, person: Member, zone: string) => Promise<void>;

/** Updates the given fields. */
export function updateWorkspace(
  context: Transactional,
  person: Member,
  body: Parsed<typeof contract.updateWorkspace>['body'],
  followZone: FollowZone,
): Promise<contract.Workspace> {
  return transaction(context, async (tx) => {
    const before = await lockWorkspace(tx, person);
    await requireStill(tx, person, 'manage');
    const { id, ...settings } = before;
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    const after: typeof settings = { ...settings, ...Object.fromEntries(given) };
    const changes = changesBetween(settings, after, sql.WORKSPACE_SETTINGS);
    if (Object.keys(changes).length) {
      await sql.updateWorkspace(tx, { workspaceId: id, ...after });
      if (changes.time_zone) await followZone(tx, person, after.time_zone);
      await record(tx, person, {
        action: 'update',
        objectType: 'workspace',
        objectId: id,
        changes,
      });
      announceMembers(tx, person);
    }
    return getWorkspace(tx, person);
  });
}

/** @throws AppError 404; 400 for the owner, whose role is transferred with the ownership */
export function changeRole(
  context: Transactional & AccessContext,
  person: Member,
  id: number,
  { role, ...choice }: Parsed<typeof contract.changeRole>['body'],
): Promise<ResponseOf<typeof contract.changeRole>> {
  return transaction(context, async (tx) => {
    const { member, members } = await lockMember(tx, person, id);
    await requireStill(tx, person, 'manage');
    if (member.role === 'owner')
      throw invalid({ role: ['The owner has to transfer the ownership first.'] });
    if (member.role === role) return { ...member, access: [] };
    requireNoAdmin(person, member.role, role);
    // They could come back by what they made as who may do more.
    const deciding = decidingOn(id, person, members, choice);
    const access = await settleAccess(context, tx, person, { person: id, role, ...deciding });
    await sql.setRole(tx, { workspaceId: person.workspaceId, userId: id, role });
    await recordMember(tx, person, 'role', member, role);
    await tellOfProgram(tx, person, 'role');
    return { ...member, role, access };
  });
}

/** How the approvals of a member end, whose posts are of later features. */
export type EndApprovals = {
  /** Locks what is locked before the members. */
  lock: (tx: Transaction, person: Member) => Promise<void>;
  /** @returns the number of posts that lose their approval */
  end: (tx: Transaction, person: Member, approver: { id: number; name: string }) => Promise<number>;
};

/**
 * A member without another workspace gets one of their own. Who leaves keeps nothing for themselves.
 * @throws AppError 404; 400 for the owner, or a choice about what does not act for them
 */
export function removeMember(
  context: Transactional & AccessContext,
  person: Member,
  id: number,
  choice: AccessChoice = {},
  approvals?: EndApprovals,
): Promise<{ access: SettledAccess[]; approvals_ended: number }> {
  const run = async (tx: Transaction) => {
    const { member, members } = await lockMember(tx, person, id);
    await requireStill(tx, person, id === person.userId ? 'read' : 'manage');
    // Before the content, as requests of this member lock them.
    await lockMembership(tx, { workspace: person.workspaceId, person: id });
    await approvals?.lock(tx, person);
    if (member.role === 'owner')
      throw invalid({
        non_field_errors: ['The owner has to transfer the ownership before leaving the workspace.'],
      });
    requireNoAdmin(person, member.role);
    await sql.lockPerson(tx, { userId: id });
    const ended = (await approvals?.end(tx, person, member)) ?? 0;
    const deciding = decidingOn(id, person, members, choice);
    const access = await settleAccess(context, tx, person, { person: id, role: null, ...deciding });
    await sql.removeMember(tx, { workspaceId: person.workspaceId, userId: id });
    await recordMember(tx, person, id === person.userId ? 'leave' : 'remove', member, null);
    await tellOfProgram(tx, person, 'removed');
    // Nobody takes care of their posts any more.
    tx.announce({ workspaceId: person.workspaceId, topic: 'content', tab: '' });
    // A service account belongs to this workspace alone.
    if (member.kind === 'service') return { access, approvals_ended: ended };
    // In the zone of the one that they leave.
    const { time_zone: zone } = await lockWorkspace(tx, person);
    await sql.insertOwnWorkspace(tx, { userId: id, name: ownWorkspace(member.name), zone });
    return { access, approvals_ended: ended };
  };
  return transaction(context, run, approvals && BULK_TIMEOUTS);
}

/**
 * What acts for a member and would not with this role; without one, all of it.
 * @throws AppError 404
 */
export async function listMemberAccess(
  context: Pick<AccessContext, 'access'>,
  executor: Executor,
  person: Member,
  id: number,
  role: GivenRole | undefined,
): Promise<MemberAccess[]> {
  await getMember(executor, person, id);
  return listForDecision(context, executor, id, person.workspaceId, role ?? null);
}

/**
 * Transfers the ownership to a member; the former owner becomes an admin.
 * @throws AppError 404
 */
export function transferOwnership(
  context: Transactional,
  person: Member,
  id: number,
): Promise<contract.Member[]> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    const members = await lockMembers(tx, person);
    const [before, after] = [
      members.find((member) => member.id === userId),
      members.find((member) => member.id === id),
    ];
    if (!after) throw notFoundIn('user', 'member', id);
    if (after.kind === 'service')
      throw invalid({ user: ['A service account can’t own a workspace.'] });
    // Already transferred, by a concurrent call.
    if (before?.role !== 'owner')
      throw invalid({ user: ['You are no longer the owner of this workspace.'] });
    if (after !== before) {
      await sql.setRole(tx, { workspaceId, userId, role: 'admin' });
      await recordMember(tx, person, 'role', before, 'admin');
      await sql.setRole(tx, { workspaceId, userId: id, role: 'owner' });
      await recordMember(tx, person, 'role', after, 'owner');
    }
    return listMembers(tx, person);
  });
}

/** When they were active last is told to those who manage members. */
export const listMembers = (executor: Executor, actor: Actor): Promise<contract.Member[]> =>
  sql.listMembers(executor, {
    ...{ workspaceId: actor.workspaceId, sees: may(actor, 'manage', 'members') },
  });

/** @throws AppError 404 */
export async function getMember(
  executor: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: number,
): Promise<contract.Member> {
  const member = (await sql.listMembers(executor, { workspaceId, sees: false })).find(
    (row) => row.id === id,
  );
  if (!member) throw notFound('member', id);
  return member;
}

/**
 * Locks the memberships of the workspace until the transaction ends.
 * @throws AppError 404
 */
export async function lockWorkspace(tx: Executor, { workspaceId }: Pick<Actor, 'workspaceId'>) {
  const [workspace] = await sql.lockWorkspace(tx, { workspaceId });
  if (!workspace) throw notFound('workspace', workspaceId);
  return workspace;
}

/** The members, locked until the transaction ends. */
export async function lockMembers(tx: Executor, person: Pick<Actor, 'workspaceId'>) {
  await lockWorkspace(tx, person);
  return sql.listMembers(tx, { workspaceId: person.workspaceId, sees: false });
}

async function lockMember(tx: Executor, person: Member, id: number) {
  const members = await lockMembers(tx, person);
  const member = members.find((row) => row.id === id);
  if (!member) throw notFound('member', id);
  return { member, members };
}

/** Adds a member, and returns whether they are new. */
export const join = async (
  tx: Executor,
  member: { workspaceId: number; userId: number; role: Role },
) => (await sql.insertMember(tx, member)).length > 0;

type Action = 'join' | 'role' | 'remove' | 'leave';

/**
 * Records a change of a member's role (null: none) in the audit log, and invalidates the list of
 * members.
 */
export async function recordMember(
  tx: Transaction,
  actor: Actor,
  action: Action,
  { id, role: before }: { id: number; role: Role | null },
  after: Role | null,
): Promise<void> {
  await record(tx, actor, {
    action,
    objectType: 'member',
    objectId: id,
    changes: { role: { before, after } },
  });
  announceMembers(tx, actor);
}

/** Invalidates the list of members for connected clients. */
export const announceMembers = (
  tx: Transaction,
  { workspaceId, tab }: Pick<Actor, 'workspaceId' | 'tab'>,
) => tx.announce({ workspaceId, topic: 'people', tab });

/** Gives zones that are stored by a former name their present one; returns how many workspaces have it. */
export async function renameZones(executor: Executor): Promise<number> {
  let renamed = 0;
  for (const { zone: former } of await sql.listZones(executor, {})) {
    const present = canonicalZone(former);
    // One that this Node does not know stays as it is.
    if (present !== undefined && present !== former)
      renamed += (await sql.renameZone(executor, { former, present })).length;
  }
  return renamed;
}

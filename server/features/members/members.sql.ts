import { sql } from 'kysely';
import type { GivenRole } from '#contract/members.ts';
import type { Role } from '#contract/roles.ts';
import { statement } from '../../database/statement.ts';
import { who } from '../../database/who.ts';

type Scope = { workspaceId: number };

export const listWorkspaces = statement<{ userId: number }>()('workspaces.of_person', (db, bind) =>
  db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['workspaces.id', 'workspaces.name', sql<Role>`memberships.role`.as('role')])
    .where('memberships.user_id', '=', bind('userId'))
    .orderBy('memberships.created_at')
    .orderBy('workspaces.id'),
);

export const findWorkspace = statement<Scope>()('workspaces.find', (db, bind) =>
  db.selectFrom('workspaces').select(['id', 'name', 'authors_may_not_approve']).where('id', '=', bind('workspaceId')),
);

/** Who joins, leaves or becomes another waits for this transaction; what only refers to the workspace does not. */
export const lockWorkspace = statement<Scope>()('workspaces.lock', (db, bind) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'name', 'authors_may_not_approve'])
    .where('id', '=', bind('workspaceId'))
    .forNoKeyUpdate(),
);

/** Who is removed from two workspaces at once is so one after the other: the last sees that it is the last. */
export const lockPerson = statement<{ userId: number }>()('members.lock_person', (db, bind) =>
  db.selectFrom('users').select('id').where('id', '=', bind('userId')).forNoKeyUpdate(),
);

export const updateWorkspace = statement<Scope & { name: string; authors_may_not_approve: boolean }>()(
  'workspaces.update',
  (db, bind) =>
    db
      .updateTable('workspaces')
      .set({ name: bind('name'), authors_may_not_approve: bind('authors_may_not_approve') })
      .where('id', '=', bind('workspaceId')),
);

export const listMembers = statement<Scope>()('members.list', (db, bind) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      sql<Role>`memberships.role`.as('role'),
      'memberships.created_at as joined_at',
    ])
    .where('memberships.workspace_id', '=', bind('workspaceId'))
    .where('users.closed_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('users.id'),
);

export const setRole = statement<Scope & { userId: number; role: Role }>()('members.set_role', (db, bind) =>
  db
    .updateTable('memberships')
    .set({ role: bind('role') })
    .where('workspace_id', '=', bind('workspaceId'))
    .where('user_id', '=', bind('userId')),
);

export const removeMember = statement<Scope & { userId: number }>()('members.remove', (db, bind) =>
  db.deleteFrom('memberships').where('workspace_id', '=', bind('workspaceId')).where('user_id', '=', bind('userId')),
);

export const insertWorkspace = statement<{ userId: number; name: string }>()(
  'workspaces.insert',
  (_db, bind) => sql<{ id: number; name: string }>`
    with place as (insert into workspaces (name) values (${bind('name')}) returning id, name),
    owner as (insert into memberships (user_id, workspace_id, role) select ${bind('userId', 'bigint')}, id, 'owner' from place)
    select id, name from place`,
);

/** A workspace of their own for whoever is a member of none. */
export const insertOwnWorkspace = statement<{ userId: number; name: string }>()(
  'workspaces.insert_own',
  (_db, bind) => sql`
    with place as (
      insert into workspaces (name)
      select ${bind('name', 'text')} where not exists (select from memberships where user_id = ${bind('userId', 'bigint')})
      returning id
    )
    insert into memberships (user_id, workspace_id, role) select ${bind('userId', 'bigint')}, id, 'owner' from place`,
);

/** No row where the person is a member already. */
export const insertMember = statement<Scope & { userId: number; role: Role }>()('members.insert', (db, bind) =>
  db
    .insertInto('memberships')
    .values({ workspace_id: bind('workspaceId'), user_id: bind('userId'), role: bind('role') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id'),
);

const OPEN = sql<boolean>`accepted_at is null and revoked_at is null and expires_at > now()`;

const INVITED = [
  'invitations.id',
  'invitations.email',
  sql<GivenRole>`invitations.role`.as('role'),
  'invitations.created_at',
  'invitations.expires_at',
] as const;

export const listInvitations = statement<Scope>()('invitations.list', (db, bind) =>
  db
    .selectFrom('invitations')
    .leftJoin('users as host', 'host.id', 'invitations.invited_by')
    .select([...INVITED, who('host').as('invited_by')])
    .where('workspace_id', '=', bind('workspaceId'))
    .where(OPEN)
    .orderBy('invitations.id', 'desc'),
);

export const insertInvitation = statement<
  Scope & { email: string | null; role: GivenRole; userId: number; days: number }
>()('invitations.insert', (db, bind) =>
  db
    .insertInto('invitations')
    .values({
      workspace_id: bind('workspaceId'),
      email: bind('email'),
      role: bind('role'),
      invited_by: bind('userId'),
      expires_at: sql<string>`now() + make_interval(days => ${bind('days', 'integer')})`,
    })
    .returning('id'),
);

/** Revokes an open invitation, by its id or by its address. */
export const revokeInvitations = statement<Scope & { id: number | null; email: string | null }>()(
  'invitations.revoke',
  (db, bind) =>
    db
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('workspace_id', '=', bind('workspaceId'))
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(id = ${bind('id', 'bigint')} or lower(email) = lower(${bind('email', 'text')}))`)
      .returning(['id', 'email']),
);

/** Revokes what one person has open, in one workspace or, where that is null, in all. */
export const revokeInvitationsOf = statement<{ userId: number; workspaceId: number | null }>()(
  'invitations.revoke_of',
  (db, bind) =>
    db
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('invited_by', '=', bind('userId'))
      .where(sql<boolean>`workspace_id = coalesce(${bind('workspaceId', 'bigint')}, workspace_id)`)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null),
);

/** An invitation to whichever workspace, and what became of it. */
export const findInvitation = statement<{ id: number }>()('invitations.find', (db, bind) =>
  db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users as host', 'host.id', 'invitations.invited_by')
    .leftJoin('users as guest', 'guest.id', 'invitations.accepted_by')
    .select([
      ...INVITED,
      'invitations.workspace_id as workspaceId',
      'workspaces.name as workspace',
      'host.name as invited_by',
      'invitations.accepted_at',
      'invitations.accepted_by',
      'invitations.revoked_at',
      sql<boolean>`invitations.expires_at <= now()`.as('expired'),
      sql<boolean>`exists (
        select from users where lower(users.email) = lower(invitations.email) and closed_at is null)`.as('registered'),
    ])
    .where('invitations.id', '=', bind('id')),
);

/** Uses an invitation up, if it is open; of two who do so at once, one does. */
export const acceptInvitation = statement<{ id: number; userId: number }>()('invitations.accept', (db, bind) =>
  db
    .updateTable('invitations')
    .set({ accepted_at: sql`now()`, accepted_by: bind('userId') })
    .where('id', '=', bind('id'))
    .where(OPEN)
    .returning('id'),
);

import { sql } from 'kysely';
import { userColumns } from '../../../database/fragments/user-columns.ts';
import { statement } from '../../../database/statement.ts';

export const updateUser = statement<{ id: number; name: string; email: string | null }>()(
  'users.update',
  (db, bind) =>
    db
      .updateTable('users')
      .set({
        name: bind('name'),
        email: bind('email'),
        // Whatever changes the address resets its verification.
        email_proved_at: sql<string>`case when lower(email) = lower(${bind('email', 'text')}) then email_proved_at end`,
      })
      .where('id', '=', bind('id'))
      .returning(userColumns),
);

/** The present session, and those that were used last. */
export const listSessions = statement<{ userId: number; sessionId: string; limit: number }>()(
  'sessions.list',
  (db, bind) =>
    db
      .selectFrom('sessions')
      .select([
        'id',
        'user_agent',
        sql<string | null>`host(ip_address)`.as('ip_address'),
        'created_at',
        'last_used_at',
      ])
      .where('user_id', '=', bind('userId'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      .orderBy(sql`id = ${bind('sessionId')}`, 'desc')
      .orderBy('last_used_at', 'desc')
      .limit(bind('limit')),
);

export const closeUser = statement<{ id: number }>()('users.close', (db, bind) =>
  db.updateTable('users').set({ closed_at: sql`now()` }).where('id', '=', bind('id')),
);

export const lockWorkspaces = statement<{ id: number }>()('workspaces.lock_own', (db, bind) =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', (from) =>
      from.selectFrom('memberships').select('workspace_id').where('user_id', '=', bind('id')),
    )
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** Accounts that were closed a while ago and still exist. */
export const closedUsers = statement()(null, (db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('closed_at', '<', sql<string>`now() - interval '1 hour'`),
);

/**
 * Whether other people are members of the workspace of the membership `own`. A service account takes
 * no ownership, and ends with the workspace.
 */
const othersWorkThere = sql<boolean>`exists (
  select from memberships other join users on users.id = other.user_id
  where other.workspace_id = own.workspace_id and other.user_id <> own.user_id
    and users.kind = 'person')`;

/** The workspaces of a person, with their owner where that is somebody else. */
export const workspacesOf = statement<{ id: number }>()(
  'workspaces.with_owner',
  (_db, bind) => sql<{ workspace: number; owner: number | null }>`
    select own.workspace_id as workspace, boss.user_id as owner from memberships own
    left join memberships boss on boss.workspace_id = own.workspace_id and boss.role = 'owner'
      and boss.user_id <> own.user_id
    where own.user_id = ${bind('id', 'bigint')} order by 1`,
);

/** The workspaces that end with this person: they have no other member. */
export const soleWorkspaces = statement<{ id: number }>()('workspaces.sole', (db, bind) =>
  db
    .selectFrom('memberships as own')
    .select('own.workspace_id')
    .where('own.user_id', '=', bind('id'))
    .where(sql<boolean>`not ${othersWorkThere}`),
);

/** The workspaces with other members that this person owns. */
export const sharedWorkspaces = statement<{ id: number }>()(
  'workspaces.owned_with_others',
  (db, bind) =>
    db
      .selectFrom('memberships as own')
      .innerJoin('workspaces', 'workspaces.id', 'own.workspace_id')
      .select(['workspaces.id', 'workspaces.name'])
      .where('own.user_id', '=', bind('id'))
      .where('own.role', '=', 'owner')
      .where(othersWorkThere)
      .orderBy('workspaces.id'),
);

/** Promotes a new owner in workspaces without one: an admin, else the member who joined first. */
export const promoteNewOwners = statement<{ workspaces: number[] }>()(
  null,
  (_db, bind) => sql`
    update memberships set role = 'owner' from (
      select distinct on (workspace_id) workspace_id, user_id from memberships
      join users on users.id = user_id and users.kind = 'person'
      where workspace_id = any(${bind('workspaces', 'bigint[]')})
      order by workspace_id, role = 'admin' desc, memberships.created_at, user_id
    ) heir
    where memberships.workspace_id = heir.workspace_id and memberships.user_id = heir.user_id`,
);

/** Anonymises a person in the audit log (migration 0005). */
export const forgetPerson = statement<{ id: number; workspaces: number[] }>()(
  null,
  (_db, bind) =>
    sql`select forget_person(${bind('id', 'bigint')}, ${bind('workspaces', 'bigint[]')})`,
);

/** The service accounts of workspaces, which are of no other one. */
export const deleteServices = statement<{ workspaces: number[] }>()(
  null,
  (_db, bind) => sql`
    delete from users using memberships
    where users.kind = 'service' and memberships.user_id = users.id
      and memberships.workspace_id = any(${bind('workspaces', 'bigint[]')})`,
);

export const deleteWorkspaces = statement<{ workspaces: number[] }>()(null, (db, bind) =>
  db.deleteFrom('workspaces').where(sql<boolean>`id = any(${bind('workspaces', 'bigint[]')})`),
);

/** Only an account that its owner has closed. */
export const deleteUser = statement<{ id: number }>()('users.delete', (db, bind) =>
  db
    .deleteFrom('users')
    .where('id', '=', bind('id'))
    .where('closed_at', 'is not', null)
    .returning(['id', 'email']),
);

/** Removes an address from the invitations to it, and from their audit entries (migration 0011). */
export const forgetInvitations = statement<{ email: string }>()(
  null,
  (_db, bind) => sql`select forget_invitations(${bind('email', 'text')})`,
);

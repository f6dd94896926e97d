import { sql } from 'kysely';
import type * as contract from '#contract/people/members.ts';
import type { Role } from '#contract/roles.ts';
import { statement } from '../../../database/statement.ts';

type Scope = { workspaceId: number };

export const listWorkspaces = statement<{ userId: number }>()('workspaces.of_person', (db, bind) =>
  db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      sql<Role>`memberships.role`.as('role'),
      sql<boolean>`not exists (select from posts where posts.workspace_id = memberships.workspace_id)`.as(
        'is_empty',
      ),
    ])
    .where('memberships.user_id', '=', bind('userId'))
    .orderBy('memberships.created_at')
    .orderBy('workspaces.id'),
);

/** The settings that members see and change. */
export const WORKSPACE_SETTINGS = [
  'name',
  'prevent_self_approval',
  'only_approved',
  'requires_alt_texts',
  'time_zone',
  'late_minutes',
] as const;

type Settings = Pick<contract.Workspace, (typeof WORKSPACE_SETTINGS)[number]>;

export const findWorkspace = statement<Scope>()('workspaces.find', (db, bind) =>
  db
    .selectFrom('workspaces')
    .select(['id', ...WORKSPACE_SETTINGS])
    .where('id', '=', bind('workspaceId')),
);

/** Locks the memberships of the workspace; references to the workspace are not blocked. */
export const lockWorkspace = statement<Scope>()('workspaces.lock', (db, bind) =>
  db
    .selectFrom('workspaces')
    .select(['id', ...WORKSPACE_SETTINGS])
    .where('id', '=', bind('workspaceId'))
    .forNoKeyUpdate(),
);

/**
 * Locked by person: of two concurrent removals from two workspaces, the second one sees that it is
 * the last.
 */
export const lockPerson = statement<{ userId: number }>()('members.lock_person', (db, bind) =>
  db.selectFrom('users').select('id').where('id', '=', bind('userId')).forNoKeyUpdate(),
);

export const updateWorkspace = statement<Scope & Settings>()('workspaces.update', (db, bind) =>
  db
    .updateTable('workspaces')
    .set({
      name: bind('name'),
      prevent_self_approval: bind('prevent_self_approval'),
      only_approved: bind('only_approved'),
      requires_alt_texts: bind('requires_alt_texts'),
      time_zone: bind('time_zone'),
      late_minutes: bind('late_minutes'),
    })
    .where('id', '=', bind('workspaceId')),
);

/** `sees`: whether the caller sees when members were active last. */
export const listMembers = statement<Scope & { sees: boolean }>()('members.list', (db, bind) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      sql<contract.Member['kind']>`users.kind`.as('kind'),
      sql<Role>`memberships.role`.as('role'),
      'memberships.created_at as joined_at',
      sql<string | null>`case when ${bind('sees', 'boolean')} then greatest(
        (select max(last_used_at) from sessions where sessions.user_id = users.id),
        (select max(last_used_at) from api_keys where api_keys.user_id = users.id
          and api_keys.workspace_id = memberships.workspace_id)) end`.as('last_active_at'),
    ])
    .where('memberships.workspace_id', '=', bind('workspaceId'))
    .where('users.closed_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('users.id'),
);

export const setRole = statement<Scope & { userId: number; role: Role }>()(
  'members.set_role',
  (db, bind) =>
    db
      .updateTable('memberships')
      .set({ role: bind('role') })
      .where('workspace_id', '=', bind('workspaceId'))
      .where('user_id', '=', bind('userId')),
);

export const removeMember = statement<Scope & { userId: number }>()('members.remove', (db, bind) =>
  db
    .deleteFrom('memberships')
    .where('workspace_id', '=', bind('workspaceId'))
    .where('user_id', '=', bind('userId')),
);

export const insertWorkspace = statement<{ userId: number; name: string; zone: string }>()(
  'workspaces.insert',
  (_db, bind) => sql<{ id: number; name: string }>`
    with place as (insert into workspaces (name, time_zone)
      values (${bind('name')}, ${bind('zone')}) returning id, name),
    owner as (insert into memberships (user_id, workspace_id,
      role) select ${bind('userId', 'bigint')}, id, 'owner' from place)
    select id, name from place`,
);

/** Creates a workspace for a person without a membership. */
export const insertOwnWorkspace = statement<{ userId: number; name: string; zone: string }>()(
  'workspaces.insert_own',
  (_db, bind) => sql`
    with place as (
      insert into workspaces (name, time_zone)
      select ${bind('name', 'text')}, ${bind('zone', 'text')} where not exists (select from memberships
        where user_id = ${bind('userId', 'bigint')})
      returning id
    )
    insert into memberships (user_id, workspace_id, role) select ${bind('userId', 'bigint')}, id,
      'owner' from place`,
);

/** No row where the person is a member already. */
export const insertMember = statement<Scope & { userId: number; role: Role }>()(
  'members.insert',
  (db, bind) =>
    db
      .insertInto('memberships')
      .values({ workspace_id: bind('workspaceId'), user_id: bind('userId'), role: bind('role') })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id'),
);

/** The zones of all workspaces. */
export const listZones = statement()(
  null,
  () => sql<{ zone: string }>`select distinct time_zone as zone from workspaces`,
);

export const renameZone = statement<{ former: string; present: string }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    update workspaces set time_zone = ${bind('present')} where time_zone = ${bind('former')}
    returning id`,
);

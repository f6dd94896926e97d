import { sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';

/** The service accounts for which a person made a key, or knows one. */
export const servicesOf = statement<{ person: number; workspace: number | null }>()(
  'access.services_of',
  (_db, bind) => sql<{ id: number }>`
    select distinct user_id as id from api_keys
    where (created_by = ${bind('person', 'bigint')} or rolled_by = ${bind('person', 'bigint')}
        or old_by = ${bind('person', 'bigint')})
      and user_id <> ${bind('person', 'bigint')}
      and workspace_id = any(${workspacesOf(bind)})`,
);

/**
 * The roles of people in a workspace, the session and the key, while they are valid: locked until the
 * transaction ends, so that nobody loses them meanwhile.
 */
export const lockRoles = statement<{ workspace: number; people: readonly number[] }>()(
  'access.lock_roles',
  (_db, bind) => sql<{ role: Role }>`
    select role from memberships where workspace_id = ${bind('workspace', 'bigint')}
      and user_id = any(${bind('people', 'bigint[]')}) order by user_id for share`,
);

export const lockSession = statement<{ id: string }>()(
  'access.lock_session',
  (_db, bind) => sql<object>`
    select from sessions where id = ${bind('id', 'uuid')} and revoked_at is null for share`,
);

export const lockKey = statement<{ id: number }>()(
  'access.lock_key',
  (_db, bind) => sql<object>`
    select from api_keys where id = ${bind('id', 'bigint')} and revoked_at is null for share`,
);

/**
 * Before somebody loses their role, with the service accounts that they made, which may end: what they
 * are making is made, or not begun.
 */
export const lockMembership = statement<{ workspace: number; person: number }>()(
  'access.lock_membership',
  (_db, bind) => sql<object>`
    select from memberships where workspace_id = ${bind('workspace', 'bigint')}
      and (user_id = ${bind('person', 'bigint')} or user_id in
        (select id from users where made_by = ${bind('person', 'bigint')}))
    order by user_id for update`,
);

/** The names of workspaces. */
export const findNames = statement<{ ids: readonly number[] }>()(
  'access.workspace_names',
  (_db, bind) => sql<{ id: number; name: string }>`
    select id, name from workspaces where id = any(${bind('ids', 'bigint[]')})`,
);

import { sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; post: number };

export const findAssignee = statement<Key>()(
  'assignments.find',
  (_db, bind) => sql<{ user: number }>`
    select user_id as user from assignments
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}`,
);

/** A person who is a member; programs take care of nothing. */
export const findPerson = statement<{ workspaceId: number; user: number }>()(
  'assignments.find_person',
  (_db, bind) => sql<{ name: string; role: Role }>`
    select users.name, memberships.role
    from memberships join users on users.id = memberships.user_id
    where memberships.workspace_id = ${bind('workspaceId')}
      and memberships.user_id = ${bind('user', 'bigint')}
      and users.kind = 'person' and users.closed_at is null`,
);

export const assign = statement<Key & { user: number; by: number | null }>()(
  'assignments.assign',
  (_db, bind) => sql<object>`
    insert into assignments (post_id, workspace_id, user_id, assigned_by)
    values (${bind('post', 'bigint')}, ${bind('workspaceId', 'bigint')}, ${bind('user', 'bigint')},
      ${bind('by', 'bigint')})
    on conflict (post_id) do update set user_id = excluded.user_id,
      assigned_by = excluded.assigned_by, assigned_at = now()`,
);

export const unassign = statement<Key>()(
  'assignments.unassign',
  (_db, bind) => sql<object>`
    delete from assignments
    where workspace_id = ${bind('workspaceId')} and post_id = ${bind('post', 'bigint')}`,
);

import { sql } from 'kysely';
import type { OwnAction } from '#contract/assistant/voices.ts';
import { statement } from '../../database/statement.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };
type Fields = Workspace & { name: string; instruction: string };
/** `month`: its first day. */
type Month = { month: string };

const shown = (month: unknown) => sql`own.id, own.name, own.instruction,
  case when own.uses_month = ${month} then own.uses else 0 end as uses,
  (select json_build_object('id', users.id, 'name', users.name) from users
    where users.id = own.created_by) as created_by`;

export const listOwnActions = statement<Workspace & Month>()(
  'own_actions.list',
  (_db, bind) => sql<OwnAction>`
    select ${shown(bind('month', 'date'))} from assistant_actions own
    where workspace_id = ${bind('workspaceId')} order by lower(name)`,
);

export const findOwnAction = statement<Key & Month>()(
  'own_actions.find',
  (_db, bind) => sql<OwnAction>`
    select ${shown(bind('month', 'date'))} from assistant_actions own
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** No row where the workspace has so many already. */
export const insertOwnAction = statement<Fields & { userId: number; max: number }>()(
  'own_actions.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into assistant_actions (workspace_id, name, instruction, created_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')},
      ${bind('instruction', 'text')}, ${bind('userId', 'bigint')}
    where (select count(*) from assistant_actions
      where workspace_id = ${bind('workspaceId', 'bigint')}) < ${bind('max', 'integer')}
    returning id`,
);

export const updateOwnAction = statement<Fields & Key>()(
  'own_actions.update',
  (_db, bind) => sql<{ id: number }>`
    update assistant_actions set name = ${bind('name')}, instruction = ${bind('instruction')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning id`,
);

export const deleteOwnAction = statement<Key>()(
  'own_actions.delete',
  (_db, bind) => sql<{ name: string }>`
    delete from assistant_actions
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning name`,
);

export const countUse = statement<Key & Month>()(
  'own_actions.count_use',
  (_db, bind) => sql<object>`
    update assistant_actions set uses_month = ${bind('month', 'date')},
      uses = case when uses_month = ${bind('month', 'date')} then uses else 0 end + 1
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

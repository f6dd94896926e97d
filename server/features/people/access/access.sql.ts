import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** The service accounts for which a person made a key, or knows one. */
export const servicesOf = statement<{ person: number; workspace: number | null }>()(
  'access.services_of',
  (_db, bind) => sql<{ id: number }>`
    select distinct user_id as id from api_keys
    where (created_by = ${bind('person', 'bigint')} or rolled_by = ${bind('person', 'bigint')}
        or old_by = ${bind('person', 'bigint')})
      and user_id <> ${bind('person', 'bigint')}
      and workspace_id = coalesce(${bind('workspace', 'bigint')}, workspace_id)`,
);

/** The names of workspaces. */
export const findNames = statement<{ ids: readonly number[] }>()(
  'access.workspace_names',
  (_db, bind) => sql<{ id: number; name: string }>`
    select id, name from workspaces where id = any(${bind('ids', 'bigint[]')})`,
);

import { sql } from 'kysely';
import type { Bind } from '../statement.ts';

/**
 * The ids of the workspaces in which something of a person is looked for: all of theirs, where none
 * is named.
 */
export const workspacesOf = <Given extends { person: number; workspace: number | null }>(
  bind: Bind<Given>,
) =>
  sql<number[]>`(case when ${bind('workspace', 'bigint')} is null
    then array(select workspace_id from memberships where user_id = ${bind('person', 'bigint')})
    else array[${bind('workspace', 'bigint')}] end)`;

import { sql } from 'kysely';
import { workspacesOf } from '../../database/fragments/workspaces-of.ts';
import { statement } from '../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../people/access/access.service.ts';

/** The server that somebody has chosen for a workspace, which gets its texts; it has the id of that. */

type Ids = Whose & { ids: readonly number[] };

const listServers = statement<Whose>()(
  'access.assistant_servers',
  (_db, bind) => sql<AccessRow>`
    select workspace_id as id, workspace_id as workspace, url as name from assistant_servers
    where chosen_by = any(${bind('people', 'bigint[]')})
      and workspace_id = any(${workspacesOf(bind)})`,
);

const endServers = statement<Ids>()(
  'access.end_assistant_servers',
  (_db, bind) => sql<object>`
    delete from assistant_servers where workspace_id = any(${bind('ids', 'bigint[]')})`,
);

const handOverServers = statement<Ids & { to: number }>()(
  'access.hand_over_assistant_servers',
  (_db, bind) => sql<object>`
    update assistant_servers set chosen_by = ${bind('to', 'bigint')}
    where workspace_id = any(${bind('ids', 'bigint[]')})`,
);

export const assistantAccess: AccessSource = {
  ...{ tables: ['assistant_servers'], topic: 'people' },
  ...{ list: listServers, end: endServers, handOver: handOverServers },
};

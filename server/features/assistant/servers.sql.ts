import { sql } from 'kysely';
import type { UserRef } from '#contract/http/fields.ts';
import type { Role } from '#contract/roles.ts';
import { statement } from '../../database/statement.ts';

/** The servers that workspaces have chosen, and who has been told of them. */

type Workspace = { workspaceId: number };

export type ServerRow = {
  url: string;
  /** Sealed. */
  key: string | null;
  keyEnds: string | null;
  model: string;
  visionModel: string | null;
  context: number;
  chosenBy: UserRef;
  chosenAt: string;
};

export const findServer = statement<Workspace>()(
  'assistant.find_server',
  (_db, bind) => sql<ServerRow>`
    select url, key, key_ends as "keyEnds", model, vision_model as "visionModel", context,
      (select json_build_object('id', users.id, 'name', users.name) from users
        where users.id = chosen_by) as "chosenBy", chosen_at as "chosenAt"
    from assistant_servers where workspace_id = ${bind('workspaceId')}`,
);

export const setServer = statement<Workspace & Omit<ServerRow, 'chosenBy'> & { userId: number }>()(
  'assistant.set_server',
  (_db, bind) => sql<object>`
    insert into assistant_servers
      (workspace_id, url, key, key_ends, model, vision_model, context, chosen_by, chosen_at)
    values (${bind('workspaceId')}, ${bind('url')}, ${bind('key')}, ${bind('keyEnds')},
      ${bind('model')}, ${bind('visionModel')}, ${bind('context')}, ${bind('userId')},
      ${bind('chosenAt')})
    on conflict (workspace_id) do update set url = excluded.url, key = excluded.key,
      key_ends = excluded.key_ends, model = excluded.model, vision_model = excluded.vision_model,
      context = excluded.context, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`,
);

export const removeServer = statement<Workspace>()(
  'assistant.remove_server',
  (_db, bind) => sql<{ url: string; model: string }>`
    delete from assistant_servers where workspace_id = ${bind('workspaceId')}
    returning url, model`,
);

/** Sealed keys, after a workspace. */
export const listSealed = statement<{ after: number; limit: number }>()(
  null,
  (_db, bind) => sql<{ workspaceId: number; url: string; key: string }>`
    select workspace_id as "workspaceId", url, key from assistant_servers
    where workspace_id > ${bind('after', 'bigint')} and key is not null
    order by workspace_id limit ${bind('limit', 'integer')}`,
);

export const resealKey = statement<Workspace & { former: string; key: string }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    update assistant_servers set key = ${bind('key')}
    where workspace_id = ${bind('workspaceId')} and key = ${bind('former')}
    returning workspace_id as id`,
);

type Person = Workspace & { userId: number };

export const findAcknowledged = statement<Person>()(
  'assistant.find_acknowledged',
  (_db, bind) => sql<{ server: string }>`
    select server from assistant_acknowledgements
    where workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}`,
);

export const findMember = statement<Person>()(
  'assistant.find_member',
  (_db, bind) => sql<{ role: Role }>`
    select role from memberships
    where workspace_id = ${bind('workspaceId')} and user_id = ${bind('userId')}`,
);

export const acknowledge = statement<Person & { server: string; at: string }>()(
  'assistant.acknowledge',
  (_db, bind) => sql<object>`
    insert into assistant_acknowledgements (workspace_id, user_id, server, acknowledged_at)
    values (${bind('workspaceId')}, ${bind('userId')}, ${bind('server')}, ${bind('at')})
    on conflict (workspace_id, user_id) do update
      set server = excluded.server, acknowledged_at = excluded.acknowledged_at`,
);

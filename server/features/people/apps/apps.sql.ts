import { sql } from 'kysely';
import type { App } from '#contract/people/apps.ts';
import type { Scope } from '#contract/scopes.ts';
import { statement } from '../../../database/statement.ts';

type Scoped = { workspaceId: number };

const MAX_LISTED = 500;
/** So many proposals of an app are looked at. */
const MAX_PROPOSALS = 200;

const isOn = sql<boolean>`api_keys.kind = 'app' and revoked_at is null`;

/** Null is no filter: one app, those of one person. */
type Listing = Scoped & { id: number | null; of: number | null; me: number };

export const listApps = statement<Listing>()(
  'apps.list',
  (_db, bind) => sql<Omit<App, 'scopes_off'>>`
    select api_keys.id, api_keys.name, host, is_confirmed,
      case when is_terminal then 'terminal' else 'app' end as kind, resource,
      json_build_object('id', owner.id, 'name', owner.name, 'role', memberships.role) as owner,
      api_keys.user_id = ${bind('me', 'bigint')} as is_mine,
      scopes, drafts_only, folders, api_keys.created_at, expires_at as ends_at,
      last_used_at, host(last_used_ip) as last_used_ip, last_used_agent,
      (select count(*)::integer from (
          select distinct object_id from audit_log where audit_log.workspace_id = api_keys.workspace_id
            and api_key_id = api_keys.id and action = 'propose' limit ${sql.lit(MAX_PROPOSALS)}) proposed
        join publications on publications.workspace_id = api_keys.workspace_id
          and publications.id = proposed.object_id and publications.state = 'proposed') as waiting
    from api_keys join app_grants on app_grants.key_id = api_keys.id
      join users owner on owner.id = api_keys.user_id
      join memberships on memberships.user_id = api_keys.user_id
        and memberships.workspace_id = api_keys.workspace_id
    where api_keys.workspace_id = ${bind('workspaceId', 'bigint')} and ${isOn}
      and expires_at > now()
      and (${bind('id', 'bigint')}::bigint is null or api_keys.id = ${bind('id', 'bigint')})
      and (${bind('of', 'bigint')}::bigint is null or api_keys.user_id = ${bind('of', 'bigint')})
    order by api_keys.id desc limit ${sql.lit(MAX_LISTED)}`,
);

export const countApps = statement<Scoped & { userId: number }>()(
  'apps.count',
  (_db, bind) => sql<{ count: number; own: number }>`
    select count(*)::integer as count,
      count(*) filter (where user_id = ${bind('userId')})::integer as own
    from api_keys where workspace_id = ${bind('workspaceId')}
      and ${isOn} and expires_at > now()`,
);

export const insertApp = statement<
  Scoped & {
    userId: number;
    name: string;
    scopes: readonly Scope[];
    draftsOnly: boolean;
    folders: readonly number[] | null;
    /** When it ends; null: after so many seconds. */
    until: string | null;
    seconds: number;
  }
>()(
  'apps.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into api_keys (kind, workspace_id, user_id, created_by, name, scopes, drafts_only, folders,
      expires_at)
    values ('app', ${bind('workspaceId')}, ${bind('userId')}, ${bind('userId')}, ${bind('name')},
      ${bind('scopes', 'text[]')}, ${bind('draftsOnly')}, ${bind('folders', 'bigint[]')},
      coalesce(${bind('until', 'timestamptz')}, now() + make_interval(secs => ${bind('seconds', 'float8')})))
    returning id`,
);

/** Nothing where the request has been allowed. */
export const insertGrant = statement<{
  id: number;
  clientId: string;
  host: string | null;
  isConfirmed: boolean;
  isTerminal: boolean;
  resource: string;
  request: Buffer;
}>()(
  'apps.insert_grant',
  (_db, bind) => sql<{ id: number }>`
    insert into app_grants (key_id, client_id, host, is_confirmed, is_terminal, resource, request)
    values (${bind('id')}, ${bind('clientId')}, ${bind('host')}, ${bind('isConfirmed')},
      ${bind('isTerminal')}, ${bind('resource')}, ${bind('request', 'bytea')})
    on conflict (request) do nothing returning key_id as id`,
);

/** Ends an app; all of a person without an id. */
export const endApps = statement<Scoped & { id: number | null; of: number | null }>()(
  'apps.end',
  (_db, bind) => sql<{ id: number }>`
    update api_keys set revoked_at = now()
    where workspace_id = ${bind('workspaceId')} and ${isOn}
      and (${bind('id', 'bigint')}::bigint is null or id = ${bind('id', 'bigint')})
      and (${bind('of', 'bigint')}::bigint is null or user_id = ${bind('of', 'bigint')})
    returning id`,
);

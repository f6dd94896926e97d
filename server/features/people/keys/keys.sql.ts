import { type RawBuilder, sql } from 'kysely';
import type { Key } from '#contract/people/keys.ts';
import type { Role } from '#contract/roles.ts';
import type { Scope } from '#contract/scopes.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import type { StoredKey } from '../../../http/keys/key-auth.ts';

type Scoped = { workspaceId: number };

/** The folders of a key with those below them; null: all. */
const WITH_BELOW = sql<number[] | null>`
  case when api_keys.folders is not null then array(
    with recursive below as (
      select id from folders
      where folders.workspace_id = api_keys.workspace_id and id = any(api_keys.folders)
      union
      select folders.id from folders join below on folders.parent_id = below.id
      where folders.workspace_id = api_keys.workspace_id)
    select id from below) end`;

type Lookup = { lookup: string; ip: string };

/** The roles are those which the owner, and whose secret it is, have now. */
const rights = (bind: Bind<Lookup>, holder: RawBuilder<unknown>) => sql`
  api_keys.id, api_keys.workspace_id as "workspaceId", api_keys.user_id as "userId",
  case when users.closed_at is null then memberships.role end as role,
  ${holder} as holder, (select held.role from memberships held
    join users holders on holders.id = held.user_id and holders.closed_at is null
    where held.workspace_id = api_keys.workspace_id and held.user_id = ${holder}) as "holderRole",
  addresses is null or ${bind('ip', 'inet')} <<= any(addresses) as "isFromHere",
  last_used_at is null or last_used_at < now() - interval '1 minute'
    as "isUseDue",
  scopes, drafts_only, ${WITH_BELOW} as folders, channels`;

const OWNER = sql`join users on users.id = api_keys.user_id
  left join memberships on memberships.user_id = api_keys.user_id
    and memberships.workspace_id = api_keys.workspace_id`;

/** Who was shown the secret that is used: who rolled the key last, else who made it. */
const holderOf = (bind: Bind<Lookup>) => sql`
  case when lookup = ${bind('lookup')} then coalesce(rolled_by, created_by)
    else coalesce(old_by, created_by) end`;

/** By the key as it is, or as it was before it was rolled. */
export const findByLookup = statement<Lookup>()(
  'keys.find',
  (_db, bind) => sql<StoredKey>`
    select ${rights(bind, holderOf(bind))}, null as audience,
      case when lookup = ${bind('lookup')} then hash else old_hash end as hash,
      case when revoked_at is not null then 'revoked'
        when expires_at <= now() then 'expired'
        when lookup <> ${bind('lookup')} and old_until <= now() then 'rolled'
        end as ended
    from api_keys ${OWNER}
    where lookup = ${bind('lookup')} or old_lookup = ${bind('lookup')}`,
);

/** By a token of an app. */
export const findByToken = statement<Lookup>()(
  'keys.find_by_token',
  (_db, bind) => sql<StoredKey>`
    select ${rights(bind, sql`api_keys.user_id`)}, app_grants.resource as audience, app_tokens.hash,
      case when revoked_at is not null then 'revoked'
        when app_tokens.expires_at <= now() then 'expired' end as ended
    from app_tokens join app_grants on app_grants.key_id = app_tokens.key_id
      join api_keys on api_keys.id = app_tokens.key_id ${OWNER}
    where app_tokens.lookup = ${bind('lookup')} and app_tokens.kind = 'access'`,
);

/** At most once a minute, also where several requests come at once. */
export const noteUse = statement<{ id: number; ip: string; agent: string | null }>()(
  'keys.note_use',
  (_db, bind) => sql<{ id: number; isFirst: boolean }>`
    update api_keys set last_used_at = now(),
      last_used_ip = ${bind('ip', 'inet')}, last_used_agent = ${bind('agent', 'text')}
    where id = ${bind('id')} and (last_used_at is null
      or last_used_at < now() - interval '1 minute')
    returning id`,
);

/** Null is no filter. `me`, `manages`: the caller. */
type Listing = Scoped & {
  id: number | null;
  of: number | null;
  manages: boolean;
  me: number;
};

const MAX_LISTED = 500;

export const listKeys = statement<Listing>()(
  'keys.list',
  (_db, bind) => sql<Omit<Key, 'scopes_off'>>`
    select api_keys.id, api_keys.name, 'pf_' || lookup as prefix,
      json_build_object('id', owner.id, 'name', owner.name, 'kind', owner.kind,
        'role', memberships.role) as owner,
      scopes, drafts_only, folders, channels, addresses::text[] as addresses, api_keys.created_at,
      ${userRef('maker')} as created_by, held.role as holder_role, expires_at,
      case when revoked_at is not null or memberships.role is null then 'revoked'
        when expires_at <= now() then 'expired' else 'active' end as state,
      case when old_until > now() then old_until end as old_until,
      case when old_until > now() then ${userRef('roller')} end as rolled_by,
      last_used_at, host(last_used_ip) as last_used_ip, last_used_agent,
      api_keys.user_id = ${bind('me', 'bigint')}
        or owner.kind = 'service' and ${bind('manages', 'boolean')} as can_change
    from api_keys join users owner on owner.id = api_keys.user_id
      left join users maker on maker.id = api_keys.created_by
      left join users roller on roller.id = api_keys.rolled_by
      left join memberships on memberships.user_id = api_keys.user_id
        and memberships.workspace_id = api_keys.workspace_id
      left join memberships held on held.user_id = coalesce(rolled_by, created_by)
        and held.workspace_id = api_keys.workspace_id
    where api_keys.workspace_id = ${bind('workspaceId', 'bigint')} and api_keys.kind = 'key'
      and (${bind('id', 'bigint')}::bigint is null or api_keys.id = ${bind('id', 'bigint')})
      and (${bind('of', 'bigint')}::bigint is null or api_keys.user_id = ${bind('of', 'bigint')})
    order by revoked_at is null and coalesce(expires_at > now(), true) desc,
      api_keys.id desc limit ${sql.lit(MAX_LISTED)}`,
);

export const lockKey = statement<Scoped & { id: number }>()(
  'keys.lock',
  (_db, bind) => sql<object>`
    select from api_keys where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    for no key update`,
);

export const countKeys = statement<Scoped>()(
  'keys.count',
  (_db, bind) => sql<{ count: number }>`
    select count(*)::integer as count from api_keys where workspace_id = ${bind('workspaceId')}
      and kind = 'key' and revoked_at is null and (expires_at is null or expires_at > now())`,
);

export type KeyText = {
  name: string;
  scopes: readonly Scope[];
  draftsOnly: boolean;
  folders: readonly number[] | null;
  channels: readonly number[] | null;
  addresses: readonly string[] | null;
  expiresAt: string | null;
};

export const insertKey = statement<
  Scoped & KeyText & { owner: number; maker: number; lookup: string; hash: Buffer }
>()(
  'keys.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into api_keys (workspace_id, user_id, created_by, name, lookup, hash, scopes, drafts_only,
      folders, channels, addresses, expires_at)
    values (${bind('workspaceId')}, ${bind('owner')}, ${bind('maker')}, ${bind('name')},
      ${bind('lookup')}, ${bind('hash', 'bytea')}, ${bind('scopes', 'text[]')},
      ${bind('draftsOnly')}, ${bind('folders', 'bigint[]')}, ${bind('channels', 'bigint[]')},
      ${bind('addresses', 'cidr[]')}, ${bind('expiresAt', 'timestamptz')})
    returning id`,
);

export const updateKey = statement<Scoped & KeyText & { id: number }>()(
  'keys.update',
  (_db, bind) => sql<object>`
    update api_keys set name = ${bind('name')}, scopes = ${bind('scopes', 'text[]')},
      drafts_only = ${bind('draftsOnly')}, folders = ${bind('folders', 'bigint[]')},
      channels = ${bind('channels', 'bigint[]')}, addresses = ${bind('addresses', 'cidr[]')},
      expires_at = ${bind('expiresAt', 'timestamptz')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** `keepHours`: null where the old one ends at once. */
export const rollKey = statement<
  Scoped & { id: number; roller: number; lookup: string; hash: Buffer; keepHours: number | null }
>()(
  'keys.roll',
  (_db, bind) => sql<object>`
    update api_keys set lookup = ${bind('lookup')}, hash = ${bind('hash', 'bytea')},
      old_lookup = case when ${bind('keepHours', 'integer')}::integer is not null then lookup end,
      old_hash = case when ${bind('keepHours', 'integer')}::integer is not null then hash end,
      old_until = now() + make_interval(hours => ${bind('keepHours', 'integer')}),
      old_by = case when ${bind('keepHours', 'integer')}::integer is not null
        then coalesce(rolled_by, created_by) end,
      rolled_by = ${bind('roller')}
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const revokeKey = statement<Scoped & { id: number }>()(
  'keys.revoke',
  (_db, bind) => sql<{ id: number }>`
    update api_keys set revoked_at = now(), old_lookup = null, old_hash = null, old_until = null,
      old_by = null
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} and revoked_at is null
    returning id`,
);

/** Those of the ids that are not there. */
export const missingFolders = statement<Scoped & { ids: readonly number[] }>()(
  'keys.missing_folders',
  (_db, bind) => sql<{ id: number }>`
    select given.id from unnest(${bind('ids', 'bigint[]')}) given(id)
    where not exists (select from folders where folders.workspace_id = ${bind('workspaceId')}
      and folders.id = given.id)`,
);

export const missingChannels = statement<Scoped & { ids: readonly number[] }>()(
  'keys.missing_channels',
  (_db, bind) => sql<{ id: number }>`
    select given.id from unnest(${bind('ids', 'bigint[]')}) given(id)
    where not exists (select from channels where channels.workspace_id = ${bind('workspaceId')}
      and channels.id = given.id)`,
);

export const insertService = statement<Scoped & { name: string; role: Role; maker: number }>()(
  'keys.insert_service',
  (_db, bind) => sql<{ id: number }>`
    with account as (
      insert into users (name, kind, made_by)
      values (${bind('name')}, 'service', ${bind('maker')}) returning id)
    insert into memberships (user_id, workspace_id, role)
    select id, ${bind('workspaceId', 'bigint')}, ${bind('role', 'text')} from account
    returning user_id as id`,
);

export const renameService = statement<{ id: number; name: string }>()(
  'keys.rename_service',
  (_db, bind) => sql<object>`
    update users set name = ${bind('name')} where id = ${bind('id')} and kind = 'service'`,
);

/** What the mail about a new key says, and the owner of the workspace, who gets it. */
export const findForMail = statement<{ id: number; by: number | null }>()(
  'keys.for_mail',
  (_db, bind) => sql<{
    kind: 'key' | 'app';
    name: string;
    workspace: string;
    doer: string | null;
    owner: string;
    scopes: Scope[];
    drafts_only: boolean;
    /** Of the owner of the workspace. */
    boss: string | null;
    /** Of the person as whom it acts, where that is somebody else. */
    self: string | null;
  }>`
    select api_keys.kind, api_keys.name, workspaces.name as workspace, doer.name as doer, owner.name as owner,
      scopes, drafts_only, case when boss.email_proved_at is not null then boss.email end as boss,
      case when owner.email_proved_at is not null and owner.id <> boss.id then owner.email end as self
    from api_keys join workspaces on workspaces.id = api_keys.workspace_id
      join users owner on owner.id = api_keys.user_id
      left join users doer on doer.id = coalesce(${bind('by', 'bigint')}, api_keys.created_by)
      join memberships on memberships.workspace_id = workspaces.id and memberships.role = 'owner'
      join users boss on boss.id = memberships.user_id
    where api_keys.id = ${bind('id')} and revoked_at is null`,
);

/** What a program may know of the key that it uses. */
export const findOwn = statement<{ id: number }>()(
  'keys.own',
  (_db, bind) => sql<
    Pick<Key, 'id' | 'name' | 'prefix' | 'expires_at' | 'drafts_only' | 'folders' | 'channels'>
  >`
    select id, name, coalesce('pf_' || lookup, 'pfa_') as prefix, expires_at, drafts_only, folders, channels
    from api_keys where id = ${bind('id')}`,
);

import { sql } from 'kysely';
import type { Audience, Scope } from '#contract/scopes.ts';
import { statement } from '../../../database/statement.ts';

/** What tokens are made for. */
export type Grant = {
  id: number;
  workspaceId: number;
  userId: number;
  clientId: string;
  resource: Audience;
  scopes: Scope[];
  /** Whether it may have tokens: it was not ended, and its owner is still a member. */
  isOn: boolean;
};

const GRANT = sql`api_keys.id, api_keys.workspace_id as "workspaceId", api_keys.user_id as "userId",
  app_grants.client_id as "clientId", app_grants.resource, api_keys.scopes,
  revoked_at is null and users.closed_at is null and memberships.role is not null as "isOn"`;

const OF_KEY = sql`join api_keys on api_keys.id = app_grants.key_id
  join users on users.id = api_keys.user_id
  left join memberships on memberships.user_id = api_keys.user_id
    and memberships.workspace_id = api_keys.workspace_id`;

export const insertCode = statement<{
  hash: Buffer;
  id: number;
  redirect: string;
  challenge: string;
  seconds: number;
}>()(
  'apps.insert_code',
  (_db, bind) => sql<object>`
    insert into app_codes (hash, key_id, redirect_uri, challenge, expires_at)
    values (${bind('hash', 'bytea')}, ${bind('id')}, ${bind('redirect')}, ${bind('challenge')},
      now() + make_interval(secs => ${bind('seconds', 'float8')}))`,
);

/** Locked: of two that present it, one is the second. */
export const lockCode = statement<{ hashes: readonly Buffer[] }>()(
  'apps.lock_code',
  (_db, bind) => sql<
    Grant & {
      hash: Buffer;
      redirect: string;
      challenge: string;
      isUsed: boolean;
      isExpired: boolean;
    }
  >`
    select ${GRANT}, app_codes.hash, redirect_uri as redirect, challenge,
      used_at is not null as "isUsed",
      app_codes.expires_at <= now() as "isExpired"
    from app_codes join app_grants on app_grants.key_id = app_codes.key_id ${OF_KEY}
    where app_codes.hash = any(${bind('hashes', 'bytea[]')})
    for update of app_codes`,
);

export const useCode = statement<{ hash: Buffer }>()(
  'apps.use_code',
  (_db, bind) => sql<object>`
    update app_codes set used_at = now() where hash = ${bind('hash', 'bytea')}`,
);

export const insertToken = statement<{
  id: number;
  kind: 'access' | 'refresh';
  lookup: string;
  hash: Buffer;
  seconds: number;
}>()(
  'apps.insert_token',
  (_db, bind) => sql<object>`
    insert into app_tokens (key_id, kind, lookup, hash, expires_at)
    values (${bind('id')}, ${bind('kind')}, ${bind('lookup')}, ${bind('hash', 'bytea')},
      now() + make_interval(secs => ${bind('seconds', 'float8')}))`,
);

export type FoundToken = Grant & {
  tokenId: number;
  hash: Buffer;
  isExpired: boolean;
  /** How long ago it was used, in milliseconds. */
  usedMs: number | null;
};

/** Locked: of two that present it, one is the second. */
export const lockToken = statement<{ lookup: string; kind: 'access' | 'refresh' }>()(
  'apps.lock_token',
  (_db, bind) => sql<FoundToken>`
    select ${GRANT}, app_tokens.id as "tokenId", app_tokens.hash,
      app_tokens.expires_at <= now() as "isExpired",
      (extract(epoch from now() - used_at) * 1000)::float8 as "usedMs"
    from app_tokens join app_grants on app_grants.key_id = app_tokens.key_id ${OF_KEY}
    where app_tokens.lookup = ${bind('lookup')} and app_tokens.kind = ${bind('kind', 'text')}
    for update of app_tokens`,
);

/** A token that was made and never used. */
export const findUnused = statement<{ lookup: string; id: number }>()(
  'apps.find_unused',
  (_db, bind) => sql<{ kind: 'access' | 'refresh'; seconds: number }>`
    select kind,
      floor(extract(epoch from expires_at - now()))::integer as seconds
    from app_tokens where lookup = ${bind('lookup')} and key_id = ${bind('id')} and used_at is null
      and expires_at > now()`,
);

export const useToken = statement<{ tokenId: number }>()(
  'apps.use_token',
  (_db, bind) => sql<object>`
    update app_tokens set used_at = now() where id = ${bind('tokenId')}`,
);

/** An app that is used ends so much later. */
export const keepApp = statement<{ id: number; seconds: number }>()(
  'apps.keep',
  (_db, bind) => sql<object>`
    update api_keys set expires_at = now() + make_interval(secs => ${bind('seconds', 'float8')}) where id = ${bind('id')}`,
);

export const endApp = statement<{ id: number }>()(
  'apps.end_one',
  (_db, bind) => sql<{ id: number }>`
    update api_keys set revoked_at = now() where id = ${bind('id')} and kind = 'app'
      and revoked_at is null returning id`,
);

export const findGrant = statement<{ id: number }>()(
  'apps.find_grant',
  (_db, bind) => sql<Grant>`
    select ${GRANT} from app_grants ${OF_KEY} where app_grants.key_id = ${bind('id')}`,
);

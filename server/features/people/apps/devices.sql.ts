import { sql } from 'kysely';
import type { Audience, Scope } from '#contract/scopes.ts';
import { statement } from '../../../database/statement.ts';

export const insertDevice = statement<{
  deviceHash: Buffer;
  userHash: Buffer;
  clientId: string;
  name: string;
  resource: string;
  scopes: readonly Scope[];
  seconds: number;
  interval: number;
}>()(
  'apps.insert_device',
  (_db, bind) => sql<object>`
    insert into app_devices (device_hash, user_hash, client_id, name, resource, scopes, expires_at,
      interval_seconds)
    values (${bind('deviceHash', 'bytea')}, ${bind('userHash', 'bytea')}, ${bind('clientId')},
      ${bind('name')}, ${bind('resource')}, ${bind('scopes', 'text[]')},
      now() + make_interval(secs => ${bind('seconds', 'float8')}), ${bind('interval')})`,
);

/** A device that nobody has decided about. */
export const findWaiting = statement<{ hashes: readonly Buffer[] }>()(
  'apps.find_waiting',
  (_db, bind) => sql<{
    id: number;
    /** Of its code. */
    hash: Buffer;
    clientId: string;
    name: string;
    resource: Audience;
    scopes: Scope[];
    until: string;
  }>`
    select id, user_hash as hash, client_id as "clientId", name, resource, scopes, expires_at as until
    from app_devices where user_hash = any(${bind('hashes', 'bytea[]')})
      and expires_at > now() and key_id is null and denied_at is null`,
);

/** Once; `key`: null refuses it. */
export const decide = statement<{
  device: number;
  hash: Buffer;
  key: number | null;
}>()(
  'apps.decide',
  (_db, bind) => sql<{ id: number }>`
    update app_devices set key_id = ${bind('key', 'bigint')},
      denied_at = case when ${bind('key', 'bigint')}::bigint is null
        then now() end
    where id = ${bind('device')} and user_hash = ${bind('hash', 'bytea')} and expires_at > now()
      and key_id is null and denied_at is null
    returning id`,
);

export const lockDevice = statement<{ hashes: readonly Buffer[] }>()(
  'apps.lock_device',
  (_db, bind) => sql<{
    id: number;
    clientId: string;
    key: number | null;
    isDenied: boolean;
    /** How long ago, in milliseconds. */
    usedMs: number | null;
    isExpired: boolean;
    isEarly: boolean;
  }>`
    select id, client_id as "clientId", key_id as key, denied_at is not null as "isDenied",
      (extract(epoch from now() - used_at) * 1000)::float8 as "usedMs",
      expires_at <= now() as "isExpired",
      coalesce(now() < polled_at + make_interval(secs => interval_seconds),
        false) as "isEarly"
    from app_devices where device_hash = any(${bind('hashes', 'bytea[]')})
    for update`,
);

/** Who asks too early has to wait longer from then on (RFC 8628, 3.5). */
export const notePoll = statement<{ id: number; more: number }>()(
  'apps.note_poll',
  (_db, bind) => sql<object>`
    update app_devices set polled_at = now(),
      interval_seconds = least(interval_seconds + ${bind('more', 'integer')}, 60)
    where id = ${bind('id')}`,
);

export const useDevice = statement<{ id: number }>()(
  'apps.use_device',
  (_db, bind) => sql<object>`
    update app_devices set used_at = now() where id = ${bind('id')}`,
);

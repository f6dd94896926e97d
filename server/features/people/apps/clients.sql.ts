import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

export type StoredClient = {
  kind: 'document' | 'registered';
  name: string;
  claimedHost: string | null;
  redirects: string[];
  failure: string | null;
};

/** Where it is still valid. */
export const findClient = statement<{ clientId: string }>()(
  'apps.find_client',
  (_db, bind) => sql<StoredClient>`
    select kind, name, claimed_host as "claimedHost", redirects, failure
    from app_clients where client_id = ${bind('clientId')}
      and valid_until > now()`,
);

/** A document that was fetched, again or for the first time. */
export const saveDocument = statement<{
  clientId: string;
  name: string;
  redirects: readonly string[];
  failure: string | null;
  seconds: number;
}>()(
  'apps.save_document',
  (_db, bind) => sql<object>`
    insert into app_clients (client_id, kind, name, redirects, failure, valid_until)
    values (${bind('clientId')}, 'document', ${bind('name')}, ${bind('redirects', 'text[]')},
      ${bind('failure')}, now() + make_interval(secs => ${bind('seconds', 'float8')}))
    on conflict (client_id) do update set name = excluded.name, redirects = excluded.redirects,
      failure = excluded.failure, valid_until = excluded.valid_until
    where app_clients.kind = 'document'`,
);

/** Of those that wait for their first use, so many are kept: the latest. */
export const register = statement<{
  clientId: string;
  name: string;
  claimedHost: string | null;
  redirects: readonly string[];
  seconds: number;
  max: number;
}>()(
  'apps.register',
  (_db, bind) => sql<object>`
    with gone as (
      delete from app_clients where client_id in (
        select client_id from app_clients
        where kind = 'registered'
          and valid_until between now() and now() + make_interval(secs => ${bind('seconds', 'float8')})
        order by valid_until desc offset ${bind('max', 'integer')} - 1))
    insert into app_clients (client_id, kind, name, claimed_host, redirects, valid_until)
    values (${bind('clientId', 'text')}, 'registered', ${bind('name', 'text')},
      ${bind('claimedHost', 'text')}, ${bind('redirects', 'text[]')}, now() + make_interval(secs => ${bind('seconds', 'float8')}))`,
);

/** A registration that is used lives on. */
export const keepClient = statement<{ clientId: string; seconds: number }>()(
  'apps.keep_client',
  (_db, bind) => sql<object>`
    update app_clients set valid_until = now() + make_interval(secs => ${bind('seconds', 'float8')})
    where client_id = ${bind('clientId')} and kind = 'registered'
      and valid_until < now() + make_interval(secs => ${bind('seconds', 'float8')})`,
);

import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';

/** This installation, as registered at servers of networks that have many. */

type Key = { network: string; server: string; redirectUri: string };

export const findApp = statement<Key>()(
  'network_apps.find',
  (_db, bind) => sql<{ credentials: string }>`
    select credentials from network_apps where network = ${bind('network')}
      and server = ${bind('server')} and redirect_uri = ${bind('redirectUri')}`,
);

export const keepApp = statement<Key & { credentials: string }>()(
  'network_apps.keep',
  (_db, bind) => sql<object>`
    insert into network_apps (network, server, redirect_uri, credentials)
    values (${bind('network')}, ${bind('server')}, ${bind('redirectUri')}, ${bind('credentials')})
    on conflict (network, server, redirect_uri) do update set credentials = excluded.credentials,
      created_at = now()`,
);

export const keepFirstApp = statement<Key & { credentials: string }>()(
  'network_apps.keep_first',
  (_db, bind) => sql<object>`
    insert into network_apps (network, server, redirect_uri, credentials)
    values (${bind('network')}, ${bind('server')}, ${bind('redirectUri')}, ${bind('credentials')})
    on conflict do nothing`,
);

export const replaceApp = statement<Key & { former: string; credentials: string }>()(
  null,
  (_db, bind) => sql<object>`
    update network_apps set credentials = ${bind('credentials')}
    where network = ${bind('network')} and server = ${bind('server')}
      and redirect_uri = ${bind('redirectUri')} and credentials = ${bind('former')}`,
);

export const removeApp = statement<Key>()(
  'network_apps.remove',
  (_db, bind) => sql<object>`
    delete from network_apps where network = ${bind('network')}
      and server = ${bind('server')} and redirect_uri = ${bind('redirectUri')}`,
);

/** Registrations with their sealed credentials, after a key. */
export const listApps = statement<Key & { limit: number }>()(
  null,
  (_db, bind) => sql<Key & { credentials: string }>`
    select network, server, redirect_uri as "redirectUri", credentials from network_apps
    where (network, server, redirect_uri)
      > (${bind('network')}, ${bind('server')}, ${bind('redirectUri')})
    order by network, server, redirect_uri limit ${bind('limit')}`,
);

import { sql } from 'kysely';
import type { Incoming, Mapping } from '#contract/automation/incoming.ts';
import type { Role } from '#contract/roles.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { statement } from '../../../database/statement.ts';

type Workspace = { workspaceId: number };
type Key = Workspace & { id: number };

export type IncomingRow = Omit<Incoming, 'obstacle'> & { role: Role | null };

const shown = sql`address.id, address.name, ending, folder_id as folder, makes_drafts, mapping, drafts,
  last_at, version, address.created_at,
  (select ${userRef('users')} from users where users.id = maker_id) as maker,
  (select role from memberships where user_id = maker_id
    and memberships.workspace_id = address.workspace_id) as role`;

export const listIncoming = statement<Workspace & { limit: number }>()(
  'incoming.list',
  (_db, bind) => sql<IncomingRow>`
    select ${shown} from incoming_addresses address where workspace_id = ${bind('workspaceId')}
    order by lower(address.name), address.id limit ${bind('limit', 'integer')}`,
);

export const findIncoming = statement<Key>()(
  'incoming.find',
  (_db, bind) => sql<IncomingRow>`
    select ${shown} from incoming_addresses address
    where workspace_id = ${bind('workspaceId')} and address.id = ${bind('id')}`,
);

export const lockIncoming = statement<Key>()(
  'incoming.lock',
  (_db, bind) => sql<{ id: number }>`
    select id from incoming_addresses
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for no key update`,
);

type Fields = {
  name: string;
  folder: number | null;
  /** JSON. */
  mapping: string;
  userId: number;
};

/** No row where the workspace has so many already. */
export const insertIncoming = statement<
  Workspace & Fields & { hash: Buffer; ending: string; max: number }
>()(
  'incoming.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into incoming_addresses (workspace_id, name, hash, ending, folder_id, makes_drafts, mapping, maker_id,
      secret_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('name', 'text')}, ${bind('hash', 'bytea')},
      ${bind('ending', 'text')}, ${bind('folder', 'bigint')}, ${bind('folder', 'bigint')} is not null,
      ${bind('mapping', 'jsonb')}, ${bind('userId', 'bigint')}, ${bind('userId', 'bigint')}
    where (select count(*) from incoming_addresses where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning id`,
);

export const updateIncoming = statement<Key & Fields>()(
  'incoming.update',
  (_db, bind) => sql<object>`
    update incoming_addresses set name = ${bind('name', 'text')}, folder_id = ${bind('folder', 'bigint')},
      makes_drafts = ${bind('folder', 'bigint')} is not null, mapping = ${bind('mapping', 'jsonb')},
      maker_id = ${bind('userId', 'bigint')}, version = version + 1
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const deleteIncoming = statement<Key>()(
  'incoming.delete',
  (_db, bind) => sql<{ name: string }>`
    delete from incoming_addresses
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} returning name`,
);

export type Address = {
  id: number;
  workspace: number;
  name: string;
  folder: number | null;
  makes_drafts: boolean;
  mapping: Mapping;
  maker: number | null;
  /** Null where its maker is no member any more. */
  role: Role | null;
  /** Whose words come in. */
  words: number[];
};

const address = sql`address.id, to_json(words_of_strangers(workspace_id, 'incoming', address.id)) as words, workspace_id as workspace, name, folder_id as folder, makes_drafts, mapping,
  maker_id as maker, (select role from memberships where user_id = maker_id
    and memberships.workspace_id = address.workspace_id) as role`;

/** By the hash of its secret, whatever its workspace. */
export const findByHash = statement<{ hash: Buffer }>()(
  'incoming.by_hash',
  (_db, bind) => sql<Address>`
    select ${address} from incoming_addresses address where hash = ${bind('hash', 'bytea')}`,
);

/** The same, so that calls of an address come one after the other. */
export const lockByHash = statement<{ hash: Buffer }>()(
  'incoming.lock_by_hash',
  (_db, bind) => sql<Address>`
    select ${address} from incoming_addresses address where hash = ${bind('hash', 'bytea')}
    for no key update of address`,
);

/** The call of this key, and how many came in within a day. */
export const findEarlier = statement<Workspace & { address: number; key: Buffer | null }>()(
  'incoming_calls.earlier',
  (_db, bind) => sql<{ count: number; call: number | null; item: number | null }>`
    select (select count(*) from incoming_calls
        where address_id = ${bind('address', 'bigint')}
          and received_at > now() - interval '1 day')::integer as count,
      known.id as call, known.item
    from (select) always left join (
      select incoming_calls.id, (select items.id from items join posts on posts.id = items.post_id
          where items.id = item_id and items.workspace_id = ${bind('workspaceId', 'bigint')}
            and ${isLive('posts')}) as item
      from incoming_calls where address_id = ${bind('address', 'bigint')} and key = ${bind('key', 'bytea')}
    ) known on true`,
);

export const insertCall = statement<
  Workspace & {
    address: number;
    key: Buffer | null;
    title: string;
    text: string;
    link: string | null;
    tags: string[];
    item: number | null;
  }
>()(
  'incoming_calls.insert',
  (_db, bind) => sql<object>`
    with counted as (
      update incoming_addresses set last_at = now(),
        drafts = drafts + case when ${bind('item', 'bigint')} is null then 0 else 1 end
      where id = ${bind('address', 'bigint')})
    insert into incoming_calls (workspace_id, address_id, key, title, text, link, tags, item_id, received_at)
    values (${bind('workspaceId', 'bigint')}, ${bind('address', 'bigint')}, ${bind('key', 'bytea')},
      ${bind('title', 'text')}, ${bind('text', 'text')}, ${bind('link', 'text')},
      ${bind('tags', 'text[]')}, ${bind('item', 'bigint')}, now())`,
);

/** Removes what is older, and so its keys. */
export const removeOldCalls = statement<{ days: number; limit: number }>()(
  'incoming_calls.remove_old',
  (_db, bind) => sql<object>`
    delete from incoming_calls where id in (
      select id from incoming_calls where received_at < now() - make_interval(days => ${bind('days', 'integer')})
      order by received_at limit ${bind('limit', 'integer')})
    returning id`,
);

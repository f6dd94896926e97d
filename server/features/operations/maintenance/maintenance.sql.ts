import { type RawBuilder, sql } from 'kysely';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';
import type { DB } from '../../../database/types.ts';

/** Deletes expired rows in batches, so that locks are short. */

const BATCH = 1000;
/** Takes some 50 ms. */
export const COUNTS_BATCH = 10_000;

/** What is being restored is left out. */
export const purgeTrash = statement<{ days: number }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    delete from posts where id in (
      select id from posts
      where deleted_at <= now() - make_interval(days => ${bind('days', 'integer')})
      order by deleted_at limit ${sql.lit(BATCH)} for update skip locked
    ) returning id`,
);

/** The rows of a table for which `isExpired` is true, by their key. */
const deleteExpired = (table: keyof DB, key: string, isExpired: RawBuilder<unknown>) =>
  statement()(
    null,
    () => sql<object>`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${isExpired} limit ${sql.lit(BATCH)}
      ) returning ${sql.ref(key)}`,
  );

export const removeOldSessions = deleteExpired(
  'sessions',
  'id',
  sql`expires_at < now() or revoked_at < now() - interval '1 day'`,
);
export const removeOldResets = deleteExpired(
  'password_resets',
  'token_hash',
  sql`expires_at < now()`,
);
export const removeOldLimits = deleteExpired('rate_limits', 'key', sql`window_ends_at < now()`);

export const removeOldIdempotencyKeys = deleteExpired(
  'idempotency_keys',
  'ctid',
  sql`created_at < now() - interval '24 hours'`,
);

export const removeOldAnswers = deleteExpired(
  'request_answers',
  'ctid',
  sql`created_at < now() - interval '24 hours'`,
);

/** Accounts whose person did not come back from the network. */
export const removeOldConnections = deleteExpired(
  'channel_connections',
  'id',
  sql`created_at < now() - interval '1 hour'`,
);

export const removeOldNotifications = deleteExpired(
  'notifications',
  'id',
  sql`created_at < now() - interval '180 days'`,
);

export const removeOldPresence = deleteExpired(
  'presence',
  'id',
  sql`seen_at < now() - interval '1 hour'`,
);

type Age = { days: number };

/** The rows of a table that are `days` old, where nothing needs them any more. */
const deleteAged = (table: keyof DB, column: string, isOver: RawBuilder<unknown> = sql`true`) =>
  statement<Age>()(
    null,
    (_db, bind) => sql<object>`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)}
        where ${sql.ref(column)} < now() - make_interval(days => ${bind('days', 'integer')})
          and ${isOver} order by ${sql.ref(column)} limit ${sql.lit(BATCH)}
      ) returning id`,
  );

export const removeOldMessages = deleteAged('contact_messages', 'created_at');

/** Their notifications go with them. */
export const removeOldInvitations = deleteAged(
  'invitations',
  'created_at',
  sql`(accepted_at is not null or revoked_at is not null or expires_at < now())`,
);

/** What is not over is decided by its attempts. */
export const removeOldAttempts = deleteAged(
  'publication_attempts',
  'began_at',
  sql`exists (select from publications where publications.id = publication_id
    and state in ('published', 'cancelled'))`,
);

/** Those of attempts go after these. */
export const removeOldClearances = deleteAged(
  'clearances',
  'at',
  sql`not exists (select from publication_attempts
    where publication_attempts.publication_id = clearances.publication_id
      and clearance_id = clearances.id)`,
);

/** When something was decided about the post of an item, or it was scheduled or sent. */
const EVENTS = sql`
  select coalesce(decided_at, created_at) as at from transitions
    where transitions.workspace_id = items.workspace_id and transitions.post_id = items.post_id
      and (state <> 'done' or target_state in ('approved', 'published'))
  union all select unnest(array[created_at, sent_at])
    from publications left join publication_parts on publication_id = publications.id
    where publications.workspace_id = items.workspace_id and post_id = items.post_id`;

/**
 * Deletes old versions, and returns them with their workspace and post. Those stay that a decision,
 * a publication or a rule is about (docs/operations.md). It is not known which post an item was a
 * part of before it joined or left a thread, or came back from the trash: all before that stay.
 */
export const takeOldVersions = statement<Age & { after: number[]; limit: number }>()(
  null,
  (_db, bind) => sql<{ key: number[]; entry: object }>`
    with old as (
      select version.item_id, version.version, items.workspace_id, items.post_id
      from item_versions version join items on items.id = version.item_id
      where (version.item_id, version.version) >
          ((${bind('after', 'bigint[]')})[1], (${bind('after', 'bigint[]')})[2])
        and version.created_at < now() - make_interval(days => ${bind('days', 'integer')})
        and version.version < items.version and ${isLive()}
        and (version.action = 'status' or exists (select from item_versions later
          where later.item_id = version.item_id and later.version > version.version
            and later.action <> 'status' and later.user_id is not distinct from version.user_id
            and later.principal_id = version.principal_id
            and coalesce(later.carried, '{}') @> coalesce(version.carried, '{}')))
        and not exists (select from item_versions moved
          where moved.item_id = version.item_id and moved.version >= version.version
            and moved.action in ('add_to_thread', 'remove_from_thread', 'undelete'))
        and not exists (select from transitions
          where transitions.workspace_id = items.workspace_id
            and transitions.post_id = items.post_id and state = 'pending')
        and not exists (select from publications
          where publications.workspace_id = items.workspace_id
            and publications.post_id = items.post_id
            and (state not in ('published', 'cancelled')
              or exists (select from jsonb_array_elements(text) part
                where part ->> 'content' = version.content)))
        and not exists (
          select from (${EVENTS}) event where event.at >= version.created_at
            and not exists (select from item_versions next
              where next.item_id = version.item_id and next.version > version.version
                and next.created_at <= event.at))
      order by version.item_id, version.version limit ${bind('limit', 'integer')}),
    gone as (
      delete from item_versions using old
      where item_versions.item_id = old.item_id and item_versions.version = old.version
      returning item_versions.item_id, item_versions.version,
        to_jsonb(item_versions) || jsonb_build_object(
          'workspace_id', old.workspace_id, 'post_id', old.post_id) as entry)
    select array[item_id, version] as key, entry from gone order by item_id, version`,
);

/** Every workspace with a vocabulary. */
export const listVocabularies = statement()(
  null,
  () =>
    sql<{
      workspaceId: number;
    }>`
      select id as "workspaceId" from workspaces
      where exists (select from search_vocabulary where workspace_id = workspaces.id)`,
);

/** Deletes the words of a workspace that are in no text any more; those of the trash are learnt again. */
export const forgetWords = statement<{ workspaceId: number }>()(
  null,
  (_db, bind) => sql<object>`
    with used as materialized (
      select distinct word from search_documents, words_to_spell(workspace_id, document) word
        where workspace_id = ${bind('workspaceId')}
    )
    delete from search_vocabulary known
    where workspace_id = ${bind('workspaceId')} and not exists (select from used
      where used.word = known.word)`,
);

/**
 * Adds some changes of counts to the counts.
 * @returns how many changes
 */
export const addUpCounts = statement()(
  null,
  () => sql<{ count: number }>`
    with taken as (
      delete from post_count_changes where ctid in (
        select ctid from post_count_changes limit ${sql.lit(COUNTS_BATCH)} for update skip locked)
      returning *
    ), added as (
      insert into post_counts
      select workspace_id, folder_id, status, is_thread, sum(posts), sum(items) from taken
      group by workspace_id, folder_id, status, is_thread
      having sum(posts) <> 0 or sum(items) <> 0
      order by workspace_id, folder_id, status, is_thread
      on conflict (workspace_id, folder_id, status, is_thread) do update
        set posts = post_counts.posts + excluded.posts, items = post_counts.items + excluded.items
    )
    select count(*) as count from taken`,
);

/** Deletes counts of nothing: of folders that are gone, for example. */
export const removeEmptyCounts = statement()(
  null,
  () => sql`delete from post_counts where posts = 0 and items = 0`,
);

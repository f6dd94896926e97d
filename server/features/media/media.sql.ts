import { type RawBuilder, sql } from 'kysely';
import type { MediaKind } from '#contract/attachments.ts';
import type { MediaFile, MediaType, MediaUse } from '#contract/media/media.ts';
import { isLive } from '../../database/fragments/live-posts.ts';
import { userRef } from '../../database/fragments/user-ref.ts';
import { isFree } from '../../database/lease.ts';
import { type Bind, statement } from '../../database/statement.ts';

type InWorkspace = { workspaceId: number };
type Key = InWorkspace & { id: number };
type Keys = InWorkspace & { ids: number[] };

/** A file without what is computed of it. */
export type FileRow = Omit<MediaFile, 'links' | 'type'> & {
  type: MediaType;
  has_thumbnail: boolean;
};

const columns = sql`
  media_files.id, media_files.name, type, size, width, height, duration,
  facts ->> 'video' as codec, alt, media_files.tags,
  json_build_array(focus_x, focus_y) as focus, media_files.folder_id as folder,
  media_uses(media_files.id) as uses, media_kind(type, facts) as kind,
  ${userRef('users')} as uploaded_by, conversion,
  media_files.created_at, media_files.updated_at, trashed_at,
  encode(hash, 'hex') as hash, has_thumbnail`;

/** Files in this state of the CTE or table `media_files`, as they are shown. */
const shown = (source: RawBuilder<unknown>) => sql<FileRow>`
  select ${columns} from ${source} join media_blobs using (hash)
    left join users on users.id = media_files.uploaded_by`;

export type Filters = InWorkspace & {
  /** Parts of words, each as a pattern of `like`. */
  words: string[];
  kinds: MediaKind[] | null;
  folders: number[] | null;
  tags: string[] | null;
  isUsed: boolean | null;
  isTrashed: boolean;
};

const matching = (bind: Bind<Filters>) => sql`
  media_files.workspace_id = ${bind('workspaceId')}
    and (trashed_at is not null) = ${bind('isTrashed', 'boolean')}
    and lower(name || ' ' || alt || ' ' || array_to_string(tags, ' '))
      like all (${bind('words', 'text[]')})
    and (${bind('kinds', 'text[]')}::text[] is null or media_kind(type, facts) = any(${bind('kinds')}))
    and (${bind('folders', 'bigint[]')}::bigint[] is null or folder_id = any(${bind('folders')}))
    and (${bind('tags', 'text[]')}::text[] is null or tags @> ${bind('tags')})
    and (${bind('isUsed', 'boolean')}::boolean is null
      or (media_uses(media_files.id) > 0) = ${bind('isUsed')})`;

export const listFiles = statement<Filters & { before: number | null; limit: number }>()(
  null,
  (_db, bind) => sql<FileRow>`
    ${shown(sql`(
      select media_files.* from media_files join media_blobs using (hash)
      where ${matching(bind as never)}
        and (${bind('before', 'bigint')}::bigint is null or id < ${bind('before')})
      order by id desc limit ${bind('limit')}) media_files`)}
    order by media_files.id desc`,
);

export const countFiles = statement<Filters>()(
  null,
  (_db, bind) => sql<{ count: number }>`
    select count(*) as count from media_files join media_blobs using (hash)
    where ${matching(bind)}`,
);

export const findFile = statement<Key>()(
  'media.find',
  (_db, bind) => sql<FileRow>`
    ${shown(sql`media_files`)} where media_files.workspace_id = ${bind('workspaceId', 'bigint')}
      and media_files.id = ${bind('id', 'bigint')}`,
);

/** The file of a workspace that was uploaded as these bytes, one that is not in the trash first. */
export const findBySource = statement<InWorkspace & { source: Buffer }>()(
  'media.find_by_source',
  (_db, bind) => sql<{ id: number; folder: number | null; trashed: boolean }>`
    select id, folder_id as folder, trashed_at is not null as trashed from media_files
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and source_hash = ${bind('source', 'bytea')}
    order by trashed, id limit 1`,
);

type NewFile = InWorkspace & {
  folder: number | null;
  hash: Buffer;
  source: Buffer;
  name: string;
  alt: string;
  userId: number;
};

export const insertFile = statement<NewFile>()(
  'media.insert',
  (_db, bind) => sql<{ id: number }>`
    insert into media_files (workspace_id, folder_id, hash, source_hash, name, alt, uploaded_by)
    values (${bind('workspaceId', 'bigint')}, ${bind('folder', 'bigint')},
      ${bind('hash', 'bytea')}, ${bind('source', 'bytea')}, ${bind('name', 'text')},
      ${bind('alt', 'text')}, ${bind('userId', 'bigint')})
    returning id`,
);

/** Notes how the conversion of a video stands; a row where that changes. */
export const setConversion = statement<Key & { conversion: 'under way' | 'failed' | null }>()(
  'media.set_conversion',
  (_db, bind) => sql<{ id: number }>`
    update media_files set conversion = ${bind('conversion', 'text')}
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}
      and conversion is distinct from ${bind('conversion')}
    returning id`,
);

/** Gives a file other bytes. */
export const replaceBytes = statement<Key & { hash: Buffer; source: Buffer }>()(
  'media.replace',
  (_db, bind) => sql<{ id: number }>`
    update media_files set hash = ${bind('hash', 'bytea')}, source_hash = ${bind('source', 'bytea')},
      updated_at = now()
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}
    returning id`,
);

type Update = Key & {
  name: string | null;
  alt: string | null;
  tags: string[] | null;
  x: number | null;
  y: number | null;
  /** Whether the folder changes. */
  moves: boolean;
  folder: number | null;
};

export const updateFile = statement<Update>()(
  'media.update',
  (_db, bind) => sql<{ id: number }>`
    update media_files set name = coalesce(${bind('name', 'text')}, name),
      alt = coalesce(${bind('alt', 'text')}, alt), tags = coalesce(${bind('tags', 'text[]')}, tags),
      focus_x = coalesce(${bind('x', 'real')}, focus_x),
      focus_y = coalesce(${bind('y', 'real')}, focus_y),
      folder_id = case when ${bind('moves', 'boolean')} then ${bind('folder', 'bigint')}
        else folder_id end,
      updated_at = now()
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = ${bind('id', 'bigint')}
    returning id`,
);

/** Locks files, in order, so that operations do not wait for each other in a circle. */
export const lockFiles = statement<Keys>()(
  null,
  (_db, bind) => sql<{
    id: number;
    name: string;
    tags: string[];
    folder: number | null;
    trashed: boolean;
  }>`
    select id, name, tags, folder_id as folder, trashed_at is not null as trashed from media_files
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('ids', 'bigint[]')})
    order by id for update`,
);

export const trashFiles = statement<Keys & { isTrashed: boolean }>()(
  null,
  (_db, bind) => sql<object>`
    update media_files set updated_at = now(),
      trashed_at = case when ${bind('isTrashed', 'boolean')} then coalesce(trashed_at, now()) end
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('ids', 'bigint[]')})`,
);

export const moveFiles = statement<Keys & { folder: number | null }>()(
  null,
  (_db, bind) => sql<object>`
    update media_files set folder_id = ${bind('folder', 'bigint')}, updated_at = now()
    where workspace_id = ${bind('workspaceId', 'bigint')} and id = any(${bind('ids', 'bigint[]')})`,
);

/** Sets the tags of each file; `tags`: a JSON list for each. */
export const tagFiles = statement<Keys & { tags: string }>()(
  null,
  (_db, bind) => sql<object>`
    update media_files set updated_at = now(),
      tags = array(select jsonb_array_elements_text(given.tags))
    from unnest(${bind('ids', 'bigint[]')}) with ordinality ids (id, n)
      join jsonb_array_elements(${bind('tags', 'jsonb')}) with ordinality given (tags, n) using (n)
    where workspace_id = ${bind('workspaceId', 'bigint')} and media_files.id = ids.id`,
);

export const eraseFiles = statement<Keys>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    delete from media_files where workspace_id = ${bind('workspaceId', 'bigint')}
      and id = any(${bind('ids', 'bigint[]')}) returning id`,
);

/** Erases what has been in the trash for so many days, in batches. */
export const eraseOld = statement<{ days: number; limit: number }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    delete from media_files where id in (
      select id from media_files
      where trashed_at <= now() - make_interval(days => ${bind('days', 'integer')})
      order by trashed_at limit ${bind('limit', 'integer')} for update skip locked)
    returning id`,
);

/** An upload without a byte for an hour takes what has arrived of it, until it goes on. */
const isIdle = sql.raw(`(state = 'receiving' and touched_at < now() - interval '1 hour')`);

/**
 * What the files of a workspace take, those in the trash and those that are arriving included. Bytes
 * count once, whatever number of files has them.
 */
export const readUsage = statement<InWorkspace>()(
  null,
  (_db, bind) => sql<{ files: number; bytes: number; tags: string[] }>`
    with own as (
      select hash, trashed_at, tags from media_files
      where workspace_id = ${bind('workspaceId', 'bigint')})
    select (select count(*) from own where trashed_at is null) as files,
      (select coalesce(sum(size), 0)::bigint from media_blobs
        where hash in (select hash from own))
      + (select coalesce(sum(case when ${isIdle} then received else size end), 0)::bigint
        from media_uploads
        where workspace_id = ${bind('workspaceId')} and state in ('receiving', 'received'))
      as bytes,
      array(select distinct tag from own, unnest(tags) tag where trashed_at is null
        order by tag limit 200) as tags`,
);

/** Bytes of a file of the workspace, or of one that a post has still. */
export const findBytes = statement<InWorkspace & { hash: Buffer }>()(
  'media.find_bytes',
  (_db, bind) => sql<{ size: number; type: string }>`
    select size, type from media_blobs where hash = ${bind('hash', 'bytea')} and (
      exists (select from media_files where workspace_id = ${bind('workspaceId', 'bigint')}
        and media_files.hash = media_blobs.hash)
      or exists (select from item_media where workspace_id = ${bind('workspaceId')}
        and item_media.hash = media_blobs.hash))`,
);

export const findFolder = statement<Key>()(
  'media.find_folder',
  (_db, bind) => sql<object>`
    select from folders where workspace_id = ${bind('workspaceId', 'bigint')}
      and id = ${bind('id', 'bigint')}`,
);

/**
 * The posts that have a file: those that are published next first. Posts in the trash are left out.
 */
export const listUses = statement<Key>()(
  'media.list_uses',
  (_db, bind) => sql<MediaUse>`
    select root.id as item, root.title, root.status,
      min(due_at) filter (where publications.state in ('proposed', 'scheduled', 'publishing'))
        as next_at,
      max(publications.published_at) as published_at, count(distinct channel_id) as channels
    from (
      select distinct items.root_id from item_media join items on items.id = item_media.item_id
        and items.workspace_id = item_media.workspace_id
      where item_media.workspace_id = ${bind('workspaceId', 'bigint')}
        and file_id = ${bind('id', 'bigint')} and ${isLive()}
    ) used
      join items root on root.id = used.root_id
        and root.workspace_id = ${bind('workspaceId')}
      left join publications on publications.workspace_id = root.workspace_id
        and publications.post_id = root.post_id and publications.state <> 'cancelled'
    group by root.id
    order by next_at nulls last, root.id desc limit 100`,
);

/* Bytes */

type Blob = {
  hash: Buffer;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  duration: number | null;
  facts: string;
};

/**
 * Announces bytes before they are stored, so that what a crash leaves behind is known; a row unless
 * they are being erased.
 */
export const expectBlob = statement<Blob>()(
  'media.expect_blob',
  (_db, bind) => sql<{ has_thumbnail: boolean }>`
    insert into media_blobs (hash, size, type, width, height, duration, facts)
    values (${bind('hash', 'bytea')}, ${bind('size', 'bigint')}, ${bind('type', 'text')},
      ${bind('width', 'integer')}, ${bind('height', 'integer')}, ${bind('duration', 'real')},
      ${bind('facts', 'jsonb')})
    on conflict (hash) do update set touched_at = now() where not media_blobs.erasing
    returning has_thumbnail`,
);

export const markThumbnail = statement<{ hash: Buffer }>()(
  'media.mark_thumbnail',
  (_db, bind) => sql<object>`
    update media_blobs set has_thumbnail = true where hash = ${bind('hash', 'bytea')}`,
);

/** Bytes that nothing refers to, which nothing may refer to from now on. */
export const claimUnused = statement<{ limit: number }>()(
  null,
  (_db, bind) => sql<{ hash: Buffer }>`
    update media_blobs set erasing = true where hash in (
      select hash from media_blobs
      where (erasing or touched_at < now() - interval '1 day')
        and not exists (select from media_files where media_files.hash = media_blobs.hash)
        and not exists (select from item_media where item_media.hash = media_blobs.hash)
        and not exists (
          select from publications join publication_parts on publication_id = publications.id
          where publications.state in ('publishing', 'stopped')
            and publication_parts.media @> jsonb_build_array(
              jsonb_build_object('hash', encode(media_blobs.hash, 'hex'))))
      limit ${bind('limit', 'integer')} for update skip locked)
    returning hash`,
);

export const forgetBlob = statement<{ hash: Buffer }>()(
  'media.forget_blob',
  (_db, bind) => sql<object>`
    delete from media_blobs where hash = ${bind('hash', 'bytea')} and erasing`,
);

/* Uploads */

type UploadKey = InWorkspace & { userId: number; id: string };

export type UploadRow = {
  id: string;
  workspace: number;
  user: number;
  key: number | null;
  folder: number | null;
  replaces: number | null;
  name: string;
  size: number;
  received: number;
  chunks: string[];
  state: 'receiving' | 'received' | 'done' | 'refused';
  refusal: string | null;
  file: number | null;
  is_known: boolean;
  attempts: number;
  is_idle: boolean;
};

const uploadColumns = sql`id, workspace_id as workspace, user_id as "user", api_key_id as key,
  folder_id as folder, replaces, name, size, received, chunks, state, refusal, file_id as file,
  is_known, attempts, ${isIdle} as is_idle`;

export const insertUpload = statement<
  InWorkspace & {
    userId: number;
    key: number | null;
    folder: number | null;
    replaces: number | null;
    name: string;
    size: number;
  }
>()(
  'media.insert_upload',
  (_db, bind) => sql<{ id: string }>`
    insert into media_uploads (workspace_id, user_id, api_key_id, folder_id, replaces, name, size)
    values (${bind('workspaceId', 'bigint')}, ${bind('userId', 'bigint')}, ${bind('key', 'bigint')},
      ${bind('folder', 'bigint')}, ${bind('replaces', 'bigint')}, ${bind('name', 'text')},
      ${bind('size', 'bigint')})
    returning id`,
);

export const countOpenUploads = statement<InWorkspace>()(
  'media.count_open',
  (_db, bind) => sql<{ count: number }>`
    select count(*) as count from media_uploads
    where workspace_id = ${bind('workspaceId', 'bigint')} and state in ('receiving', 'received')
      and not ${isIdle}`,
);

export const findUpload = statement<UploadKey>()(
  'media.find_upload',
  (_db, bind) => sql<UploadRow>`
    select ${uploadColumns} from media_uploads
    where workspace_id = ${bind('workspaceId', 'bigint')} and user_id = ${bind('userId', 'bigint')}
      and id = ${bind('id', 'uuid')}`,
);

/** Notes a key before something is stored there: what a crash leaves behind is deleted later. */
export const expectGarbage = statement<{ key: string }>()(
  'media.expect_garbage',
  (_db, bind) => sql<object>`
    insert into media_garbage (key) values (${bind('key', 'text')})
    on conflict (key) do update set since = now()`,
);

/** Keys of the storage to delete. */
export const listGarbage = statement<{ limit: number }>()(
  null,
  (_db, bind) => sql<{ key: string }>`
    select key from media_garbage where since < now() - interval '1 day'
    order by since limit ${bind('limit', 'integer')}`,
);

export const forgetGarbage = statement<{ keys: string[] }>()(
  null,
  (_db, bind) => sql<object>`
    delete from media_garbage where key = any(${bind('keys', 'text[]')})`,
);

/**
 * Begins to receive a chunk, one at a time; it ends with the time of a request. A row unless another
 * one is under way, or the upload is not at this offset.
 */
export const claimUpload = statement<{ id: string; offset: number }>()(
  'media.claim_upload',
  (_db, bind) => sql<object>`
    update media_uploads set receiving_until = now() + interval '1 minute', touched_at = now()
    where id = ${bind('id', 'uuid')} and received = ${bind('offset', 'bigint')}
      and state = 'receiving' and (receiving_until is null or receiving_until < now())
    returning id`,
);

export const releaseUpload = statement<{ id: string; offset: number }>()(
  'media.release_upload',
  (_db, bind) => sql<object>`
    update media_uploads set receiving_until = null where id = ${bind('id', 'uuid')}
      and received = ${bind('offset', 'bigint')} and state = 'receiving'`,
);

/** Adds a chunk where the upload is at this offset still: of two at once, one is. */
export const addChunk = statement<{ id: string; offset: number; bytes: number; key: string }>()(
  'media.add_chunk',
  (_db, bind) => sql<{ received: number; state: string }>`
    with kept as (
      delete from media_garbage where key = ${bind('key', 'text')})
    update media_uploads set received = received + ${bind('bytes', 'bigint')},
      chunks = array_append(chunks, ${bind('key')}), touched_at = now(), receiving_until = null,
      state = case when received + ${bind('bytes')} = size then 'received' else state end
    where id = ${bind('id', 'uuid')} and received = ${bind('offset', 'bigint')}
      and state = 'receiving'
    returning received, state`,
);

const LEASE = sql.raw(`interval '2 minutes'`);

/** Takes an upload that has arrived: the one named, or any that nobody works on. */
export const leaseUpload = statement<{ id: string | null }>()(
  'media.lease_upload',
  (_db, bind) => sql<UploadRow>`
    update media_uploads set leased_until = now() + ${LEASE}, attempts = attempts + 1 where id = (
      select id from media_uploads
      where state = 'received' and ${isFree()}
        and (${bind('id', 'uuid')}::uuid is null or id = ${bind('id')})
      order by touched_at limit 1 for update skip locked)
    returning ${uploadColumns}`,
);

export const renewUpload = statement<{ id: string }>()(
  'media.renew_upload',
  (_db, bind) => sql<object>`
    update media_uploads set leased_until = now() + ${LEASE}
    where id = ${bind('id', 'uuid')} and state = 'received'`,
);

/** A storage that fails says nothing of the file: it is tried again, and that does not count. */
export const postponeUpload = statement<{ id: string }>()(
  'media.postpone_upload',
  (_db, bind) => sql<object>`
    update media_uploads set attempts = attempts - 1,
      leased_until = now() + interval '30 seconds'
    where id = ${bind('id', 'uuid')} and state = 'received'`,
);

export const endUpload = statement<{
  id: string;
  file: number | null;
  refusal: string | null;
  isKnown: boolean;
}>()(
  'media.end_upload',
  (_db, bind) => sql<object>`
    update media_uploads set chunks = '{}', file_id = ${bind('file', 'bigint')},
      refusal = ${bind('refusal', 'text')}, is_known = ${bind('isKnown', 'boolean')},
      state = case when ${bind('refusal')}::text is null then 'done' else 'refused' end,
      leased_until = null, touched_at = now()
    where id = ${bind('id', 'uuid')} and state = 'received'`,
);

export const removeUpload = statement<UploadKey>()(
  'media.remove_upload',
  (_db, bind) => sql<{ chunks: string[] }>`
    delete from media_uploads where workspace_id = ${bind('workspaceId', 'bigint')}
      and user_id = ${bind('userId', 'bigint')} and id = ${bind('id', 'uuid')}
      and ${isFree()}
    returning chunks`,
);

/** Uploads that nobody has continued for a day, and those that ended a day ago. */
export const removeOldUploads = statement<{ limit: number }>()(
  null,
  (_db, bind) => sql<object>`
    delete from media_uploads where id in (
      select id from media_uploads where touched_at < now() - interval '1 day'
        and state <> 'received' limit ${bind('limit', 'integer')} for update skip locked)
    returning 1`,
);

import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** What networks have of files, so that they are uploaded once. */

type PartKey = { id: number; position: number };

/** What a network has of the files of a part, unless it has forgotten them. */
export const findUpload = statement<PartKey & { place: number }>()(
  'publisher.find_upload',
  (_db, bind) => sql<{ upload: Record<string, unknown>; until: string | null }>`
    select upload, expires_at as until from publication_uploads where publication_id = ${bind('id', 'bigint')}
      and position = ${bind('position', 'integer')} and place = ${bind('place', 'integer')}
      and (expires_at is null or expires_at > now() + interval '1 minute')`,
);

/**
 * Nothing is kept for a part that was replaced while its file was uploaded: `key` is the one it had.
 * Waits for who replaces it just now.
 */
export const keepUpload = statement<
  PartKey & { key: string; place: number; upload: string; until: string | null }
>()(
  'publisher.keep_upload',
  (_db, bind) => sql<object>`
    insert into publication_uploads (publication_id, position, place, upload, expires_at)
    select publication_id, position, ${bind('place', 'integer')}, ${bind('upload', 'jsonb')},
      ${bind('until', 'timestamptz')}
    from publication_parts
    where publication_id = ${bind('id', 'bigint')} and position = ${bind('position', 'integer')}
      and key = ${bind('key', 'uuid')}
    for share
    on conflict (publication_id, position, place) do update set upload = excluded.upload,
      expires_at = excluded.expires_at`,
);

/** The network has none of the files of a part any more. */
export const forgetUploads = statement<PartKey>()(
  'publisher.forget_uploads',
  (_db, bind) => sql<object>`
    with forgotten as (
      delete from publication_uploads where publication_id = ${bind('id', 'bigint')}
        and position = ${bind('position', 'integer')})
    update publication_parts set prepared_until = now()
    where publication_id = ${bind('id', 'bigint')} and position = ${bind('position')}`,
);

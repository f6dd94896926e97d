import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';
import {
  type Author,
  type Insertion,
  type ItemRow,
  insertFrom,
  keepEntries,
  keepTransitions,
  keepVersions,
  part,
} from './items-write.sql.ts';

/** Copies items as drafts that stand alone, or with their status where `resetStatus` is false (section 3). */
export const copyItems = statement<
  Insertion & { ids: number[]; suffix: string; copyTags: boolean; resetStatus: boolean }
>()(null, (_db, bind) =>
  insertFrom(
    bind,
    sql`select null::bigint as id, source.folder_id as folder, source.content, source.title || ${bind('suffix', 'text')} as description,
        case when ${bind('resetStatus', 'boolean')} then 'draft' else source.status end as status,
        case when ${bind('copyTags', 'boolean')} then source.tags else '{}' end as tags,
        1 as version, null::bigint as thread_root, 0 as thread_order, 1 as thread_size
      from unnest(${bind('ids', 'bigint[]')}) with ordinality as wanted(id, place)
      join items source on source.id = wanted.id and source.workspace_id = ${bind('workspaceId')}
      order by wanted.place`,
  ),
);

/** Changes folder or status of items, where they have another: with versions, transitions and audit entries. */
export const changeItems = statement<Author & { ids: number[]; folder: number | null; status: string | null }>()(
  null,
  (db, bind) =>
    db
      .with(
        'item',
        part<ItemRow>(sql`
          update items set folder_id = coalesce(${bind('folder', 'bigint')}, before.folder_id),
            status = coalesce(${bind('status', 'text')}, before.status), version = items.version + 1, updated_at = now()
          from items before
          where before.workspace_id = ${bind('workspaceId')} and before.id = any(${bind('ids', 'bigint[]')}) and items.id = before.id
            and (before.folder_id <> ${bind('folder', 'bigint')} or before.status <> ${bind('status', 'text')})
          returning items.*, before.folder_id as former_folder, before.status as former_status`),
      )
      .with(
        'versions',
        part(keepVersions(bind, sql`case when ${bind('status', 'text')} is null then 'update' else 'status' end`)),
      )
      .with(
        'withdrawn',
        part(
          sql`update transitions set state = 'done' where state = 'pending' and item_id in (select id from item where status <> former_status)`,
        ),
      )
      .with('transition', part(keepTransitions(bind, sql.ref('former_status'))))
      .with(
        'entries',
        part(
          keepEntries(
            bind,
            sql`(select id, case when status <> former_status
              then jsonb_build_object('status', jsonb_build_object('before', former_status, 'after', status))
              else jsonb_build_object('folder', jsonb_build_object('before', former_folder, 'after', folder_id)) end as changes
            from item) entry`,
            sql`case when ${bind('status', 'text')} is null then 'update' else 'status' end`,
          ),
        ),
      )
      .selectFrom('item')
      .select('id'),
);

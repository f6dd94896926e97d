import { type Expression, sql } from 'kysely';
import { UNKNOWN } from '../../../../database/fragments/principal.ts';
import { type Bind, statement } from '../../../../database/statement.ts';

type Asked = { workspaceId: number; rule: number };

/** Whether a rule may publish words of a principal without asking anybody. */
const vouched = (bind: Bind<Asked>, principal: Expression<number>) => sql<boolean>`(
  vouches(${principal}) or exists (
    select from principals join rules on rules.workspace_id = principals.workspace_id
    where principals.id = ${principal} and rules.workspace_id = ${bind('workspaceId', 'bigint')}
      and rules.id = ${bind('rule', 'bigint')}
      and (trigger_kind = 'feed_entry' and kind = 'feed' and trigger ->> 'feed' = subject_id::text
        or trigger_kind = 'incoming' and kind = 'incoming'
          and trigger ->> 'address' = subject_id::text)))`;

/**
 * A row where the draft of a rule has words or files that are not those of people who may publish:
 * - of the draft: all of its versions, and what came in with them;
 * - of what the rule names, its template, files of it, and its address: who has changed it since the
 *   rule was saved;
 * - of what ends posts on these channels: who has chosen it last, and changed it since;
 * - of the UTM of its links: who has given its folder, or the one at the top of that, its name.
 */
export const findOthersWords = statement<Asked & { made: number; channels: number[] }>()(
  'rules.words_of_others',
  (_db, bind) => {
    const workspace = bind('workspaceId', 'bigint');
    const isVouched = (principal: Expression<number>) =>
      vouched(bind as unknown as Bind<Asked>, principal);
    return sql<object>`
    with recursive saved as materialized (
      select coalesce(max(entry), 0) as entry from provenance where workspace_id = ${workspace}
        and object_type = 'rule' and object_id = ${bind('rule', 'bigint')}),
    named (type, id, after) as (
      select 'incoming', (trigger ->> 'address')::bigint, saved.entry from rules, saved
      where rules.workspace_id = ${workspace} and rules.id = ${bind('rule', 'bigint')}
        and trigger_kind = 'incoming'
      union all select 'file', item_media.file_id, saved.entry from items
        join item_media on item_media.item_id = items.id, saved
      where items.workspace_id = ${workspace} and items.post_id = ${bind('made', 'bigint')}
      union all select 'snippet', snippet_id, coalesce((select max(entry) from provenance
          where workspace_id = ${workspace} and object_type = 'ending'
            and object_id = snippet_id), 0)
      from snippet_channels where workspace_id = ${workspace}
        and channel_id = any(${bind('channels', 'bigint[]')})),
    above (id, parent, depth) as (
      select folders.id, folders.parent_id, 0 from posts join folders on folders.id = posts.folder_id
      where posts.workspace_id = ${workspace} and posts.id = ${bind('made', 'bigint')}
      union all select folders.id, folders.parent_id, depth + 1
      from above join folders on folders.id = above.parent where depth < 100)
    select 1 from items join item_versions on item_versions.item_id = items.id
      cross join lateral unnest(coalesce(carried, '{}') || item_versions.principal_id) principal
    where items.workspace_id = ${workspace} and items.post_id = ${bind('made', 'bigint')}
      and item_versions.action <> 'status' and not ${isVouched(sql`principal`)}
    union all
    select 1 from named join provenance on provenance.workspace_id = ${workspace}
      and object_type = named.type and object_id = named.id and entry > named.after
    where not ${isVouched(sql`principal_id`)}
    union all
    select 1 from named join lateral (select principal_id from provenance
        where workspace_id = ${workspace} and object_type = 'ending' and object_id = named.id
        order by entry desc, vouches(principal_id) limit 1) chosen on named.type = 'snippet'
    where not ${isVouched(sql`chosen.principal_id`)}
    union all
    select 1 from link_settings join above on depth = 0 and strpos(utm::text, '{folder}') > 0
        or parent is null and strpos(utm::text, '{campaign}') > 0
      left join lateral (select principal_id from provenance
        where workspace_id = ${workspace} and object_type = 'folder' and object_id = above.id
        order by entry desc, vouches(principal_id) limit 1) called on true
    where link_settings.workspace_id = ${workspace} and adds_utm
      and not ${isVouched(sql`coalesce(called.principal_id, ${sql.lit(UNKNOWN)})`)}
    union all
    select 1 from rules cross join jsonb_array_elements(actions) action
      join templates on templates.id = (action ->> 'template')::bigint
        and templates.workspace_id = rules.workspace_id
    where rules.workspace_id = ${workspace} and rules.id = ${bind('rule', 'bigint')}
      and templates.updated_at > rules.updated_at
    limit 1`;
  },
);

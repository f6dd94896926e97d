import { type Expression, sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import { limitedKey } from '../../../database/limited-key.ts';
import { type Bind, statement } from '../../../database/statement.ts';

type Asked = {
  workspaceId: number;
  rule: number;
  /** Those that publish by themselves. */
  roles: Role[];
};

/** Whether a rule may publish words of an origin (migration 0112) without asking anybody. */
function vouched(bind: Bind<Asked>, origin: Expression<string>) {
  const id = sql`split_part(${origin}, ':', 2)`;
  const publishes = sql`memberships.workspace_id = ${bind('workspaceId', 'bigint')}
    and memberships.role = any(${bind('roles', 'text[]')})`;
  const named = (kind: string, field: string) => sql`exists (
    select from rules where rules.workspace_id = ${bind('workspaceId', 'bigint')}
      and rules.id = ${bind('rule', 'bigint')} and trigger_kind = ${sql.lit(kind)}
      and trigger ->> ${sql.lit(field)} = ${id})`;
  return sql<boolean>`case split_part(${origin}, ':', 1)
    when 'person' then exists (
      select from memberships where ${publishes} and user_id = ${id}::bigint)
    when 'key' then exists (
      select from api_keys join memberships on memberships.user_id = api_keys.user_id
      where ${publishes} and api_keys.id = ${id}::bigint and not ${limitedKey}
        and revoked_at is null)
    when 'feed' then ${named('feed_entry', 'feed')}
    when 'incoming' then ${named('incoming', 'address')}
    else false end`;
}

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
    const isVouched = (origin: Expression<string>) =>
      vouched(bind as unknown as Bind<Asked>, origin);
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
      left join memberships on memberships.user_id = item_versions.user_id
        and memberships.workspace_id = items.workspace_id
    where items.workspace_id = ${workspace} and items.post_id = ${bind('made', 'bigint')}
      and (item_versions.by_limited_key
        or coalesce(memberships.role <> all(${bind('roles', 'text[]')}), true)
        or exists (select from unnest(carried) origin where not ${isVouched(sql`origin`)}))
    union all
    select 1 from named join provenance on provenance.workspace_id = ${workspace}
      and object_type = named.type and object_id = named.id and entry > named.after
    where not ${isVouched(sql`origin`)}
    union all
    select 1 from named join lateral (select origin from provenance
        where workspace_id = ${workspace} and object_type = 'ending' and object_id = named.id
        order by entry desc limit 1) chosen on named.type = 'snippet'
    where not ${isVouched(sql`chosen.origin`)}
    union all
    select 1 from link_settings join above on depth = 0 and strpos(utm::text, '{folder}') > 0
        or parent is null and strpos(utm::text, '{campaign}') > 0
      left join lateral (select origin from provenance
        where workspace_id = ${workspace} and object_type = 'folder' and object_id = above.id
        order by entry desc limit 1) called on true
    where link_settings.workspace_id = ${workspace} and adds_utm
      and not ${isVouched(sql`coalesce(called.origin, 'unknown')`)}
    union all
    select 1 from rules cross join jsonb_array_elements(actions) action
      join templates on templates.id = (action ->> 'template')::bigint
        and templates.workspace_id = rules.workspace_id
    where rules.workspace_id = ${workspace} and rules.id = ${bind('rule', 'bigint')}
      and templates.updated_at > rules.updated_at
    limit 1`;
  },
);

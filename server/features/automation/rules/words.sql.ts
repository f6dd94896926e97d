import { type Expression, sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import { limitedKey, steeredPost } from '../../../database/limited-key.ts';
import { statement } from '../../../database/statement.ts';

/** An entry of the audit log by nobody who may publish by themselves now. */
const byOthers = (roles: Expression<string[]>) => sql`(
  not exists (select from memberships where memberships.workspace_id = entry.workspace_id
    and memberships.user_id = entry.user_id and role = any(${roles}))
  or entry.api_key_id is not null and not exists (select from api_keys
    where api_keys.id = entry.api_key_id and not ${limitedKey} and revoked_at is null))`;

/**
 * A row where the draft of a rule has words or files that are not those of people who may publish:
 * - of the draft: all of its versions;
 * - of the post that the run is about: all of its versions, and who tagged or moved it, unless somebody
 *   who may approve has approved it as it is, and no limited key has touched it since;
 * - of a file or a note: whoever has made or changed it, and that is known;
 * - of what the rule names, its template, files of it, and its address: who has changed it since the
 *   rule was saved;
 * - of what ends posts on these channels: who has changed it since it was chosen.
 * `sources`: what the run is about, as JSON.
 */
export const findOthersWords = statement<{
  workspaceId: number;
  rule: number;
  made: number;
  channels: number[];
  roles: Role[];
  sources: string;
}>()('rules.words_of_others', (_db, bind) => {
  const workspace = bind('workspaceId', 'bigint');
  const roles = bind('roles', 'text[]');
  return sql<object>`
    with saved as materialized (
      select coalesce(max(id), 0) as id from audit_log where workspace_id = ${workspace}
        and object_type = 'rule' and object_id = ${bind('rule', 'bigint')}
        and action in ('create', 'update') and not changes ?| array['run', 'state']),
    met as materialized (
      select type, id from jsonb_to_recordset(${bind('sources', 'jsonb')}) as met (type text, id bigint)),
    written as (
      select ${bind('made', 'bigint')} as post
      union all select posts.id from met join posts on met.type = 'post' and posts.id = met.id
      where not (posts.status in ('approved', 'published')
        and posts.approved_hash = post_text_hash(posts.id) and not ${steeredPost})),
    named (type, id, after) as (
      select 'incoming', (trigger ->> 'address')::bigint, saved.id from rules, saved
      where rules.workspace_id = ${workspace} and rules.id = ${bind('rule', 'bigint')}
        and trigger_kind = 'incoming'
      union all select 'file', item_media.file_id, saved.id from items
        join item_media on item_media.item_id = items.id, saved
      where items.workspace_id = ${workspace} and items.post_id = ${bind('made', 'bigint')}
      union all select 'snippet', snippet_id, coalesce((select max(id) from audit_log
          where workspace_id = ${workspace} and object_type = 'snippet' and object_id = snippet_id
            and changes ? 'channels'), 0)
      from snippet_channels where workspace_id = ${workspace}
        and channel_id = any(${bind('channels', 'bigint[]')}))
    select 1 from written join items on items.post_id = written.post
      join item_versions on item_versions.item_id = items.id
      left join memberships on memberships.user_id = item_versions.user_id
        and memberships.workspace_id = items.workspace_id
    where items.workspace_id = ${workspace}
      and (item_versions.by_limited_key or coalesce(memberships.role <> all(${roles}), true))
    union all
    select 1 from written join items on items.post_id = written.post
      join audit_log entry on entry.content_item = items.id
    where items.workspace_id = ${workspace} and entry.object_type = 'item' and ${byOthers(roles)}
    union all
    select 1 from met where met.type in ('file', 'note') and not exists (select from audit_log
      where workspace_id = ${workspace} and object_type = met.type and object_id = met.id)
    union all
    select 1 from (select type, id, 0 as after from met union all select * from named) source
      join audit_log entry on entry.workspace_id = ${workspace} and entry.object_type = source.type
        and entry.object_id = source.id and entry.id > source.after
    where ${byOthers(roles)}
    union all
    select 1 from rules cross join jsonb_array_elements(actions) action
      join templates on templates.id = (action ->> 'template')::bigint
        and templates.workspace_id = rules.workspace_id
    where rules.workspace_id = ${workspace} and rules.id = ${bind('rule', 'bigint')}
      and templates.updated_at > rules.updated_at
    limit 1`;
});

-- Rules read the log of events (decision 95): each is told of what happens from the event on at which it was switched on.
alter table rules add column since_seq bigint not null default 0;

-- What happened in the month before the log, for dry runs; nobody is told of it.
with kept as (select coalesce(min(at), now()) as until, now() - interval '30 days' as since from events),
past as (
  select workspace_id, 'post.created' as kind, id as subject_id, created_at as at, null::integer as version,
    jsonb_build_object('item', root_id, 'in', folder_id, 'status', status, 'tags', coalesce((select to_jsonb(tags)
      from item_versions where item_id = root_id and item_versions.version = 1), '[]')) as about
  from posts where size > 0
  union all
  select items.workspace_id, 'post.changed', items.post_id, changed.created_at, changed.version,
    jsonb_build_object('item', items.root_id, 'fields', '["tags"]'::jsonb, 'tags', jsonb_build_array(to_jsonb(before.tags),
      to_jsonb(changed.tags)))
  from item_versions changed join items on items.id = changed.item_id and items.position = 0
    cross join lateral (select tags from item_versions before where before.item_id = changed.item_id
      and before.version < changed.version order by before.version desc limit 1) before
  where changed.is_head and before.tags <> changed.tags and changed.created_at > (select since from kept)
  union all
  select workspace_id, 'post.changed', post_id, case when state in ('approved', 'rejected') then decided_at else created_at end,
    null, jsonb_build_object('fields', '["status"]'::jsonb, 'status', case state
      when 'approved' then '["review", "approved"]'::jsonb when 'rejected' then '["review", "draft"]'::jsonb
      else jsonb_build_array(from_state, target_state) end)
  from transitions where created_at > (select since from kept)
  union all
  select workspace_id, 'publication.changed', id, coalesce(published_at, updated_at), null,
    jsonb_build_object('post', post_id, 'channel', channel_id, 'is', state,
      'state', jsonb_build_array('publishing'::text, state))
  from publications where state in ('published', 'stopped') and post_id is not null
  union all
  select workspace_id, 'entry.found', id, coalesce(least(published_at, seen_at), seen_at), null,
    jsonb_build_object('feed', feed_id)
  from feed_entries
  union all
  select workspace_id, 'call.received', id, received_at, null, jsonb_build_object('address', address_id) from incoming_calls
  union all
  select workspace_id, 'file.created', id, created_at, null, jsonb_build_object('folder', jsonb_build_array(null, folder_id),
    'tags', jsonb_build_array('[]'::jsonb, to_jsonb(tags))) from media_files where trashed_at is null)
insert into events (workspace_id, kind, subject_id, version, about, at)
select workspace_id, kind, subject_id, version, about, at from past, kept
where at > kept.since and at < kept.until order by at;

-- From here on the log starts rules. Runs that were started before are there.
drop trigger posts_start_rules on posts;
drop trigger posts_moved_start_rules on posts;
drop trigger items_made_start_rules on items;
drop trigger items_tagged_start_rules on items;
drop trigger publications_start_rules on publications;
drop trigger publication_figures_start_rules on publication_figures;
drop trigger media_files_start_rules on media_files;
drop trigger media_files_changed_start_rules on media_files;
drop function rules_see_new_posts, rules_see_moved_posts, rules_see_tags, rules_see_publications, rules_see_figures,
  rules_see_files;

-- What these triggers have started is read.
with sealed as materialized (select coalesce(max(seq), 0) as last from events),
next as materialized (select id, row_number() over (order by at, id) as place from events where seq is null)
update events set seq = last + place from next, sealed where events.id = next.id;
-- A new database has no readers yet: their rows come with a backup, or when they begin.
insert into event_readers (name, seq) select name, (select coalesce(max(seq), 0) from events)
from unnest('{sealer,rules}'::text[]) name where exists (select from workspaces)
on conflict (name) do update set seq = excluded.seq;
update rules set since_seq = (select coalesce(max(seq), 0) from events) where state = 'on';

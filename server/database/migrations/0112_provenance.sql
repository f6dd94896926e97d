-- Whose words are in posts, files, notes and names: what rules that ask nobody decide by. The audit log decides nothing, because its
-- entries can be archived.
--
-- An origin is one of:
--   person:ID       a member who could publish
--   member:ID       a member who could not
--   key:ID          a key that publishes by itself
--   limited_key     a key that does not, or on some channels only
--   feed:ID, incoming:ID  strangers, by a feed or an address
--   import          a file that was imported
--   unknown

-- As of contract/roles.ts; a test compares them.
create function may_publish(role text) returns boolean immutable parallel safe language sql
  return role in ('owner', 'admin', 'approver');

-- Who has changed a thing, and in which entry of the audit log lately. Of a folder: who gave its name; of a rule: who saved it; of an
-- 'ending': who chose the channels whose posts a snippet ends.
create table provenance (
  workspace_id bigint not null references workspaces on delete cascade,
  object_type text not null,
  object_id bigint not null,
  origin text not null,
  entry bigint not null,
  primary key (workspace_id, object_type, object_id, origin)
);

create function provenance_type(object_type text, action text, changes jsonb) returns text immutable language sql
  return case
    when object_type = 'folder' then case when action <> 'delete' and changes ? 'name' then 'folder' end
    when object_type = 'rule' then case when action in ('create', 'update') and not changes ?| array['run', 'state'] then 'rule' end
    when object_type = 'snippet' and changes ? 'channels' then 'ending'
    when object_type in ('feed', 'file', 'incoming', 'note', 'snippet', 'template') then object_type
  end;

create function origin_of(workspace bigint, person bigint, key bigint) returns text stable language sql
  return case
    when key is not null then case when exists (select from api_keys where id = key and not drafts_only and channels is null
      and 'publish' = any(scopes)) then 'key:' || key else 'limited_key' end
    when person is null then 'unknown'
    when exists (select from memberships where workspace_id = workspace and user_id = person and may_publish(role))
      then 'person:' || person
    else 'member:' || person
  end;

create function keep_provenance() returns trigger language plpgsql as $$
begin
  insert into provenance
    select distinct new.workspace_id, type, new.object_id, origin, new.id
    from provenance_type(new.object_type, new.action, new.changes) type
      -- What somebody takes from others in this transaction.
      cross join unnest(string_to_array(nullif(current_setting('postfolio.words', true), ''), ',')
        || origin_of(new.workspace_id, new.user_id, new.api_key_id)) origin
    where type is not null
    on conflict (workspace_id, object_type, object_id, origin) do update set entry = excluded.entry;
  return null;
end $$;
create trigger audit_log_keeps_provenance after insert on audit_log
  for each row when (new.object_type in ('feed', 'file', 'folder', 'incoming', 'note', 'rule', 'snippet', 'template'))
  execute function keep_provenance();

insert into provenance
  select workspace_id, type, object_id, origin_of(workspace_id, user_id, api_key_id), max(id)
  from audit_log cross join lateral provenance_type(object_type, action, changes) type
  where type is not null and workspace_id is not null and object_id is not null
    and exists (select from workspaces where workspaces.id = workspace_id)
  group by 1, 2, 3, 4;

-- The origins of the words that came in with a version and are not of its author; 'limited_key' and 'member' of the author themselves, by
-- the rights that they had. Null: none.
alter table item_versions add column carried text[];
-- The key that wrote it.
alter table item_versions add column api_key_id bigint;
-- A limited key has changed the item, as by a tag or a move, since a person has approved its post or called it published.
alter table items add column steered_by_key boolean not null default false;
-- The names that can be filled in, as they were when the run was started, and whose they are.
alter table rule_runs add column names jsonb;

-- Whose words are in these items: none where somebody has approved them as they are.
create function words_of(given bigint[]) returns text[] stable language sql
  return (
    with met as materialized (select distinct post_id as id from items where id = any(given)),
    undecided as materialized (
      select posts.id from met join posts on posts.id = met.id
      where not (posts.status in ('approved', 'published')
        and not exists (select from items where items.post_id = posts.id and steered_by_key)
        and posts.approved_hash is not distinct from post_text_hash(posts.id)))
    select coalesce(array_agg(distinct origin), '{}') from undecided join items on items.post_id = undecided.id
      join item_versions on item_id = items.id
      cross join lateral unnest(coalesce(carried, '{}') || case
        when by_limited_key then 'limited_key' when user_id is null then 'unknown' else 'person:' || user_id end) origin
    where items.id = any(given));

-- Who has changed a thing.
create function origins_of(workspace bigint, type text, thing bigint) returns text[] stable language sql
  return (select coalesce(array_agg(origin), '{unknown}') from provenance
    where workspace_id = workspace and object_type = type and object_id = thing);

-- Whose words come by a feed or an address: those of strangers, and of the limited key that has set it.
create function words_of_strangers(workspace bigint, type text, thing bigint) returns text[] stable language sql
  return array[type || ':' || thing]
    || array(select unnest(origins_of(workspace, type, thing)) intersect select unnest(array['limited_key', 'unknown']));

create function capture_names() returns trigger language plpgsql as $$
begin
  select jsonb_strip_nulls(jsonb_build_object('author', users.name, 'author_by', 'person:' || users.id, 'folder', folders.name,
      'folder_by', (select origin from provenance where workspace_id = new.workspace_id and object_type = 'folder'
        and object_id = folders.id order by entry desc limit 1)))
    into new.names
    from (select folder_id as folder, null::bigint as author from media_files
        where id = (new.about ->> 'file')::bigint and workspace_id = new.workspace_id
      union all select posts.folder_id, items.created_by from posts
        join items on items.post_id = posts.id and items.position = 0
        where posts.id = (new.about ->> 'post')::bigint and posts.workspace_id = new.workspace_id) of_run
      left join users on users.id = author left join folders on folders.id = of_run.folder
    limit 1;
  return new;
end $$;
create trigger rule_runs_capture_names before insert on rule_runs
  for each row when (new.about ?| array['file', 'post']) execute function capture_names();

-- What is known of before.
update item_versions set carried = array[origin]
from (select item_id as item, 'feed:' || feed_id as origin from feed_entries where item_id is not null
  union select item_id, 'incoming:' || address_id from incoming_calls where item_id is not null
  -- Drafts of rules: of what, was not written down.
  union select items.id, 'unknown' from rule_runs join items on items.post_id = rule_runs.post_id) made
where item_id = item and version = (select min(version) from item_versions first where first.item_id = item);

update items set steered_by_key = true
where status in ('approved', 'published') and id in (
    select content_item from audit_log where object_type = 'item' and api_key_id is not null
      and origin_of(workspace_id, user_id, api_key_id) = 'limited_key')
  and exists (select from audit_log entry where entry.content_item = items.id and entry.object_type = 'item'
    and entry.api_key_id is not null and origin_of(entry.workspace_id, entry.user_id, entry.api_key_id) = 'limited_key'
    and entry.id > coalesce((select max(decided.id) from items part join audit_log decided on decided.content_item = part.id
      where part.post_id = items.post_id and decided.user_id is not null
        and decided.changes #>> '{status,after}' in ('approved', 'published')), 0));

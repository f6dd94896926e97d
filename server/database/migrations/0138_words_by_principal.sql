-- Whose words are in posts, files, notes and names is said by principals (migration 0137) in place of texts (0112): who wrote them, with
-- the rights that they had then. 0 is nobody knows who, and has no rights.

-- What an import brings in is nobody's.
alter table principals drop constraint principals_kind_check,
  add check (kind in ('member', 'service', 'key', 'former_key', 'app', 'rule', 'feed', 'incoming', 'import'));

create or replace view principals_due as
  with own as (
    select workspace_id, case users.kind when 'service' then 'service' else 'member' end as kind, user_id as subject_id,
      user_id as person_id, null::bigint as acts_as, null::bigint as made_by,
      may_publish(role) as approves, case when not may_publish(role) then '{}'::bigint[] end as publishes, null::integer as version
    from memberships join users on users.id = user_id where closed_at is null
    union all
    select workspace_id, secret.kind, id, user_id, user_id, secret.holder,
      'review' = any(scopes) and not drafts_only and channels is null,
      case when drafts_only or not 'publish' = any(scopes) then '{}' else channels end, null
    from api_keys cross join lateral (
      select kind, coalesce(rolled_by, created_by, 0) as holder
      union all select 'former_key', coalesce(old_by, created_by, 0) where old_lookup is not null) secret
    where revoked_at is null
    union all
    select workspace_id, 'rule', id, maker_id, coalesce(maker_id, 0), null,
      false, case when not may_publish(maker_role) then '{}'::bigint[] end, version
    from rules
    union all select workspace_id, 'feed', id, null, null, null, false, '{}', null from feeds
    union all select workspace_id, 'incoming', id, null, null, null, false, '{}', null from incoming_addresses
    union all select id, 'import', 0, null, null, null, false, '{}', null from workspaces
  ), persons as (
    select workspace_id, subject_id, id from principals where until is null and kind in ('member', 'service')
  )
  select own.workspace_id, kind, own.subject_id, person_id, through.id as through, maker.id as maker, version,
    -- Bounded by somebody who is no longer there: without rights.
    approves and is_bound as approves, case when is_bound then publishes else '{}' end as publishes
  from own
    left join persons through on through.workspace_id = own.workspace_id and through.subject_id = acts_as
    left join persons maker on maker.workspace_id = own.workspace_id and maker.subject_id = made_by
    cross join lateral (select (acts_as is null or through.id is not null) and (made_by is null or maker.id is not null)
      as is_bound) bounds;

-- At once: a lock for each workspace would be too many.
insert into principals (workspace_id, kind, subject_id, approves, publishes)
  select id, 'import', 0, false, '{}' from workspaces;

-- The principal of something in a workspace as it is now; 0 where there is none.
create function principal_now(workspace bigint, kinds text[], subject bigint) returns bigint stable language sql
  return coalesce((select min(id) from principals
    where workspace_id = workspace and until is null and kind = any(kinds) and subject_id = subject), 0);

-- Whether words of a principal go out without a look: it could publish on all channels, and so can now all whom it acted for or by.
-- A rule is no more than how its maker writes. Who knew the former secret of a key bounds that as its maker.
create function vouches(principal bigint) returns boolean stable language sql
begin atomic
  with recursive bounds as (
    select principals.* from principals where id = principal
    union select principals.* from bounds join principals on principals.id in (bounds.through, bounds.maker)
  )
  select count(*) > 0 and coalesce(bool_and(publishes is null and (kind = 'rule' or exists (
    select from principals known where known.workspace_id = bounds.workspace_id and known.until is null and known.publishes is null
      and known.kind = case bounds.kind when 'former_key' then 'key' else bounds.kind end and known.subject_id = bounds.subject_id))), false)
  from bounds;
end;

-- What was an origin is a principal. Who had no rights then, or is no longer a member, gets a row that has ended.
create function origin_before(user_id bigint, by_limited_key boolean, key_channels bigint[], carried text[]) returns text immutable language sql
  return case
    when user_id is null then 'unknown'
    when by_limited_key and key_channels is not null then 'channels:' || user_id || ':' || key_channels::text
    when by_limited_key or 'member:' || user_id = any(coalesce(carried, '{}')) then 'member:' || user_id
    else 'person:' || user_id end;
create table words_before as
  select workspace, origin, split_part(origin, ':', 1) as kind, coalesce(nullif(split_part(origin, ':', 2), ''), '0')::bigint as subject,
    nullif(split_part(origin, ':', 3), '')::bigint[] as channels, 0::bigint as principal
  from (
    select workspace_id as workspace, origin_before(user_id, by_limited_key, key_channels, carried) as origin
      from items join item_versions on item_id = items.id
    union select workspace_id, origin from items join item_versions on item_id = items.id cross join lateral unnest(carried) origin
    union select workspace_id, origin from provenance
    union select workspace_id, origin from rule_runs
      cross join lateral unnest(array[names ->> 'author_by', names ->> 'folder_by']) origin where origin is not null
    union select workspace_id, word #>> '{}' from rule_runs cross join lateral jsonb_path_query(commands, '$[*].words[*]') word) met;
update words_before set principal = case
  when kind = 'key' then principal_now(workspace, '{key,app}', subject)
  when kind = 'person' then principal_now(workspace, '{member,service}', subject)
  when kind in ('feed', 'incoming', 'import') then principal_now(workspace, array[kind], subject)
  else 0 end;
alter table words_before add column made bigint;
update words_before set made = nextval(pg_get_serial_sequence('principals', 'id'))
where principal = 0 and kind in ('person', 'member', 'channels') and exists (select from users where users.id = subject);
insert into principals (id, workspace_id, kind, subject_id, person_id, approves, publishes, until)
  overriding system value
  select made, workspace, case when channels is not null then 'key' when users.kind = 'service' then 'service' else 'member' end,
    case when channels is null then subject else 0 end, subject, false, coalesce(channels, '{}'), now()
  from words_before join users on users.id = subject where made is not null;
update words_before set principal = made where made is not null;
alter table words_before add primary key (workspace, origin);
analyze words_before;

create function principal_before(at_workspace bigint, given text) returns bigint stable language sql
  return coalesce((select principal from words_before where workspace = at_workspace and origin = given), 0);

alter table item_versions add column principal_id bigint not null default 0, add column carried_by bigint[];
update item_versions set principal_id = known.principal,
  carried_by = case when carried is not null then nullif(array(select distinct principal_before(workspace, origin)
    from unnest(carried) origin where origin is distinct from 'member:' || user_id and not (origin = 'limited_key' and by_limited_key)), '{}') end
from (select item_id as item, item_versions.version as number, workspace, principal from item_versions join items on items.id = item_id
  join words_before on workspace = workspace_id and origin = origin_before(user_id, by_limited_key, key_channels, carried)) known
where item_id = item and item_versions.version = number and (principal <> 0 or carried is not null);

drop trigger audit_log_keeps_provenance on audit_log;
drop trigger rule_runs_capture_names on rule_runs;
drop function keep_provenance, capture_names, words_of_strangers, origins_of, words_of, origin_of;

alter table provenance add column principal_id bigint;
update provenance set principal_id = principal_before(workspace_id, origin);
create temporary table provenance_before on commit drop as
  select workspace_id, object_type, object_id, principal_id, max(entry) as entry from provenance group by 1, 2, 3, 4;
truncate provenance;
alter table provenance drop column origin, alter column principal_id set not null,
  add primary key (workspace_id, object_type, object_id, principal_id);
insert into provenance (workspace_id, object_type, object_id, principal_id, entry)
  select workspace_id, object_type, object_id, principal_id, entry from provenance_before;

update rule_runs set names = names
  || case when names ? 'author_by' then jsonb_build_object('author_by', principal_before(workspace_id, names ->> 'author_by')) else '{}' end
  || case when names ? 'folder_by' then jsonb_build_object('folder_by', principal_before(workspace_id, names ->> 'folder_by')) else '{}' end
where names ?| array['author_by', 'folder_by'];

update rule_runs set commands = (
  select jsonb_agg(case when command ->> 'do' <> 'draft' then command else command || jsonb_build_object('words',
      (select coalesce(jsonb_agg(distinct principal_before(workspace_id, word)), '[]')
        from jsonb_array_elements_text(coalesce(command -> 'words', '["unknown"]')) word)) end order by number)
  from jsonb_array_elements(commands) with ordinality given (command, number))
where commands @? '$[*] ? (@.do == "draft")';

drop function principal_before, origin_before;
drop table words_before;
alter table item_versions drop column carried, drop column by_limited_key, drop column key_channels, drop column api_key_id;
alter table item_versions rename column carried_by to carried;
-- The version whose text it has again: `carried` are the principals of the words in it.
alter table item_versions add column restored integer;

-- Who wrote what an entry of the audit log says, as they are now. An entry does not say by which secret of a key: by both.
create function principals_acting(workspace bigint, person bigint, key bigint) returns setof bigint stable language sql
begin atomic
  select id from principals where workspace_id = workspace and until is null
    and (key is not null and kind in ('key', 'former_key', 'app') and subject_id = key
      or key is null and kind in ('member', 'service') and subject_id = person)
  union all select 0 where not exists (select from principals where workspace_id = workspace and until is null
    and (key is not null and kind in ('key', 'former_key', 'app') and subject_id = key
      or key is null and kind in ('member', 'service') and subject_id = person));
end;

create function keep_provenance() returns trigger language plpgsql as $$
begin
  insert into provenance (workspace_id, object_type, object_id, principal_id, entry)
    select new.workspace_id, type, new.object_id, principal, max(entry)
    from provenance_type(new.object_type, new.action, new.changes) type
      cross join lateral (
        select principals_acting(new.workspace_id, new.user_id, new.api_key_id), new.id
        -- What somebody takes from others in this transaction.
        union select unnest(string_to_array(nullif(current_setting('postfolio.words', true), ''), ','))::bigint, new.id
        -- Nobody knows who made it: the entry is older than what is kept.
        union select 0, 0 where new.action <> 'create' and not exists (select from provenance known
          where known.workspace_id = new.workspace_id and known.object_type = type and known.object_id = new.object_id)
      ) written (principal, entry)
    where type is not null group by type, principal
    on conflict (workspace_id, object_type, object_id, principal_id) do update set entry = excluded.entry;
  return null;
end $$;
create trigger audit_log_keeps_provenance after insert on audit_log
  for each row when (new.object_type in ('feed', 'file', 'folder', 'incoming', 'note', 'rule', 'snippet', 'template'))
  execute function keep_provenance();

-- Whose words are in these items: none where somebody has approved them as they are.
create function words_of(given bigint[]) returns bigint[] stable language sql
  return (
    with met as materialized (select distinct post_id as id from items where id = any(given)),
    undecided as materialized (
      select posts.id from met join posts on posts.id = met.id
      where not (posts.status in ('approved', 'published')
        and not exists (select from items where items.post_id = posts.id and steered_by_key)
        and posts.approved_hash is not distinct from post_text_hash(posts.id)))
    select coalesce(array_agg(distinct principal), '{}') from undecided join items on items.post_id = undecided.id
      join item_versions on item_id = items.id
      cross join lateral unnest(coalesce(carried, '{}') || principal_id) principal
    where items.id = any(given) and action <> 'status');

-- Who has changed a thing; where that is not known, nobody knows who.
create function words_in(workspace bigint, type text, thing bigint) returns bigint[] stable language sql
  return (select coalesce(array_agg(principal_id), '{0}') from provenance
    where workspace_id = workspace and object_type = type and object_id = thing);

-- Whose words come by a feed or an address: those of strangers, and of the limited key that has set it.
create function words_of_strangers(workspace bigint, type text, thing bigint) returns bigint[] stable language sql
  return principal_now(workspace, array[type], thing) || array(
    select principal from unnest(words_in(workspace, type, thing)) principal
    where not exists (select from principals where id = principal
      and (kind in ('member', 'service') or (rights_of(id)).publishes is null)));

create function capture_names() returns trigger language plpgsql as $$
begin
  select jsonb_strip_nulls(jsonb_build_object('author', users.name,
      'author_by', case when author is not null then principal_now(new.workspace_id, '{member,service}', author) end,
      'folder', folders.name, 'folder_by', (select principal_id from provenance where workspace_id = new.workspace_id
        and object_type = 'folder' and object_id = folders.id order by entry desc, vouches(principal_id) limit 1)))
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

-- Where the posts of a template are proposed for, and with which options of networks.
alter table templates
  add column set_id bigint references channel_sets on delete set null,
  add column channels bigint[] not null default '{}' check (cardinality(channels) <= 50),
  -- By network: the choices of the publish dialog.
  add column options jsonb not null default '{}' check (jsonb_typeof(options) = 'object');
create index templates_set on templates (set_id);

-- Who was mentioned in a workspace, with the handle that was written last for each network. At most 1,000, the latest.
create table mentioned_people (
  workspace_id bigint not null references workspaces on delete cascade,
  -- In lower case.
  key text not null,
  name text not null,
  handles jsonb not null,
  mentioned_at timestamptz not null default now(),
  primary key (workspace_id, key)
);
create index mentioned_people_latest on mentioned_people (workspace_id, mentioned_at);

create function mentions_in(content text) returns table (name text, handles jsonb) language sql immutable
  begin atomic
    select found[1], (select jsonb_object_agg(split_part(entry, ':', 1), substr(entry, strpos(entry, ':') + 1))
      from unnest(string_to_array(substr(found[2], 2), '|')) entry)
    from regexp_matches(left(content, 100000), '\{\{@([^{}|\\]{1,80})((?:\|[a-z]{1,20}:[^{}|\\\s]{1,250}){1,20})\}\}', 'g') found
    limit 50;
  end;

create function learn_mentions() returns trigger language plpgsql as $$
begin
  insert into mentioned_people (workspace_id, key, name, handles)
    -- In one order, so that two posts that name the same people do not wait for each other.
    select distinct on (lower(name)) new.workspace_id, lower(name), name, handles
    from mentions_in(new.content) order by lower(name), handles::text
  on conflict (workspace_id, key) do update set name = excluded.name,
    handles = mentioned_people.handles || excluded.handles, mentioned_at = now()
    where not mentioned_people.handles @> excluded.handles;
  delete from mentioned_people where workspace_id = new.workspace_id and mentioned_at < (
    select mentioned_at from mentioned_people where workspace_id = new.workspace_id
    order by mentioned_at desc offset 999 limit 1);
  return null;
end $$;
create trigger items_learn_mentions after insert or update of content on items
  for each row when (new.content like '%{{@%') execute function learn_mentions();

insert into mentioned_people (workspace_id, key, name, handles)
  select distinct on (workspace_id, lower(mentions.name)) workspace_id, lower(mentions.name), mentions.name, mentions.handles
  from items cross join lateral mentions_in(content) mentions
  where content like '%{{@%' order by workspace_id, lower(mentions.name), items.updated_at desc;

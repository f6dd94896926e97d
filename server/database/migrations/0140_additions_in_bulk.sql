-- What is sent beside the written text of a post (0135), for many posts at once: a bulk request of reviews spent nearly half of its time there.
-- The names and the endings are read where they are used alone, which is in few posts. The result is the same.
create or replace function post_additions(workspace bigint, post bigint) returns jsonb language sql stable
  begin atomic
    with kept as materialized (
      select post_endings(workspace, post) as value
    ), named as materialized (
      select post_names(workspace, post) as value
    ), endings as materialized (
      select coalesce(jsonb_object_agg(channel, ending - 'name') filter (where ending is not null), '{}') as value from (
        select channels.id::text as channel,
          case when open.id is null then (select value from kept) -> channels.id::text else open.ending end as ending
        from channels left join publications open on open.channel_id = channels.id
          and open.post_id = post and open.state in ('proposed', 'scheduled', 'publishing', 'stopped')
        where channels.workspace_id = workspace and channels.state <> 'disconnected') of_channels
      where not exists (select from posts join items on items.id = posts.root_id
        where posts.id = post and items.endings_off @> (ending -> 'snippet'))
    ), words as materialized (
      select post_parts(post)::text || endings.value::text || coalesce((
        select string_agg(options::text, '') from publications
        where post_id = post and state in ('proposed', 'scheduled')), '') as text
      from endings
    ), settings as materialized (
      select coalesce((select utm::text from link_settings where workspace_id = workspace and adds_utm), '') as utm
    )
    select jsonb_build_object('endings', endings.value, 'names', jsonb_strip_nulls(jsonb_build_object(
      'author', case when strpos(text, '{{') > 0 and strpos(text, 'author') > 0 then (select value from named) -> 'author' end,
      'workspace', case when strpos(text, '{{') > 0 and strpos(text, 'workspace') > 0 then (select value from named) -> 'workspace' end,
      'folder', case when strpos(utm, '{folder}') > 0 then (select value from named) -> 'folder' end,
      'campaign', case when strpos(utm, '{campaign}') > 0 then (select value from named) -> 'campaign' end)))
    from endings, words, settings;
  end;

-- One statement for all. By a list: the planner would read all transitions where it is set for many posts.
drop trigger transitions_keep_additions on transitions;
create or replace function keep_additions() returns trigger language plpgsql as $$
declare asked bigint[] := array(select id from inserted where state = 'pending');
begin
  if cardinality(asked) > 0 then
    update transitions set additions = additions_digest(post_additions(workspace_id, post_id)) where id = any(asked);
  end if;
  return null;
end $$;
create trigger transitions_keep_additions after insert on transitions
  referencing new table as inserted for each statement execute function keep_additions();

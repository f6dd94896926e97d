-- What is sent beside the written text of a post, and is approved with it: the names that are filled in, where the post uses them, and what
-- it ends with on each account. A decision names it by a digest, so that nothing is approved that nobody was shown.

-- The names count where the texts, or the UTM of links, can contain them: a text that only looks so is asked about once more.
create function post_additions(workspace bigint, post bigint) returns jsonb language sql stable
  begin atomic
    with kept as materialized (
      select post_endings(workspace, post) as endings, post_names(workspace, post) as names
    ), endings as materialized (
      select coalesce(jsonb_object_agg(channel, ending - 'name') filter (where ending is not null), '{}') as value from (
        select channels.id::text as channel,
          case when open.id is null then kept.endings -> channels.id::text else open.ending end as ending
        from kept cross join channels left join publications open on open.channel_id = channels.id
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
      'author', case when strpos(text, '{{') > 0 and strpos(text, 'author') > 0 then names -> 'author' end,
      'workspace', case when strpos(text, '{{') > 0 and strpos(text, 'workspace') > 0 then names -> 'workspace' end,
      'folder', case when strpos(utm, '{folder}') > 0 then names -> 'folder' end,
      'campaign', case when strpos(utm, '{campaign}') > 0 then names -> 'campaign' end)))
    from kept, endings, words, settings;
  end;

create function additions_digest(additions jsonb) returns bytea language sql immutable
  return sha256(convert_to(additions::text, 'UTF8'));

-- As they were when a decision was asked for: what a decision is of that names none.
alter table transitions add column additions bytea;

-- After the statement, which may change the text, too.
create function keep_additions() returns trigger language plpgsql as $$
begin
  update transitions set additions = additions_digest(post_additions(workspace_id, post_id)) where id = new.id;
  return null;
end $$;
create trigger transitions_keep_additions after insert on transitions
  for each row when (new.state = 'pending') execute function keep_additions();

update transitions set additions = additions_digest(post_additions(workspace_id, post_id)) where state = 'pending';

-- What a snippet adds at the end of posts on a channel, and the other texts of a post that comes again.
alter table items add column endings_off jsonb not null default '[]', add column variations jsonb not null default '[]';
alter table item_versions add column endings_off jsonb not null default '[]', add column variations jsonb not null default '[]';

-- Both are part of what is approved. Where a post has neither, its hash stays as it is.
create or replace function post_parts(post bigint) returns jsonb language sql stable
  begin atomic
    select coalesce(jsonb_agg(jsonb_build_object(
      'content', content, 'language', language, 'network_texts', network_texts, 'media', media)
      || case when endings_off = '[]' then '{}' else jsonb_build_object('endings_off', endings_off) end
      || case when variations = '[]' then '{}' else jsonb_build_object('variations', variations) end
      order by position), '[]')
    from items where post_id = post and not trashed;
  end;

-- One snippet at most ends the posts of a channel.
create table snippet_channels (
  channel_id bigint primary key references channels on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  snippet_id bigint not null references snippets on delete cascade
);
create index snippet_channels_by_snippet on snippet_channels (snippet_id);
create index snippet_channels_by_workspace on snippet_channels (workspace_id);

-- What an approval is of, by the ids of channels; null where there was none.
alter table posts add column approved_endings jsonb;
-- What a publication ends with: as it was when the publication was made, or when its post was approved before.
alter table publications add column ending jsonb;

-- Snippets as they are now, by the channels that they end.
create function current_endings(workspace bigint) returns jsonb language sql stable
  begin atomic
    select jsonb_object_agg(snippet_channels.channel_id::text, jsonb_build_object('snippet', snippets.id, 'name', snippets.name,
      'kind', kind, 'text', text, 'hashtags', hashtags, 'take', take))
    from snippet_channels join snippets on snippets.id = snippet_channels.snippet_id
    where snippet_channels.workspace_id = workspace;
  end;

-- What a post would end with, by the ids of channels: as approved where its approval stands.
create function post_endings(workspace bigint, post bigint) returns jsonb language sql stable
  begin atomic
    select coalesce(case
      when exists (select from posts where id = post and workspace_id = workspace
        and status in ('approved', 'published') and approved_hash = post_text_hash(post))
      then (select coalesce(approved_endings, '{}') from posts where id = post)
      else current_endings(workspace) end, '{}');
  end;

create function keep_approved_endings() returns trigger language plpgsql as $$
begin
  new.approved_endings := case when new.approved_hash is not null then current_endings(new.workspace_id) end;
  return new;
end $$;
-- By its name after posts_forget_approval, which takes an approval back.
create trigger posts_keep_endings before update of approved_hash, status on posts
  for each row when (new.approved_hash is distinct from old.approved_hash)
  execute function keep_approved_endings();

create function keep_ending() returns trigger language plpgsql as $$
begin
  new.ending := post_endings(new.workspace_id, new.post_id) -> new.channel_id::text;
  return new;
end $$;
create trigger publications_keep_ending before insert or update of channel_id on publications
  for each row when (new.post_id is not null) execute function keep_ending();

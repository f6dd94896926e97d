-- The texts that an item has for some networks instead of its content, by network.
alter table items add column network_texts jsonb not null default '{}';
alter table item_versions add column network_texts jsonb not null default '{}';

-- Whatever is published is approved with the rest. The hash of a post without such texts stays what it was.
create or replace function post_text_hash(post bigint) returns bytea language sql stable
  begin atomic
    select sha256(convert_to('[' || coalesce(to_json(min(description) filter (where position = 0))::text, 'null') || ','
      || string_agg(
        to_json(content)::text || case when network_texts = '{}' then '' else ':' || network_texts::text end,
        ',' order by position) || ']', 'UTF8'))
    from items where post_id = post;
  end;

create or replace function post_parts(post bigint) returns jsonb language sql stable
  begin atomic
    select coalesce(jsonb_agg(jsonb_build_object(
      'content', content, 'language', language, 'network_texts', network_texts) order by position), '[]')
    from items where post_id = post and not trashed;
  end;

-- A text for a network is found as the content is.
create or replace function keep_search_document() returns trigger language plpgsql as $$
declare
  texts constant text := case when new.network_texts = '{}' then new.content
    else (select string_agg(text, ' ') from (select new.content union all select value from jsonb_each_text(new.network_texts)) as texts (text)) end;
  made constant tsvector := search_document(coalesce(new.description, new.title), new.tags, texts);
begin
  if tg_op = 'INSERT' then
    insert into search_documents (item_id, workspace_id, document) values (new.id, new.workspace_id, made);
  else
    update search_documents set document = made where item_id = new.id;
  end if;
  perform learn_words(new.workspace_id, made);
  return null;
end $$;

drop trigger change_search_document on items;
create trigger change_search_document after update of content, description, tags, network_texts on items for each row
  when (old.content <> new.content or old.description is distinct from new.description or old.tags <> new.tags
    or old.network_texts <> new.network_texts)
  execute function keep_search_document();

-- A word is in the index with its workspace before it: of workspace 42 'eczotters'. Before, the index of words had those of all workspaces, and a search
-- read what the others have of a word, or read its whole workspace without the index.

drop trigger change_search_document on items;
drop trigger keep_search_document on items;
drop function keep_search_document();
drop function search_document(text, text[], text);
drop function words_to_spell(tsvector);

-- What stands before each word of a workspace, its number in letters, with a 'z' at its end; also a word of its own in each
-- document, by which all of them are found. With digits, the parser of PostgreSQL takes four times as long.
create function search_prefix(workspace bigint) returns text language sql immutable strict parallel safe
  return translate(workspace::text, '0123456789', 'abcdefghij') || 'z';

-- The words of a text (search_text), each with its workspace, and one space between them.
create function search_words(workspace bigint, given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  prefix constant text := search_prefix(workspace);
  words text := btrim(search_text(given));
begin
  if words = '' then return words; end if;
  if position('  ' in words) > 0 then
    -- Runs without spaces have one at either end: there are three at most.
    words := replace(replace(words, '  ', ' '), '  ', ' ');
  end if;
  return prefix || replace(words, ' ', ' ' || prefix);
end $$;

-- The title weighs most, then the tags, then the text; signs weigh nothing. What holds more different words than PostgreSQL can keep
-- of one text is found by those at its beginning.
create function search_document(workspace bigint, title text, tags text[], content text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  prefix constant text := search_prefix(workspace);
  tag_text constant text := array_to_string(tags, ' ');
  signs constant text[] := search_signs(concat_ws(' ', title, tag_text, content));
  head tsvector := setweight(to_tsvector('simple', search_words(workspace, title)), 'A')
    || setweight(to_tsvector('simple', search_words(workspace, tag_text)), 'B')
    || array_to_tsvector(array[prefix]);
begin
  if signs <> '{}' then
    head := head || array_to_tsvector(array(select prefix || sign from unnest(signs) sign));
  end if;
  -- Only a long text can fail, and to be ready for that has a price.
  if octet_length(content) < 100000 then
    return head || setweight(to_tsvector('simple', search_words(workspace, content)), 'C');
  end if;
  begin
    return head || setweight(to_tsvector('simple', search_words(workspace, content)), 'C');
  exception when program_limit_exceeded then
    return head || setweight(to_tsvector('simple', search_words(workspace, left(content, 20000))), 'C');
  end;
end $$;

-- What documents have whose item has all of these tags, and maybe others have.
create function tags_query(workspace bigint, tags text[]) returns tsquery language sql immutable strict parallel safe
  return (
    select string_agg(lexeme, ' & ') from (
      select quote_literal(search_prefix(workspace))
      union all
      select quote_literal(word) || ':B'
        from unnest(tsvector_to_array(to_tsvector('simple', search_words(workspace, array_to_string(tags, ' '))))) word
      union all
      select quote_literal(search_prefix(workspace) || sign) from unnest(search_signs(array_to_string(tags, ' '))) sign
    ) words (lexeme))::tsquery;

-- Texts for networks and alt texts are found as the content is.
create function item_document(item items) returns tsvector language plpgsql stable parallel safe as $$
declare
  texts constant text := case when item.network_texts = '{}' and item.media = '[]' then item.content
    else (select string_agg(text, ' ') from (
      select item.content
      union all select value from jsonb_each_text(item.network_texts)
      union all select entry ->> 'alt' from jsonb_array_elements(item.media) entry) as texts (text)) end;
begin
  return search_document(item.workspace_id, coalesce(item.description, item.title), item.tags, texts);
end $$;

-- What is in the trash has no document: whatever matches is found.
create function keep_search_document() returns trigger language plpgsql as $$
begin
  if new.trashed then
    delete from search_documents where item_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update search_documents set document = item_document(new) where item_id = new.id;
  end if;
  if tg_op = 'INSERT' or not found then
    insert into search_documents (item_id, workspace_id, created_at, document)
      values (new.id, new.workspace_id, new.created_at, item_document(new));
  end if;
  insert into search_unlearned (workspace_id, item_id) values (new.workspace_id, new.id);
  return null;
end $$;

create trigger keep_search_document after insert on items for each row execute function keep_search_document();
create trigger change_search_document after update of content, description, tags, network_texts, media, trashed on items for each row
  when (old.content <> new.content or old.description is distinct from new.description or old.tags <> new.tags
    or old.network_texts <> new.network_texts or old.media <> new.media or old.trashed <> new.trashed)
  execute function keep_search_document();

create function words_to_spell(workspace bigint, document tsvector) returns setof text language sql immutable parallel safe
  begin atomic
    select word from (
      select substr(lexeme, length(search_prefix(workspace)) + 1) as word from unnest(tsvector_to_array(document)) lexeme) known
    where length(word) between 4 and 40 and word !~ '[0-9]';
  end;

drop index search_documents_by_word, search_documents_by_workspace;
truncate search_documents;
-- What most searches are ordered by.
alter table search_documents add column created_at timestamptz not null;
insert into search_documents (item_id, workspace_id, created_at, document)
  select id, workspace_id, created_at, item_document(items) from items where not trashed;
create index search_documents_by_word on search_documents using gin (document);
-- For the words of a whole workspace, which are forgotten at night.
create index search_documents_by_workspace on search_documents (workspace_id);

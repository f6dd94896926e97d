-- A post is found by its variations as well: they are texts of it, which an evergreen folder publishes in turn. A test compares the fields
-- of a post with what is searched.
create or replace function item_document(item items) returns tsvector language plpgsql stable parallel safe as $$
declare
  texts constant text := case when item.network_texts = '{}' and item.media = '[]' and item.variations = '[]' then item.content
    else (select string_agg(text, ' ') from (
      select item.content
      union all select value from jsonb_each_text(item.network_texts)
      union all select entry ->> 'alt' from jsonb_array_elements(item.media) entry
      union all select value from jsonb_array_elements_text(item.variations)) as texts (text)) end;
begin
  return search_document(item.workspace_id, coalesce(item.description, item.title), item.tags, texts);
end $$;

drop trigger change_search_document on items;
create trigger change_search_document
  after update of content, description, tags, network_texts, media, variations, trashed on items for each row
  when (old.content <> new.content or old.description is distinct from new.description or old.tags <> new.tags
    or old.network_texts <> new.network_texts or old.media <> new.media or old.variations <> new.variations
    or old.trashed <> new.trashed)
  execute function keep_search_document();

with changed as (
  update search_documents set document = item_document(items) from items
  where item_id = items.id and items.variations <> '[]' returning search_documents.workspace_id, item_id)
insert into search_unlearned (workspace_id, item_id) select workspace_id, item_id from changed;

-- In a small workspace its documents are read: the index of words has those of all workspaces.
create index search_documents_by_workspace on search_documents (workspace_id);

-- Texts whose words are not in the vocabulary yet: they are learnt in batches, since it takes as long to look up each word as to
-- write the rest of the document.
-- Nothing is unique, so that no save waits for whoever learns: an item may be here twice, or be gone.
create table search_unlearned (
  workspace_id bigint not null,
  item_id bigint not null
);
create index search_unlearned_by_workspace on search_unlearned (workspace_id);

create or replace function keep_search_document() returns trigger language plpgsql as $$
declare
  texts constant text := case when new.network_texts = '{}' and new.media = '[]' then new.content
    else (select string_agg(text, ' ') from (
      select new.content
      union all select value from jsonb_each_text(new.network_texts)
      union all select entry ->> 'alt' from jsonb_array_elements(new.media) entry) as texts (text)) end;
  made constant tsvector := search_document(coalesce(new.description, new.title), new.tags, texts);
begin
  if tg_op = 'INSERT' then
    insert into search_documents (item_id, workspace_id, document) values (new.id, new.workspace_id, made);
  else
    update search_documents set document = made where item_id = new.id;
  end if;
  insert into search_unlearned (workspace_id, item_id) values (new.workspace_id, new.id);
  return null;
end $$;

drop function learn_words(bigint, tsvector);

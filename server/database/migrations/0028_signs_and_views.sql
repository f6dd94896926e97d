-- Emoji and other signs are no words: a search for one read all texts of its workspace. They are in the index as they are, in
-- lower case. ASCII and punctuation are not, which nearly every text has.

create function search_signs(given text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  sign constant text := '[^\u0001-\u007f[:alnum:][:space:][:punct:]]';
  folded text;
begin
  if octet_length(given) = length(given) or given collate "und-x-icu" !~ sign then return '{}'; end if;
  folded := lower(given collate "und-x-icu");
  -- More different signs are nobody's text.
  return array(
    select matched.signs[1] from regexp_matches(folded, sign, 'g') with ordinality matched (signs, place)
    group by 1 order by min(place) limit 1000);
end $$;

-- The title weighs most, then the tags, then the text; signs weigh nothing. What holds more different words than PostgreSQL can keep
-- of one text is found by those at its beginning.
create or replace function search_document(title text, tags text[], content text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  head constant tsvector := setweight(to_tsvector('simple', search_text(title)), 'A')
    || setweight(to_tsvector('simple', search_text(array_to_string(tags, ' '))), 'B')
    || array_to_tsvector(search_signs(concat_ws(' ', title, array_to_string(tags, ' '), content)));
begin
  -- Only a long text can fail, and to be ready for that has a price.
  if octet_length(content) < 100000 then
    return head || setweight(to_tsvector('simple', search_text(content)), 'C');
  end if;
  begin
    return head || setweight(to_tsvector('simple', search_text(content)), 'C');
  exception when program_limit_exceeded then
    return head || setweight(to_tsvector('simple', search_text(left(content, 20000))), 'C');
  end;
end $$;

update search_documents set document = document || array_to_tsvector(signs)
  from items cross join lateral search_signs(concat_ws(' ', coalesce(description, title), array_to_string(tags, ' '), content,
    nullif(network_texts::text, '{}'), nullif(media::text, '[]'))) signs
  where items.id = item_id and signs <> '{}';

-- The order by views.
create index items_by_views on items (workspace_id, view_count desc, id desc) where not trashed;

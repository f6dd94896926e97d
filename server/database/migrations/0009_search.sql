-- What searches read. Beside `items` and not in it: its index is touched only when a text changes, and lists stay narrow.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;

-- A text as words with spaces between them, as server/features/search/words.ts folds what is searched for: lower case, without
-- accents and punctuation. In scripts that are written without spaces every pair of neighbours is a word ('東京都' is
-- '東 東京 京都 都'), so that any part of a text can be found as a phrase of pairs.
create function search_text(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- Accents, vowel points, and the signs of Indic and South-East Asian scripts that are no letters to PostgreSQL's parser.
  marks constant text := '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f'
    '\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u094d\u0951-\u0954\u09bc\u09cd\u09fe\u0a3c\u0a4d\u0abc\u0acd\u0afa-\u0aff\u0b3c\u0b4d\u0b55'
    '\u0bcd\u0c04\u0c3c\u0c4d\u0cbc\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e47-\u0e4c\u0e4e\u0eba\u0ec8-\u0ecc\u0ece\u1037\u1039\u103a\u17b4\u17b5\u17c9-\u17d3\u17dd'
    '\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+';
  -- Thai and Lao, Burmese, Khmer, kana, bopomofo, Han, Hangul.
  spaceless constant text := '\u0e01-\u0e4d\u0e81-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17c8\u3005-\u3007\u3041-\u3096'
    '\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U000323af';
  -- Signs that are no letters, marks among them: a longer run of them is nobody's text, and takes minutes to bring into order.
  signs constant text := '([^[:alnum:][:space:][:punct:]]{30})[^[:alnum:][:space:][:punct:]]+';
  folded text := given;
begin
  if octet_length(given) = length(given) then
    return regexp_replace(lower(given), '[^a-z0-9]+', ' ', 'g');
  end if;
  if length(given) > 1000 then
    folded := regexp_replace(given collate "und-x-icu", signs, '\1', 'g');
  end if;
  folded := regexp_replace(lower(normalize(folded, nfkd) collate "und-x-icu"), marks, '', 'g');
  folded := translate(replace(replace(replace(normalize(folded, nfc), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđħŧıςð', 'oldhtiσd');
  -- Its own locale, whatever the database's is.
  folded := regexp_replace(folded collate "und-x-icu", '[^[:alnum:]\u0900-\u0963\u0966-\u0dff' || spaceless || ']+', ' ', 'g');
  if folded ~ ('[' || spaceless || ']') then
    folded := regexp_replace(folded, '[' || spaceless || ']+', ' \& ', 'g');
    folded := regexp_replace(folded, '[' || spaceless || ']', '\& \&', 'g');
  end if;
  return folded;
end $$;

-- The title weighs most, then the tags, then the text. What holds more different words than PostgreSQL can keep of one text
-- is found by those at its beginning.
create function search_document(title text, tags text[], content text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  head constant tsvector := setweight(to_tsvector('simple', search_text(title)), 'A')
    || setweight(to_tsvector('simple', search_text(array_to_string(tags, ' '))), 'B');
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

create table search_documents (
  item_id bigint primary key references items on delete cascade,
  -- The item's, and gone with it.
  workspace_id bigint not null,
  document tsvector not null
);

create index search_documents_by_word on search_documents using gin (workspace_id, document);

-- The words of a workspace's texts that can be misspelt: what is found in no text is looked up here for its likes. Nothing is
-- unique, so that no save waits for another one that has the same new word; a word may be here twice, or longer than its text.
create table search_vocabulary (
  workspace_id bigint not null references workspaces on delete cascade,
  word text collate "C" not null
);

create index search_vocabulary_by_word on search_vocabulary (workspace_id, word);
create index search_vocabulary_by_likeness on search_vocabulary using gin (workspace_id, word gin_trgm_ops);

create function words_to_spell(document tsvector) returns setof text language sql immutable parallel safe
  begin atomic
    select word from unnest(tsvector_to_array(document)) word where length(word) between 4 and 40 and word !~ '[0-9]';
  end;

-- Each word is looked up by the index, one by one: a plan that was made while the table was empty would read all of it later.
create function learn_words(workspace bigint, document tsvector) returns void language plpgsql
  set enable_seqscan = off as $$
begin
  insert into search_vocabulary (workspace_id, word)
    select workspace, fresh from words_to_spell(document) fresh
    where (select true from search_vocabulary where workspace_id = workspace and word = fresh limit 1) is null;
end $$;

create function keep_search_document() returns trigger language plpgsql as $$
declare
  made constant tsvector := search_document(coalesce(new.description, new.title), new.tags, new.content);
begin
  if tg_op = 'INSERT' then
    insert into search_documents (item_id, workspace_id, document) values (new.id, new.workspace_id, made);
  else
    update search_documents set document = made where item_id = new.id;
  end if;
  perform learn_words(new.workspace_id, made);
  return null;
end $$;

create trigger keep_search_document after insert on items for each row execute function keep_search_document();
create trigger change_search_document after update of content, description, tags on items for each row
  when (old.content <> new.content or old.description is distinct from new.description or old.tags <> new.tags)
  execute function keep_search_document();

insert into search_documents (item_id, workspace_id, document)
  select id, workspace_id, search_document(coalesce(description, title), tags, content) from items;
insert into search_vocabulary (workspace_id, word)
  select distinct workspace_id, word from search_documents, words_to_spell(document) word;

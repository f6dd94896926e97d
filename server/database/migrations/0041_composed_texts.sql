-- Texts are composed (NFC) on the way in: contract/http/marks.ts. Those of before are composed here, once, so that each comparison
-- is one of bytes, and no index needs a second form. Few are not: each table is read once, and only these rows are written.
-- What was sent, versions and the audit log stay as they were written.

-- A run of marks that is no text takes minutes to bring into order, and stays as it is.
create function composed(given text) returns text language sql immutable strict parallel safe
  return case
    when octet_length(given) = length(given) then given
    when length(given) > 30 and given collate "und-x-icu" ~ '[^[:alnum:][:space:][:punct:]]{31}' then given
    else normalize(given, nfc) end;

-- A mark behind an escape sequence of the JSON, as of a line break, would be composed with its letter: a control character, which
-- JSON does not contain, keeps them apart.
create function pg_temp.composed(given jsonb) returns jsonb language sql immutable strict
  return replace(composed(regexp_replace(given::text, '\\(u.{4}|.)', '\&' || chr(1), 'g')), chr(1), '')::jsonb;

-- Tags are saved with their post: without what a tag cannot contain any more, and each once.
create function pg_temp.tidied(tags text[]) returns text[] language sql immutable strict
  begin atomic
    select coalesce(array_agg(tag order by n), '{}') from (
      select tag, min(n) as n from unnest(tags) with ordinality given (text, n), lateral (
        select composed(btrim(regexp_replace(regexp_replace(text, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]', '', 'g'),
          '[\u0001-\u001f\u007f-\u009f\u2028\u2029]|\s{2,}', ' ', 'g'))) as tag) as tidy
      where tag <> '' group by tag) as tags;
  end;

create temp table decomposed_items on commit drop as
  select id, post_id from items
  where composed(content) <> content or composed(description) <> description
    or pg_temp.composed(network_texts) <> network_texts or pg_temp.composed(media) <> media;
-- The same text to every reader: what is approved, or unchanged since it was scheduled, stays so (as in 0032).
create temp table approved_texts on commit drop as
  select id from posts where id in (select post_id from decomposed_items) and approved_hash = post_text_hash(id);
create temp table unchanged_texts on commit drop as
  select id from publications
  where post_id in (select post_id from decomposed_items) and state <> 'cancelled' and text_hash = post_text_hash(post_id);

update items set content = composed(content), description = composed(description),
  network_texts = pg_temp.composed(network_texts), media = pg_temp.composed(media)
  where id in (select id from decomposed_items);
update posts set approved_hash = post_text_hash(id) where id in (select id from approved_texts);
update transitions set approved_hash = posts.approved_hash from posts
  where posts.id = transitions.post_id and posts.id in (select id from approved_texts)
    and transitions.id = (select max(id) from transitions last where last.post_id = posts.id and last.state = 'approved');
update publications set text_hash = post_text_hash(post_id) where id in (select id from unchanged_texts);

-- The same text on a channel is found however it is composed.
create or replace function publication_text_key(text jsonb, network text) returns bytea language sql stable
  return sha256(convert_to((
    select string_agg(composed(regexp_replace(lower(coalesce(part -> 'network_texts' ->> network, part ->> 'content')), '\s+', ' ', 'g')), E'\n' order by position)
    from jsonb_array_elements(text) with ordinality parts (part, position)), 'UTF8'));
update publications set text_key = publication_text_key(text, (select network from channels where id = channel_id))
  where due_at > now() - interval '31 days' and pg_temp.composed(text) <> text;

update items set tags = pg_temp.tidied(tags) where tags <> '{}' and pg_temp.tidied(tags) <> tags;
update media_files set tags = pg_temp.tidied(tags) where tags <> '{}' and pg_temp.tidied(tags) <> tags;
update media_files set name = composed(name), alt = composed(alt) where composed(name) <> name or composed(alt) <> alt;
update folders set name = composed(name), description = composed(description)
  where composed(name) <> name or composed(description) <> description;
update comments set text = composed(text) where composed(text) <> text;
update transitions set comment = composed(comment) where composed(comment) <> comment;
update day_notes set text = composed(text) where composed(text) <> text;
update users set name = composed(name) where composed(name) <> name;
update workspaces set name = composed(name) where composed(name) <> name;
update channels set name = composed(name), handle = composed(handle) where composed(name) <> name or composed(handle) <> handle;
-- Sets that look alike keep their names.
update channel_sets set name = composed(name) where composed(name) <> name and (workspace_id, lower(composed(name))) not in (
  select workspace_id, lower(composed(name)) from channel_sets group by 1, 2 having count(*) > 1);

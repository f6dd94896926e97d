-- The mentions of a text, the first 100: contract/content/mentions.ts refuses more. One expression without counted repetitions finds
-- them: counted ones within each other took a millisecond for each mention. What is behind a backslash is none.
create or replace function mentions_in(content text) returns table (name text, handles jsonb) language sql immutable
  begin atomic
    select split_part(inside, '|', 1), (
      select jsonb_object_agg(split_part(entry, ':', 1), substr(entry, strpos(entry, ':') + 1))
      from unnest((string_to_array(inside, '|'))[2:]) entry)
    from (
      select substr(found[1], 4, length(found[1]) - 5) as inside
      from regexp_matches(left(content, 100000), '\\?\{\{@[^{}\\]*\}\}', 'g') found
      where found[1] not like '\\%' limit 100) mention
    where length(split_part(inside, '|', 1)) between 1 and 80
      and cardinality(string_to_array(inside, '|')) between 2 and 21
      and not exists (
        select from unnest((string_to_array(inside, '|'))[2:]) entry
        where entry !~ '^[a-z]+:[^\s]+$' or strpos(entry, ':') > 21 or length(entry) - strpos(entry, ':') > 250);
  end;

-- A statement that writes many texts learns 1,000 people, which is all that is kept, and costs no more for what is known already.
create or replace function learn_mentions() returns trigger language plpgsql as $$
declare
  oldest timestamptz;
begin
  select mentioned_at into oldest from mentioned_people where workspace_id = new.workspace_id
    order by mentioned_at desc offset 999 limit 1;
  if oldest = now() then return null; end if;
  insert into mentioned_people (workspace_id, key, name, handles)
    -- In one order, so that two posts that name the same people do not wait for each other.
    select distinct on (lower(name)) new.workspace_id, lower(name), name, handles
    from mentions_in(new.content) mention
    where not exists (
      select from mentioned_people known
      where known.workspace_id = new.workspace_id and known.key = lower(mention.name) and known.handles @> mention.handles)
    order by lower(name), handles::text
  on conflict (workspace_id, key) do update set name = excluded.name,
    handles = mentioned_people.handles || excluded.handles, mentioned_at = now()
    where not mentioned_people.handles @> excluded.handles;
  if found then
    delete from mentioned_people where workspace_id = new.workspace_id and mentioned_at < (
      select mentioned_at from mentioned_people where workspace_id = new.workspace_id
      order by mentioned_at desc offset 999 limit 1);
  end if;
  return null;
end $$;

-- Whether a post may have comments or publications. Lists show both, and most posts have neither: those are not looked up. It says
-- 'maybe' and never goes back: only false is relied on.
alter table items add column has_activity boolean not null default false;
update items set has_activity = true
  where post_id in (select post_id from comments union select post_id from publications);

create function note_activity() returns trigger language plpgsql as $$
begin
  update items set has_activity = true
    where post_id in (select post_id from added) and not has_activity;
  return null;
end $$;

create trigger comments_note_activity after insert on comments referencing new table as added
  for each statement execute function note_activity();
create trigger publications_note_activity after insert on publications referencing new table as added
  for each statement execute function note_activity();

-- An item that joins a post may find some there. One that begins in a post is written with the flag.
create function expect_activity() returns trigger language plpgsql as $$
begin
  new.has_activity := true;
  return new;
end $$;

create trigger items_expect_activity before update of post_id on items for each row
  when (new.post_id <> old.post_id and not new.has_activity) execute function expect_activity();

-- A copy of an evergreen post that nobody was asked about is approved by the approval of its source: its publications
-- stay tied to that text. Where the source was deleted, its id is gone and the hash stays.
alter table publications add column source_id bigint references posts on delete set null, add column source_hash bytea,
  -- The approval of the source was taken back while it had this text, or the source was archived.
  add column source_withdrawn boolean not null default false;
create index publications_by_source on publications (source_id) where source_id is not null;

-- A review that asks for another account takes nothing back: as in 0106. Deferred, because the items are written after
-- the post.
create function withdraw_source() returns trigger language plpgsql as $$
begin
  update publications set source_withdrawn = case
      when posts.status in ('approved', 'published')
        then source_withdrawn and source_hash <> post_text_hash(posts.id)
      when posts.status = 'review' and exists (select from publications proposed
        where proposed.post_id = posts.id and proposed.state = 'proposed') then source_withdrawn
      else source_withdrawn or posts.status = 'archived' or source_hash = post_text_hash(posts.id) end
    from posts
    where posts.id = new.id and publications.source_id = posts.id and publications.workspace_id = posts.workspace_id
      and publications.state in ('scheduled', 'publishing', 'stopped');
  return null;
end $$;
create constraint trigger posts_withdraw_source after update of status on posts
  deferrable initially deferred
  for each row when (old.status <> new.status) execute function withdraw_source();

-- A copy that a person approves has an approval of its own.
create function end_source() returns trigger language plpgsql as $$
begin
  update publications set source_id = null, source_hash = null, source_withdrawn = false
    where post_id = new.id and workspace_id = new.workspace_id and source_hash is not null;
  return null;
end $$;
create trigger posts_end_source after update of approved_hash on posts
  for each row when (new.approved_hash is distinct from old.approved_hash and new.approved_hash is not null)
  execute function end_source();

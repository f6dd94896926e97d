-- An approval that was taken back, or a rejection, of the very text that is scheduled: changing the text afterwards does
-- not bring it back. Deferred, because the items are written after the post.
alter table publications add withdrawn boolean not null default false;
create function withdraw_approval() returns trigger language plpgsql as $$
begin
  update publications set withdrawn = posts.status not in ('approved', 'published')
    from posts
    where posts.id = new.id and publications.post_id = posts.id and publications.workspace_id = posts.workspace_id
      and publications.state in ('scheduled', 'publishing', 'stopped') and publications.approved
      and publications.text_hash = post_text_hash(posts.id);
  return null;
end $$;
create constraint trigger posts_withdraw_approval after update of status on posts
  deferrable initially deferred
  for each row when (old.status <> new.status and (old.status in ('review', 'approved', 'published') or new.status in ('approved', 'archived')))
  execute function withdraw_approval();

-- Decisions keep the hash that they approved: the one of a standing approval was computed anew (0032).
update transitions set approved_hash = posts.approved_hash from posts
  where posts.id = transitions.post_id and posts.approved_hash is not null
    and transitions.id = (select max(id) from transitions last where last.post_id = posts.id and last.state = 'approved');

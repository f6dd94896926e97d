-- An approved post that is proposed for another account goes into review again: the approval of its text stands for what
-- is scheduled by it, until that review ends.
alter table publications add approval_kept boolean not null default false;

create or replace function withdraw_approval() returns trigger language plpgsql as $$
begin
  update publications set withdrawn = posts.status not in ('approved', 'published')
      and not (posts.status = 'review' and approval_kept)
    from posts
    where posts.id = new.id and publications.post_id = posts.id and publications.workspace_id = posts.workspace_id
      and publications.state in ('scheduled', 'publishing', 'stopped') and publications.approved
      and publications.text_hash = post_text_hash(posts.id);
  return null;
end $$;

create function end_kept_approvals() returns trigger language plpgsql as $$
begin
  update publications set approval_kept = false
    where post_id = new.id and workspace_id = new.workspace_id and approval_kept;
  return null;
end $$;
create trigger posts_end_kept_approvals after update of status on posts
  for each row when (old.status = 'review' and new.status <> 'review')
  execute function end_kept_approvals();

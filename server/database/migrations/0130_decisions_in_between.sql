-- What is done with a proposal afterwards is approved with it: where that changes, the review is asked for anew, as where its
-- account, time or options do (0032). Not while it is being proposed.
create function renew_review_of_afterwards() returns trigger language plpgsql as $$
begin
  with ended as (
    update transitions set state = 'done'
    from publications
    where publications.id = new.publication_id and publications.state = 'proposed'
      and transitions.post_id = publications.post_id and transitions.workspace_id = publications.workspace_id
      and transitions.state = 'pending' and transitions.created_at < now()
    returning transitions.workspace_id, transitions.post_id, from_state, target_state, comment, user_id
  )
  insert into transitions (workspace_id, post_id, from_state, target_state, comment, state, user_id)
    select workspace_id, post_id, from_state, target_state, comment, 'pending', user_id from ended;
  return null;
end $$;
create trigger afterwards_add_to_proposal after insert on afterwards
  for each row when (new.state = 'waiting') execute function renew_review_of_afterwards();
create trigger afterwards_change_proposal after update of state on afterwards
  for each row when (old.state <> new.state and 'waiting' in (old.state, new.state))
  execute function renew_review_of_afterwards();

-- A changed text that was rejected, or archived, is not sent in place of the approved one that was scheduled (0106): nothing
-- that was approved is left of it.
create or replace function withdraw_approval() returns trigger language plpgsql as $$
begin
  update publications set withdrawn = posts.status not in ('approved', 'published')
      and not (posts.status = 'review' and approval_kept)
    from posts
    where posts.id = new.id and publications.post_id = posts.id and publications.workspace_id = posts.workspace_id
      and publications.state in ('scheduled', 'publishing', 'stopped') and publications.approved
      and (publications.text_hash = post_text_hash(posts.id)
        or (old.status = 'review' or new.status = 'archived') and posts.status not in ('review', 'approved', 'published'));
  return null;
end $$;

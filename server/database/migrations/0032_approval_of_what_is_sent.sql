-- An approval covers everything that is sent of a post: `post_parts` says what that is, and the hash is of it. The
-- language was not part of it. What is approved, or unchanged since it was scheduled, stays so.
create temp table standing on commit drop as
  select id from posts where approved_hash = post_text_hash(id) and status in ('approved', 'published');
create temp table unchanged on commit drop as
  select id from publications where post_id is not null and state <> 'cancelled' and text_hash = post_text_hash(post_id);

create or replace function post_text_hash(post bigint) returns bytea language sql stable
  begin atomic
    select sha256(convert_to(
      coalesce(to_json(min(description) filter (where position = 0))::text, 'null') || post_parts(post)::text, 'UTF8'))
    from items where post_id = post;
  end;

update posts set approved_hash = null where approved_hash is not null and id not in (select id from standing);
update posts set approved_hash = post_text_hash(id) where id in (select id from standing);
update publications set text_hash = post_text_hash(post_id) where id in (select id from unchanged);

-- Whoever takes a post back from approved takes its approval back, by whatever way.
create function forget_approval() returns trigger language plpgsql as $$
begin
  new.approved_hash := null;
  return new;
end $$;
create trigger posts_forget_approval before update of status on posts
  for each row when (old.status in ('approved', 'published') and new.status not in ('approved', 'published'))
  execute function forget_approval();

-- A decision is of what was asked for: where the accounts, times or options of a proposal change, the review is asked
-- for anew, and whoever decides by the former request is told.
create function renew_review() returns trigger language plpgsql as $$
begin
  with former as (
    update transitions set state = 'done'
    where post_id = coalesce(new.post_id, old.post_id) and state = 'pending'
    returning workspace_id, post_id, from_state, target_state, comment, user_id
  )
  insert into transitions (workspace_id, post_id, from_state, target_state, comment, state, user_id)
    select workspace_id, post_id, from_state, target_state, comment, 'pending', user_id from former;
  return null;
end $$;
create trigger publications_add_proposal after insert on publications
  for each row when (new.state = 'proposed') execute function renew_review();
create trigger publications_change_proposal after update of state, due_at, options, channel_id on publications
  for each row when (old.state = 'proposed' and new.state in ('proposed', 'cancelled')
    and (old.state, old.due_at, old.options, old.channel_id) is distinct from (new.state, new.due_at, new.options, new.channel_id))
  execute function renew_review();

-- A draft is saved without a lock where nobody has the one of its content, and nothing of it is scheduled: a change of what is scheduled
-- may cover it, or not. Whoever schedules it has that lock; each statement in here sees what was committed before it.
create function takes_unlocked_save(content_lock bigint, post bigint) returns boolean language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock_shared(content_lock) then return false; end if;
  return not exists (select from publications where post_id = post
    and state in ('proposed', 'scheduled', 'publishing', 'stopped'));
end $$;

-- Who left and is a member again is not still there: what their edits covered ended when they left.
create or replace function is_still_there(principal bigint) returns boolean stable language sql
begin atomic
  with recursive bounds as (
    select principals.* from principals where id = principal
    union select principals.* from bounds join principals on principals.id in (bounds.through, bounds.maker)
  )
  select count(person_id) > 0 and bool_and(bounds.kind not in ('member', 'service') or exists (
    select from memberships where memberships.workspace_id = bounds.workspace_id and user_id = person_id
      and created_at <= bounds.since))
  from bounds;
end;

-- A member is one since they joined, also where this transaction began before, or a clock was put back.
create or replace function renew_principals(workspace bigint) returns void language plpgsql as $$
declare
  are_persons boolean;
begin
  if not exists (select from workspaces where id = workspace) then return; end if;
  -- Each sees what the one before has committed. It is the last lock that a transaction takes.
  perform pg_advisory_xact_lock(hashtext('principals'), hashint8(workspace));
  foreach are_persons in array array[true, false] loop
    update principals known set until = greatest(clock_timestamp(), since)
    where workspace_id = workspace and until is null and (kind in ('member', 'service')) = are_persons and not exists (
      select from principals_due due where (due.workspace_id, due.kind, due.subject_id) = (workspace, known.kind, known.subject_id)
        and (due.through, due.maker, due.version, due.approves, due.publishes)
          is not distinct from (known.through, known.maker, known.version, known.approves, known.publishes));
    insert into principals (workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version, since)
    select workspace_id, kind, subject_id, person_id, through, maker, approves, publishes, version,
      greatest(now(), (select created_at from memberships
        where memberships.workspace_id = workspace and user_id = person_id)) from principals_due due
    where workspace_id = workspace and (kind in ('member', 'service')) = are_persons and not exists (
      select from principals known where (known.workspace_id, known.kind, known.subject_id) = (workspace, due.kind, due.subject_id)
        and until is null);
  end loop;
end $$;

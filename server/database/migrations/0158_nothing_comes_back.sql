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

-- What waits is sent with the names that its last approval saw: those with which it was scheduled may be the reason why it was approved anew.
-- So is what stopped before it began. What has begun has its names in its parts, until it is frozen anew.
create function take_approved_names() returns trigger language plpgsql as $$
begin
  update publications set names = seen.names
    from (
      select publication_id as id, from_approval as approval from approved where because = 'copy'
      union all
      select publications.id, approved.id from approved join publications on publications.post_id = approved.post_id
        where approved.publication_id is null) given
      join approvals seen on seen.id = given.approval
    where publications.id = given.id and seen.names is not null and publications.names is distinct from seen.names
      and (state = 'scheduled' or state = 'stopped'
        and not exists (select from publication_parts where publication_parts.publication_id = publications.id));
  return null;
end $$;
create trigger approvals_give_names after insert on approvals
  referencing new table as approved for each statement execute function take_approved_names();

-- What waits is sent with the names that its last approval saw: those with which it was scheduled may be the reason why it was approved anew.
create function take_approved_names() returns trigger language plpgsql as $$
begin
  update publications set names = seen.names
    from approved join approvals seen on seen.id = approved.from_approval
    where publications.id = approved.publication_id and approved.because in ('review', 'copy')
      and publications.state = 'scheduled' and seen.names is not null
      and publications.names is distinct from seen.names;
  return null;
end $$;
create trigger approvals_give_names after insert on approvals
  referencing new table as approved for each statement execute function take_approved_names();

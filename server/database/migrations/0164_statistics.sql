-- What earlier migrations have filled has no statistics until PostgreSQL looks after a minute: to find the approvals of a post, all
-- those of texts were read.
do $$ begin
  -- An empty table that was analyzed is taken for one that stays empty.
  if exists (select from approvals) then analyze approvals; end if;
  if exists (select from principals) then analyze principals; end if;
  if exists (select from provenance) then analyze provenance; end if;
  if exists (select from events) then analyze events; end if;
end $$;

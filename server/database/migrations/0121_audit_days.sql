-- Entries of the audit log by day in UTC, action and person: the summary need not read a million of them. A job adds
-- days up when they are over; those from `until` on are counted from the log.
create table audit_days (
  workspace_id bigint not null,
  day date not null,
  action text not null,
  user_id bigint,
  entries bigint not null,
  unique nulls not distinct (workspace_id, day, action, user_id)
);
-- At most one row.
create table audit_counted (
  id boolean primary key default true check (id),
  until date
);
create index audit_log_by_time on audit_log using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- Adds up the next day, if it is before `before`. Returns whether there was one. Who archives or forgets waits.
create function count_audit_day(before date) returns boolean language plpgsql as $$
declare
  next date;
begin
  select coalesce(until, (select min((created_at at time zone 'UTC')::date) from audit_log)) into next
    from audit_counted for update;
  if next is null or next >= before then
    return false;
  end if;
  insert into audit_days
    select workspace_id, next, action, user_id, count(*) from audit_log
    where created_at >= next::timestamp at time zone 'UTC' and created_at < (next + 1)::timestamp at time zone 'UTC'
    group by 1, 3, 4;
  update audit_counted set until = next + 1;
  return true;
end $$;

-- Entries are archived, and people are forgotten.
create function forget_audit_days() returns trigger language plpgsql as $$
begin
  insert into audit_days as days
    select workspace_id, (created_at at time zone 'UTC')::date, action, user_id, -count(*) from former
    where created_at < (select until::timestamp at time zone 'UTC' from audit_counted for share) group by 1, 2, 3, 4
    on conflict (workspace_id, day, action, user_id) do update set entries = days.entries + excluded.entries;
  return null;
end $$;
create function change_audit_days() returns trigger language plpgsql as $$
begin
  insert into audit_days as days
    select workspace_id, (created_at at time zone 'UTC')::date, action, user_id, count(*) from written
    where created_at < (select until::timestamp at time zone 'UTC' from audit_counted for share) group by 1, 2, 3, 4
    on conflict (workspace_id, day, action, user_id) do update set entries = days.entries + excluded.entries;
  return null;
end $$;
create trigger audit_log_forget after delete on audit_log
  referencing old table as former for each statement execute function forget_audit_days();
create trigger audit_log_change_before after update on audit_log
  referencing old table as former for each statement execute function forget_audit_days();
create trigger audit_log_change_after after update on audit_log
  referencing new table as written for each statement execute function change_audit_days();

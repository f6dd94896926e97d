-- Who did what. No foreign keys: an entry outlives all that it speaks of.

create table audit_log (
  id bigint generated always as identity primary key,
  workspace_id bigint not null,
  user_id bigint,
  action text not null,
  object_type text not null,
  object_id bigint not null,
  content_item bigint,
  ip_address inet,
  -- By field: {"before": …, "after": …}.
  changes jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index audit_log_by_workspace on audit_log (workspace_id, id);
create index audit_log_by_item on audit_log (content_item, id) where content_item is not null;

create function audit_log_is_final() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'audit entries can be neither changed nor deleted';
end $$;

create trigger audit_log_is_final before update or delete on audit_log
  for each row execute function audit_log_is_final();
create trigger audit_log_is_kept before truncate on audit_log
  for each statement execute function audit_log_is_final();

-- What members have told the owner of the writing assistant: each cause once a day of the workspace.
create table assistant_alerts (
  workspace_id bigint not null references workspaces on delete cascade,
  -- One of contract/people/assistant-causes.ts.
  cause text not null check (length(cause) <= 40),
  day date not null,
  told_by bigint references users on delete set null,
  told_at timestamptz not null,
  primary key (workspace_id, cause)
);
create index assistant_alerts_by_person on assistant_alerts (told_by) where told_by is not null;

-- Why someone is notified, where the kind does not say it.
alter table notifications add column cause text check (length(cause) <= 40);

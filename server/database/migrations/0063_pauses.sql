-- All publishing of a workspace is paused: what is due until its end is held, and waits for a decision after it.
create table pauses (
  workspace_id bigint primary key references workspaces on delete cascade,
  reason text not null check (length(reason) between 1 and 200),
  paused_at timestamptz not null default now(),
  paused_by bigint references users on delete set null,
  -- Null: until somebody resumes.
  ends_at timestamptz,
  -- Who ended it before its time.
  resumed_by bigint references users on delete set null
);

-- Who takes care of a post: one member at a time.
create table assignments (
  post_id bigint primary key references posts on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null,
  assigned_by bigint references users on delete set null,
  assigned_at timestamptz not null default now(),
  -- Whoever leaves the workspace is assigned nothing.
  foreign key (user_id, workspace_id) references memberships on delete cascade
);
create index assignments_by_member on assignments (user_id, workspace_id);
create index assignments_by_workspace on assignments (workspace_id);
create index assignments_by_assigner on assignments (assigned_by) where assigned_by is not null;

-- Lists show it, looked up where there is activity.
create trigger assignments_note_activity after insert on assignments referencing new table as added
  for each statement execute function note_activity();

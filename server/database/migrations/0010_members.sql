-- A workspace is a team's: who was invited to it, and its rules.

alter table workspaces add column authors_may_not_approve boolean not null default false;

-- There is one owner; handing over makes another one in one statement or in a transaction.
create unique index memberships_owner on memberships (workspace_id) where role = 'owner';

-- The link of an invitation follows from its id and the server's secret: nothing here opens it.
create table invitations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  -- Null where whoever has the link may accept.
  email text check (length(email) between 3 and 254),
  role text not null check (role in ('admin', 'editor', 'approver', 'viewer')),
  invited_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint references users on delete set null,
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null)
);

create index invitations_by_workspace on invitations (workspace_id, id);
-- An address has one open invitation to a workspace.
create unique index invitations_open on invitations (workspace_id, lower(email))
  where accepted_at is null and revoked_at is null;

-- People, their workspaces and their sessions.

create table users (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 254),
  name text not null check (btrim(name) <> ''),
  password_hash text not null,
  created_at timestamptz not null default now()
);

-- An address is kept as typed and compared without regard to case.
create unique index users_email_key on users (lower(email));

create table workspaces (
  id bigint generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  created_at timestamptz not null default now()
);

create table memberships (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'approver', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (user_id, workspace_id)
);

create index memberships_by_workspace on memberships (workspace_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  refresh_hash bytea not null unique check (length(refresh_hash) = 32),
  user_agent text,
  ip_address inet,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (expires_at > created_at)
);

create index sessions_by_user on sessions (user_id);
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;

-- Every process keeps the sessions just revoked and the memberships in use in memory; these tell them of changes.
create function announce_revoked_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_revoked', new.id::text);
  return null;
end $$;

create trigger sessions_announce_revoked after update of revoked_at on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function announce_revoked_session();

create function announce_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('membership_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;

create trigger memberships_announce after insert or update or delete on memberships
  for each row execute function announce_membership();

-- Attempts in the present window, by what they are counted for (an account, an address). Shared by all processes.
create table rate_limits (
  key text primary key,
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null
);

-- Keys of programs, and the accounts that programs act as.

-- A service account is a member like a person, but nobody signs in to it and no mail reaches it.
alter table users add column kind text not null default 'person' check (kind in ('person', 'service'));
alter table users add constraint users_service_has_no_sign_in
  check (kind = 'person' or (email is null and password_hash is null and pending_email is null));

create table api_keys (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  -- Whom it acts as.
  user_id bigint not null references users on delete cascade,
  created_by bigint references users on delete set null,
  name text not null check (btrim(name) <> ''),
  -- What finds it, and what proves it: an HMAC of the whole key.
  lookup text not null unique check (lookup ~ '^[0-9A-Za-z]{8}$'),
  hash bytea not null check (length(hash) = 32),
  -- The key before it was rolled, which is valid for a while.
  old_lookup text unique check (old_lookup ~ '^[0-9A-Za-z]{8}$'),
  old_hash bytea check (length(old_hash) = 32),
  old_until timestamptz,
  rolled_by bigint references users on delete set null,
  scopes text[] not null check (cardinality(scopes) > 0
    and scopes <@ array['read', 'write', 'review', 'publish', 'channels', 'members', 'audit']),
  drafts_only boolean not null,
  -- Null: all of them. An id of what was deleted since stays, so that no key ever gets more.
  folders bigint[] check (cardinality(folders) > 0),
  channels bigint[] check (cardinality(channels) > 0),
  addresses cidr[] check (cardinality(addresses) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_ip inet,
  last_used_agent text,
  check ((old_lookup is null) = (old_hash is null) and (old_lookup is null) = (old_until is null)),
  check (not drafts_only or not scopes && array['review', 'publish', 'channels', 'members'])
);
create index api_keys_by_workspace on api_keys (workspace_id, id);
create index api_keys_by_user on api_keys (user_id, workspace_id);
create index api_keys_by_maker on api_keys (created_by) where created_by is not null;
create index api_keys_by_roller on api_keys (rolled_by) where rolled_by is not null;

-- A key ends with the membership that it acts by, and does not come back with another one.
create function end_keys_of_member() returns trigger language plpgsql as $$
begin
  update api_keys set revoked_at = now()
  where user_id = old.user_id and workspace_id = old.workspace_id and revoked_at is null;
  return null;
end $$;
create trigger memberships_end_keys after delete on memberships
  for each row execute function end_keys_of_member();

-- Written by a key that may not publish, whatever its owner may: such a text is not sent unseen.
alter table item_versions add column by_limited_key boolean not null default false;

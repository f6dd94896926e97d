-- The roads back in, messages of visitors, and the end of an account.

-- X gives neither an address nor a password; who has no address signs in with X, who has a password has an address.
alter table users alter column email drop not null;
alter table users alter column password_hash drop not null;
alter table users add constraint users_password_needs_email check (password_hash is null or email is not null);
-- Closed by its owner: nobody signs in to it any more, and a job erases it.
alter table users add column closed_at timestamptz;

-- Who somebody is at a provider of sign-in.
create table identities (
  provider text not null check (provider in ('twitter')),
  subject text not null check (btrim(subject) <> ''),
  user_id bigint not null references users on delete cascade,
  username text,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  -- An account is linked with one of each.
  unique (user_id, provider)
);

-- A link to set a new password: good once, for an hour.
create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index password_resets_by_user on password_resets (user_id);

create table contact_messages (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  ip_address inet,
  created_at timestamptz not null default now()
);

create index sessions_expired on sessions (expires_at);
create index rate_limits_over on rate_limits (window_ends_at);

-- Entries stay for ever as they were written; but a person who left must not be found in them. This function is the one
-- exception: it takes away who and where from, and what the entries of their own workspaces and about themselves said.
create or replace function audit_log_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('postfolio.forgetting', true) = 'on' then
    return new;
  end if;
  raise exception using errcode = 'insufficient_privilege', message = 'audit entries can be neither changed nor deleted';
end $$;

create function forget_person(person bigint, workspaces bigint[]) returns void language plpgsql as $$
begin
  perform set_config('postfolio.forgetting', 'on', true);
  update audit_log set user_id = nullif(user_id, person), ip_address = null,
    changes = case object_type when 'user' then '{}' else changes end
    where user_id = person or (object_type = 'user' and object_id = person);
  update audit_log set changes = '{}' where workspace_id = any(workspaces) and changes <> '{}';
  perform set_config('postfolio.forgetting', 'off', true);
end $$;

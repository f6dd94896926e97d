-- Apps that a person let into a workspace: each is one more kind of key, which has tokens of an hour in
-- place of a secret of its own.

alter table api_keys add column kind text not null default 'key' check (kind in ('key', 'app'));
alter table api_keys alter column lookup drop not null, alter column hash drop not null;
alter table api_keys add constraint api_keys_secret
  check ((kind = 'key') = (lookup is not null) and (lookup is null) = (hash is null)
    and (kind = 'key' or old_lookup is null));

create index api_keys_apps_by_end on api_keys (expires_at) where kind = 'app' and last_used_at is null;

-- Clients that are not built in: of a document at the address that is their id, or registered.
create table app_clients (
  client_id text primary key check (length(client_id) between 1 and 500),
  kind text not null check (kind in ('document', 'registered')),
  name text not null,
  -- The host of the page that a registration names: it proves nothing.
  claimed_host text,
  redirects text[] not null,
  -- Why its document cannot be used.
  failure text,
  created_at timestamptz not null default now(),
  -- A document is fetched again then; a registration that nobody used ends then.
  valid_until timestamptz not null,
  check (kind = 'document' or failure is null)
);
create index app_clients_by_end on app_clients (valid_until);

create table app_grants (
  key_id bigint primary key references api_keys on delete cascade,
  client_id text not null,
  -- Where it comes from, or says that it does.
  host text,
  is_confirmed boolean not null,
  -- A program in a terminal, which asked by a code.
  is_terminal boolean not null,
  -- What its tokens are for: only there are they valid.
  resource text not null check (resource in ('mcp', 'api')),
  -- The request that was allowed: once.
  request bytea not null unique check (length(request) = 16)
);

-- What an app gets for a consent, and exchanges for tokens once.
create table app_codes (
  hash bytea primary key check (length(hash) = 32),
  key_id bigint not null references api_keys on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index app_codes_by_key on app_codes (key_id);
create index app_codes_by_end on app_codes (expires_at);

create table app_tokens (
  id bigint generated always as identity primary key,
  key_id bigint not null references api_keys on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  lookup text not null unique check (lookup ~ '^[0-9A-Za-z]{8}$'),
  hash bytea not null check (length(hash) = 32),
  expires_at timestamptz not null,
  -- A refresh token is used once; another use ends the grant.
  used_at timestamptz,
  check (kind = 'refresh' or used_at is null)
);
create index app_tokens_by_key on app_tokens (key_id);
create index app_tokens_by_end on app_tokens (expires_at);

-- Programs without a browser, which wait until a person enters their code.
create table app_devices (
  id bigint generated always as identity primary key,
  device_hash bytea not null unique check (length(device_hash) = 32),
  user_hash bytea not null unique check (length(user_hash) = 32),
  client_id text not null,
  -- What it says it runs on.
  name text not null,
  resource text not null check (resource in ('mcp', 'api')),
  scopes text[] not null,
  expires_at timestamptz not null,
  interval_seconds integer not null,
  polled_at timestamptz,
  denied_at timestamptz,
  used_at timestamptz,
  key_id bigint references api_keys on delete cascade
);
create index app_devices_by_key on app_devices (key_id) where key_id is not null;
create index app_devices_by_end on app_devices (expires_at);

-- The answers of requests with an Idempotency-Key, sealed: some contain a secret that is shown once.
create table request_answers (
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- 0: a person in a browser.
  api_key_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null check (length(request_hash) = 32),
  -- Null while the first request runs. A process that died leaves it so until the lease ends.
  answer text check (length(answer) <= 4000000),
  leased_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id, api_key_id, key)
);
create index request_answers_by_age on request_answers (created_at);
create index request_answers_by_user on request_answers (user_id);

-- What all processes of a database agree on, and what a backup brings along beside the tables.

-- One row: by the digest a process with another secret is told so at its start, instead of refusing everybody's tokens.
create table instance (
  one boolean primary key default true check (one),
  -- Only where the settings name none: the first process made it.
  secret text check (length(secret) >= 32),
  secret_digest bytea not null check (length(secret_digest) = 32)
);

-- Work that was still to be done when a backup was made: the first start after it was restored puts it into its queue.
create table restored_jobs (
  id uuid primary key,
  name text not null,
  data jsonb,
  start_after timestamptz not null
);

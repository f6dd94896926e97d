-- What is purged by its age. The attempts of what is not over stay.
create index publication_attempts_by_age on publication_attempts (began_at);
create index contact_messages_by_age on contact_messages (created_at);
create index invitations_by_age on invitations (created_at);

-- Entries of the audit log that a command has written to a file and deleted. The digest of each contains the one before, so
-- that the files prove what they say, and that none is missing.
create table audit_archives (
  id bigint generated always as identity primary key,
  last_entry bigint not null,
  entries integer not null check (entries > 0),
  -- Of the lines of the file; its first line has the digest before.
  digest bytea not null check (length(digest) = 32),
  created_at timestamptz not null default now()
);

create or replace function audit_log_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('postfolio.forgetting', true) = 'on' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('postfolio.archiving', true) = 'on' then
    return old;
  end if;
  raise exception using errcode = 'insufficient_privilege', message = 'audit entries can be neither changed nor deleted';
end $$;

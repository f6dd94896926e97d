-- Which installation this database is of. A restored backup is another installation than its original, and at rest until it takes over.

-- One row, which the first start creates.
create table installation (
  one boolean primary key default true check (one),
  -- The folder or the bucket of the files carries it: another installation writes and deletes nothing there.
  id uuid not null default gen_random_uuid(),
  -- Whether a folder carries it: then a process with another, empty folder would not see the files.
  has_folder boolean not null default false,
  -- While it is at rest: when it was restored, and the time of the backup.
  restored_at timestamptz,
  backup_at timestamptz,
  constraint installation_rests check ((restored_at is null) = (backup_at is null))
);

create function announce_installation() returns trigger language plpgsql as $$
begin
  perform pg_notify('postfolio_installation', '');
  return null;
end $$;
create trigger installation_announced after update on installation
  for each row execute function announce_installation();

-- The time of the backup that a publication was restored from: the original may have published it since.
alter table publications add copied_at timestamptz;

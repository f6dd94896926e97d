-- Folders that were deleted with more posts than one transaction takes to the trash. From the deletion on these posts
-- count as trashed (server/database/live-posts.ts), and a job takes them to the trash in batches. A row stays until its
-- folder is empty; it says who has deleted the folder.
create table deleted_folders (
  id bigint primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint references users on delete set null,
  api_key_id bigint,
  ip_address inet,
  deleted_at timestamptz not null default now()
);
create index deleted_folders_by_workspace on deleted_folders (workspace_id);
create index deleted_folders_by_user on deleted_folders (user_id) where user_id is not null;

-- A post may outlive its folder by that. What comes into a folder, also from the trash, needs it as before: the folder is
-- locked against its deletion until the transaction ends.
alter table posts drop constraint posts_workspace_id_folder_id_fkey;
create function posts_come_into_folders() returns trigger language plpgsql as $$
begin
  perform from folders where workspace_id = new.workspace_id and id = new.folder_id for key share;
  if not found then
    raise foreign_key_violation using table = 'posts', constraint = 'posts_workspace_id_folder_id_fkey',
      message = 'a post comes into a folder that does not exist', detail = 'The folder is ' || new.folder_id || '.';
  end if;
  return null;
end $$;
create trigger posts_need_a_folder after insert on posts
  for each row when (new.folder_id is not null) execute function posts_come_into_folders();
create trigger posts_still_need_a_folder after update of folder_id, deleted_at on posts
  for each row when (new.folder_id is not null
    and (new.folder_id is distinct from old.folder_id or new.deleted_at is null and old.deleted_at is not null))
  execute function posts_come_into_folders();

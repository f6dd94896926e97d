-- The folder in which the publish dialog offers a channel set first.
alter table channel_sets add column folder_id bigint;
alter table channel_sets add foreign key (workspace_id, folder_id)
  references folders (workspace_id, id) on delete set null (folder_id);
create index channel_sets_folder on channel_sets (folder_id);

-- The picture of a channel's account, made small; its hash is in its address.
create table channel_pictures (
  channel_id bigint primary key,
  workspace_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  bytes bytea not null check (length(bytes) between 1 and 65536),
  foreign key (workspace_id, channel_id) references channels (workspace_id, id) on delete cascade
);
create index channel_pictures_hash on channel_pictures (workspace_id, hash);

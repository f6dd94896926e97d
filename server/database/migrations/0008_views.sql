-- Whether a version is of what stood alone or was its thread's root: only such a version knows the description.
alter table item_versions add column is_head boolean not null default true;
update item_versions set is_head = false from items
  where items.id = item_versions.item_id and items.thread_root <> items.id and item_versions.description is null;

-- How often an item was viewed, by days in UTC, for what is viewed most of late.
create table item_views (
  item_id bigint not null references items on delete cascade,
  day date not null,
  count integer not null check (count > 0),
  primary key (item_id, day)
);

create index item_views_by_day on item_views (day);

-- When somebody viewed an item last: at most one view an hour counts.
create table item_viewers (
  item_id bigint not null references items on delete cascade,
  user_id bigint not null references users on delete cascade,
  counted_at timestamptz not null default now(),
  primary key (item_id, user_id)
);

create index item_viewers_by_user on item_viewers (user_id);

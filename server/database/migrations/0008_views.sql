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

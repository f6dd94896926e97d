-- What became of what was published: figures that are read from the networks (docs/domain.md, 'Figures').

-- When a published part is read next. A row for each part whose post is known at the network.
create table reading_plans (
  publication_id bigint not null,
  position integer not null,
  channel_id bigint not null references channels on delete cascade,
  -- Null once it is not read any more.
  next_at timestamptz,
  -- Since when the network does not have it; it is gone when it is still absent a day later.
  missing_since timestamptz,
  gone_at timestamptz,
  primary key (publication_id, position),
  foreign key (publication_id, position) references publication_parts on delete cascade
);
create index reading_plans_due on reading_plans (channel_id, next_at) where next_at is not null;

-- What a network said of a part at one time. Null is not 0: the network did not say it.
create table readings (
  publication_id bigint not null,
  position integer not null,
  read_at timestamptz not null,
  views bigint,
  reach bigint,
  reactions bigint,
  comments bigint,
  shares bigint,
  saves bigint,
  link_clicks bigint,
  profile_visits bigint,
  follows bigint,
  video_views bigint,
  watch_seconds bigint,
  primary key (publication_id, position, read_at),
  foreign key (publication_id, position) references publication_parts on delete cascade
);

-- The figures of a publication as a whole: now, and at the ages at which posts are compared.
create table publication_figures (
  publication_id bigint primary key references publications on delete cascade,
  read_at timestamptz not null,
  latest jsonb not null,
  after_day jsonb,
  after_week jsonb,
  after_four_weeks jsonb
);

-- The account of a channel at the end of a day in UTC.
create table channel_days (
  channel_id bigint not null references channels on delete cascade,
  day date not null,
  followers bigint,
  posts bigint,
  primary key (channel_id, day)
);

-- Reading a channel: which process does, and what holds it up. Publishing goes on without it.
create table channel_readings (
  channel_id bigint primary key references channels on delete cascade,
  leased_until timestamptz,
  paused_until timestamptz,
  failures integer not null default 0,
  -- The network asks for a permission that the connection does not have.
  lacks_permission boolean not null default false
);

-- A part is read an hour after it was published for the first time. One whose id was reported by a person
-- as its address, or not at all, cannot be.
create function plan_readings() returns trigger language plpgsql as $$
begin
  if new.remote_id <> 'confirmed' and new.remote_id is distinct from new.url then
    insert into reading_plans (publication_id, position, channel_id, next_at)
      values (new.publication_id, new.position, new.channel_id, new.sent_at + interval '1 hour')
      on conflict (publication_id, position) do nothing;
  end if;
  return null;
end $$;
create trigger publication_parts_plan_readings after update of sent_at on publication_parts
  for each row when (new.sent_at is not null and old.sent_at is null) execute function plan_readings();

-- A connection that was made again may have what the former one lacked.
create function read_again() returns trigger language plpgsql as $$
begin
  delete from channel_readings where channel_id = new.id;
  return null;
end $$;
create trigger channels_read_again after update of generation on channels
  for each row when (new.generation <> old.generation) execute function read_again();

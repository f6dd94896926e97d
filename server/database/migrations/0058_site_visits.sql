-- Visits on sites of a workspace that came by its short links (docs/analytics.md).

-- The hosts of the sites, with those below them; none: nothing is measured there.
alter table link_settings add column site_hosts text[] not null default '{}';
create index link_settings_site_hosts on link_settings using gin (site_hosts);

-- What the servers of these sites prove themselves by.
create table site_secrets (
  workspace_id bigint primary key references workspaces on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  created_by bigint references users on delete set null
);
create index site_secrets_created_by on site_secrets (created_by);

-- Visits that the redirect gave a click id, for 60 days. Their hour alone: none is told to be one of link_visits.
create table site_visits (
  click uuid primary key,
  link_id bigint not null references tracked_links on delete cascade,
  hour timestamptz not null,
  -- How long a page was visible and focused; null: nothing has measured it.
  seconds integer,
  -- How often it was measured, and how many conversions there were.
  times integer not null default 0,
  conversions integer not null default 0
);
create index site_visits_link on site_visits (link_id);
create index site_visits_hour on site_visits (hour);

-- What was sent of a visit, so that it counts once, as long as the visit is kept.
create table site_events (
  click uuid not null references site_visits on delete cascade,
  id text not null,
  -- The name of a conversion; null: a time.
  name text,
  primary key (click, id)
);

-- Sums by the hour of the visit, whenever something happened on it.
create table site_hours (
  link_id bigint not null references tracked_links on delete cascade,
  hour timestamptz not null,
  workspace_id bigint not null references workspaces on delete cascade,
  visits bigint not null default 0,
  -- Visits with a time, and their seconds.
  measured bigint not null default 0,
  seconds bigint not null default 0,
  -- Visits with a conversion, all conversions, and what they were worth.
  converted bigint not null default 0,
  conversions bigint not null default 0,
  value numeric not null default 0,
  primary key (link_id, hour)
);
create index site_hours_workspace on site_hours (workspace_id, hour);

-- The same of each name of a conversion.
create table site_conversions (
  link_id bigint not null references tracked_links on delete cascade,
  hour timestamptz not null,
  name text not null,
  workspace_id bigint not null references workspaces on delete cascade,
  converted bigint not null,
  conversions bigint not null,
  value numeric not null,
  primary key (link_id, hour, name)
);
create index site_conversions_workspace on site_conversions (workspace_id, hour);

-- The names that a workspace has sent; more than some are counted as 'other'.
create table conversion_names (
  workspace_id bigint not null references workspaces on delete cascade,
  name text not null,
  primary key (workspace_id, name)
);

-- Processes remember which links lead to these hosts.
create function announce_site_hosts() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_hosts', '');
  return null;
end $$;
create trigger link_settings_announce after update of site_hosts on link_settings
  for each row when (new.site_hosts <> old.site_hosts) execute function announce_site_hosts();
create trigger link_settings_announce_first after insert on link_settings
  for each row when (new.site_hosts <> '{}') execute function announce_site_hosts();

-- Short links of ours, and who follows them, without personal data (docs/analytics.md).

create table tracked_links (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  code text not null unique check (code ~ '^[1-9A-HJ-NP-Za-km-z]{7}$'),
  -- Where it leads.
  target text not null check (target ~* '^https?://'),
  -- The address in the text that it stands for; of a link made by hand, the one that was given.
  address text not null,
  name text,
  is_manual boolean not null,
  -- Where it is used; it goes on leading there without its publication.
  publication_id bigint references publications on delete set null,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by bigint references users on delete set null,
  -- All of them, as link_hours sums them up.
  visits bigint not null default 0,
  visitors bigint not null default 0,
  bots bigint not null default 0,
  last_visit_at timestamptz
);
create index tracked_links_workspace on tracked_links (workspace_id, id);
create unique index tracked_links_publication on tracked_links (publication_id, md5(address));
create index tracked_links_created_by on tracked_links (created_by);
create index tracked_links_ended_by on tracked_links (ended_by);

-- Single visits, for 60 days.
create table link_visits (
  link_id bigint not null references tracked_links on delete cascade,
  visited_at timestamptz not null,
  -- A keyed hash with the salt of the day; null for who asks not to be tracked, and for bots.
  visitor bytea,
  is_bot boolean not null,
  -- The host alone; empty where there was none.
  referrer text not null,
  device text not null
);
create index link_visits_visitor on link_visits (link_id, visitor) where visitor is not null;
create index link_visits_visited on link_visits (visited_at);

-- Visits by hour. A visitor counts in the hour of the first visit of a day in UTC, so that hours add up to days.
create table link_hours (
  link_id bigint not null references tracked_links on delete cascade,
  hour timestamptz not null,
  workspace_id bigint not null references workspaces on delete cascade,
  visits bigint not null,
  visitors bigint not null,
  bots bigint not null,
  primary key (link_id, hour)
);
create index link_hours_workspace on link_hours (workspace_id, hour);

-- Where the visits of a day in UTC came from, without those of bots.
create table link_sources (
  link_id bigint not null references tracked_links on delete cascade,
  day date not null,
  referrer text not null,
  device text not null,
  visits bigint not null,
  primary key (link_id, day, referrer, device)
);

-- The salt of the visitors of a day in UTC: without it, nobody can find a visitor again.
create table visit_salts (
  day date primary key,
  salt bytea not null
);

-- Processes remember where links lead.
create function announce_link() returns trigger language plpgsql as $$
begin
  perform pg_notify('link', new.code);
  return null;
end $$;
create trigger tracked_links_announce after update of target, ended_at on tracked_links
  for each row when (new.target <> old.target or new.ended_at is distinct from old.ended_at)
  execute function announce_link();

-- What was done to a link.
create index audit_log_links on audit_log (object_id, id) where object_type = 'link';

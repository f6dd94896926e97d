-- Visits of a workspace by hour and account, and their sources by day: of a year, thousands of rows instead of millions.
-- Hours, so that days begin in the zone of the workspace. 0 is no account.
create table link_totals (
  workspace_id bigint not null references workspaces on delete cascade,
  hour timestamptz not null,
  channel_id bigint not null,
  visits bigint not null,
  visitors bigint not null,
  bots bigint not null,
  primary key (workspace_id, hour, channel_id)
);
create table source_totals (
  workspace_id bigint not null references workspaces on delete cascade,
  day date not null,
  channel_id bigint not null,
  kind text not null check (kind in ('referrer', 'device')),
  name text not null,
  visits bigint not null,
  primary key (workspace_id, day, channel_id, kind, name)
);

-- What is written is added to the sums in the same transaction. Processes would lock the same rows in another order:
-- they come one after the other, until they commit.
create function add_up_links() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('link totals', 0));
  insert into link_totals as totals
    select written.workspace_id, hour, coalesce(channel_id, 0), sum(written.visits), sum(written.visitors), sum(written.bots)
    from written join tracked_links link on link.id = link_id left join publications on publications.id = publication_id
    group by 1, 2, 3
    on conflict (workspace_id, hour, channel_id) do update set visits = totals.visits + excluded.visits,
      visitors = totals.visitors + excluded.visitors, bots = totals.bots + excluded.bots;
  return null;
end $$;
create function change_link_totals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('link totals', 0));
  update link_totals set visits = link_totals.visits + added.visits, visitors = link_totals.visitors + added.visitors,
      bots = link_totals.bots + added.bots
    from (select written.workspace_id, written.hour, coalesce(channel_id, 0) as channel,
        sum(written.visits - former.visits) as visits, sum(written.visitors - former.visitors) as visitors,
        sum(written.bots - former.bots) as bots
      from written join former using (link_id, hour) join tracked_links link on link.id = link_id
      left join publications on publications.id = publication_id group by 1, 2, 3) added
    where link_totals.workspace_id = added.workspace_id and link_totals.hour = added.hour and channel_id = channel;
  return null;
end $$;
create trigger link_hours_add_up after insert on link_hours
  referencing new table as written for each statement execute function add_up_links();
create trigger link_hours_change after update on link_hours
  referencing old table as former new table as written for each statement execute function change_link_totals();

create function add_up_sources() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('link totals', 0));
  insert into source_totals as totals
    select link.workspace_id, day, coalesce(channel_id, 0), source.kind, source.name, sum(written.visits)
    from written join tracked_links link on link.id = link_id left join publications on publications.id = publication_id
    cross join lateral (values ('referrer', referrer), ('device', device)) source (kind, name)
    group by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, channel_id, kind, name) do update set visits = totals.visits + excluded.visits;
  return null;
end $$;
create function change_source_totals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('link totals', 0));
  update source_totals set visits = source_totals.visits + added.visits
    from (select link.workspace_id, written.day, coalesce(channel_id, 0) as channel, source.kind, source.name,
        sum(written.visits - former.visits) as visits
      from written join former using (link_id, day, referrer, device) join tracked_links link on link.id = link_id
      left join publications on publications.id = publication_id
      cross join lateral (values ('referrer', written.referrer), ('device', written.device)) source (kind, name)
      group by 1, 2, 3, 4, 5) added
    where source_totals.workspace_id = added.workspace_id and source_totals.day = added.day and channel_id = channel
      and source_totals.kind = added.kind and source_totals.name = added.name;
  return null;
end $$;
create trigger link_sources_add_up after insert on link_sources
  referencing new table as written for each statement execute function add_up_sources();
create trigger link_sources_change after update on link_sources
  referencing old table as former new table as written for each statement execute function change_source_totals();

insert into link_totals
  select link_hours.workspace_id, hour, coalesce(channel_id, 0), sum(link_hours.visits), sum(link_hours.visitors), sum(link_hours.bots)
  from link_hours join tracked_links link on link.id = link_id left join publications on publications.id = publication_id
  group by 1, 2, 3;
insert into source_totals
  select workspace_id, day, channel, source.kind, source.name, sum(visits)
  from (select link.workspace_id, day, coalesce(channel_id, 0) as channel, referrer, device, sum(link_sources.visits) as visits
    from link_sources join tracked_links link on link.id = link_id left join publications on publications.id = publication_id
    group by 1, 2, 3, 4, 5) summed
  cross join lateral (values ('referrer', referrer), ('device', device)) source (kind, name)
  group by 1, 2, 3, 4, 5;

-- The list of links sums those of a period: it need not read their rows.
drop index link_hours_workspace;
create index link_hours_workspace on link_hours (workspace_id, hour) include (link_id, visits, visitors, bots);

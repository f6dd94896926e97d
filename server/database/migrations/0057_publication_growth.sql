-- How the counts of publications grow: computed when a reading is stored, so that the days of a range are sums of it.

-- By how much per second a count grows faster or slower from an instant on. The growth between two readings of a part is
-- spread evenly over the time between them; before it was sent it had nothing. Null where the network did not say it.
create table publication_growth (
  publication_id bigint primary key,
  at timestamptz[] not null default '{}',
  views float8[] not null default '{}',
  -- Of all parts, less our own replies to them.
  engagements float8[] not null default '{}',
  -- Those of parts whose views are counted.
  viewed float8[] not null default '{}'
);

-- A number that falls and rises again is counted once.
create function growth_of(ids bigint[]) returns setof publication_growth language sql stable as $$
  with parts as (
    select publication_id, position, sent_at,
      position < max(position) over (partition by publication_id) as has_reply
    from publication_parts where publication_id = any(ids)
  ), counted as (
    select publication_id, position, sent_at, read_at, views is not null as is_viewed,
      case when position = 0 then views end as views,
      case when coalesce(reactions, comments, shares, saves) is not null
        then coalesce(reactions, 0) + coalesce(shares, 0) + coalesce(saves, 0)
          + greatest(coalesce(comments, 0) - has_reply::integer, 0) end as engagements
    from parts join readings using (publication_id, position)
  ), steps as (
    select publication_id, is_viewed, read_at,
      least(lag(read_at, 1, sent_at) over before, read_at - interval '1 second') as since,
      case when views is not null then greatest(views - coalesce(max(views) over before, 0), 0) end as views,
      case when engagements is not null
        then greatest(engagements - coalesce(max(engagements) over before, 0), 0) end as engagements
    from counted
    window before as (partition by publication_id, position order by read_at
      rows between unbounded preceding and 1 preceding)
  ), changes as (
    select publication_id, change.at, sum(sign * views / seconds) as views,
      sum(sign * engagements / seconds) as engagements,
      sum(sign * engagements / seconds) filter (where is_viewed) as viewed
    from steps cross join lateral (select extract(epoch from read_at - since)::float8 as seconds) took
      cross join lateral (values (1, since), (-1, read_at)) change (sign, at)
    group by publication_id, change.at
  )
  select publication_id, array_agg(at order by at), array_agg(views order by at),
    array_agg(engagements order by at), array_agg(viewed order by at)
  from changes group by publication_id
$$;

create function grow_publications() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  -- Locked in order, before they are computed: of two who store readings of a publication at one time, the second one sees
  -- what the first one stored.
  with locked as (
    insert into publication_growth (publication_id) select distinct publication_id from stored order by publication_id
      on conflict (publication_id) do update set publication_id = excluded.publication_id
      returning publication_id
  )
  select array_agg(publication_id) into ids from locked;
  update publication_growth set at = computed.at, views = computed.views, engagements = computed.engagements,
    viewed = computed.viewed
  from growth_of(ids) computed where publication_growth.publication_id = computed.publication_id;
  return null;
end $$;
-- A trigger, because older processes store readings, too.
create trigger readings_grow after insert on readings referencing new table as stored
  for each statement execute function grow_publications();

insert into publication_growth
  select growth.* from growth_of(array(select id from publications where published_at is not null)) growth;

-- At the end: until it is committed, nobody publishes.
alter table publication_growth add foreign key (publication_id) references publications on delete cascade;

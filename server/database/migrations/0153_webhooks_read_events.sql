-- Webhooks read the log of events (decision 95): each endpoint is told of what happens from the event on at which it was
-- switched on.
alter table webhooks add column since_seq bigint not null default 0;

-- As before; `place`: of the event in the log, null for what is told by itself, and `at`: when it happened.
drop function add_webhook_event(bigint, text, bigint, jsonb, bigint, bigint);
create function add_webhook_event(workspace bigint, kind text, subject bigint, about jsonb, folder bigint, channel bigint,
  place bigint default null, at timestamptz default now())
returns void language plpgsql as $$
declare
  wanted bigint[];
  event bigint;
begin
  -- One that is being deleted is told of nothing: a delivery could not refer to it.
  wanted := array(select id from webhooks
    where workspace_id = workspace and state <> 'off' and kind = any(types) and (place is null or since_seq < place)
      and (folders is null or folder is null or folder = any(folders))
      and (channels is null or channel is null or channel = any(channels))
    order by id for key share);
  if wanted = '{}' then
    return;
  end if;
  -- Texts are saved while they are written: changes within a moment are one event. Whoever wants to know joins one that
  -- others are already told of: a post may have come into a folder, and an endpoint been added, since then.
  insert into webhook_events as told (workspace_id, type, subject_id, about, occurred_at, due_at)
  values (workspace, kind, subject, about, at,
    now() + case kind when 'post.updated' then interval '10 seconds' else interval '0' end)
  on conflict (subject_id) where type = 'post.updated' and taken_at is null
    do update set occurred_at = told.occurred_at
  returning id into event;
  insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at)
  select workspace, hook, event, 'infinity' from unnest(wanted) hook
  on conflict (webhook_id, event_id) do nothing;
end $$;

-- From here on the log tells webhooks. What was written before is there.
drop trigger posts_tell_webhooks on posts;
drop trigger posts_changed_tell_webhooks on posts;
drop trigger posts_gone_tell_webhooks on posts;
drop trigger items_tell_webhooks on items;
drop trigger items_added_tell_webhooks on items;
drop trigger transitions_tell_webhooks on transitions;
drop trigger transitions_decided_tell_webhooks on transitions;
drop trigger publications_added_tell_webhooks on publications;
drop trigger publications_tell_webhooks on publications;
drop trigger channels_added_tell_webhooks on channels;
drop trigger channels_tell_webhooks on channels;
drop trigger comments_tell_webhooks on comments;
drop trigger media_files_tell_webhooks on media_files;
drop trigger memberships_tell_webhooks on memberships;
drop trigger publication_figures_tell_webhooks on publication_figures;
drop function webhooks_see_new_posts, webhooks_see_changed_posts, webhooks_see_gone_posts, webhooks_see_items,
  webhooks_see_new_items, webhooks_see_transitions, webhooks_see_publications, webhooks_see_channels,
  webhooks_see_comments, webhooks_see_files, webhooks_see_members, webhooks_see_figures;

-- What these triggers have told is read; rules read on where they are.
with sealed as materialized (select greatest(coalesce((select max(seq) from events), 0),
  coalesce((select seq from event_readers where name = 'sealer'), 0)) as last),
next as materialized (select id, row_number() over (order by id) as place from events where seq is null)
update events set seq = last + place from next, sealed where events.id = next.id;
insert into event_readers (name, seq) select name, greatest(coalesce((select max(seq) from events), 0),
  coalesce((select seq from event_readers where event_readers.name = 'sealer'), 0))
from unnest('{sealer,webhooks}'::text[]) name where exists (select from workspaces)
on conflict (name) do update set seq = excluded.seq;
update webhooks set since_seq = coalesce((select seq from event_readers where name = 'webhooks'), 0);

-- Where what an event says was when it was read: null where that has no folder or account, and 0 where it
-- is in none. `gone` is sent in its place to endpoints that are limited to others by then.
alter table webhook_events add column folder bigint, add column channel bigint,
  add column gone text check (octet_length(gone) <= 1000);
-- Whether that was sent at last.
alter table webhook_deliveries add column is_gone boolean not null default false;
-- Whether it took long to answer when it was called last: these do not take the turns of all others.
alter table webhooks add column is_slow boolean not null default false;

-- As before, and whoever wants to know joins an event that others are already told of: a post may have
-- come into a folder, and an endpoint been added, since then.
create or replace function add_webhook_event(workspace bigint, kind text, subject bigint, about jsonb, folder bigint, channel bigint)
returns void language plpgsql as $$
declare
  wanted bigint[];
  event bigint;
begin
  -- One that is being deleted is told of nothing: a delivery could not refer to it, and the change would
  -- fail with it.
  wanted := array(select id from webhooks
    where workspace_id = workspace and state <> 'off' and kind = any(types)
      and (folders is null or folder is null or folder = any(folders))
      and (channels is null or channel is null or channel = any(channels))
    order by id for key share);
  if wanted = '{}' then
    return;
  end if;
  -- Texts are saved while they are written: changes within a moment are one event.
  insert into webhook_events as told (workspace_id, type, subject_id, about, due_at)
  values (workspace, kind, subject, about,
    now() + case kind when 'post.updated' then interval '10 seconds' else interval '0' end)
  on conflict (subject_id) where type = 'post.updated' and taken_at is null
    do update set occurred_at = told.occurred_at
  returning id into event;
  insert into webhook_deliveries (workspace_id, webhook_id, event_id, next_at)
  select workspace, hook, event, 'infinity' from unnest(wanted) hook
  on conflict (webhook_id, event_id) do nothing;
end $$;

-- What a workspace decides about publishing.
alter table workspaces
  -- The IANA zone of times that are chosen without another one.
  add column time_zone text not null default 'UTC',
  -- How late a publication may be sent that was due while no worker was running.
  add column late_minutes integer not null default 30 check (late_minutes between 1 and 10080),
  -- Only approved texts are published.
  add column only_approved boolean not null default false;

alter table channels
  -- What the network allows this account (contract/networks.ts).
  add column limits jsonb not null default '{}',
  -- What members chose for all publications of this channel (contract/networks.ts).
  add column settings jsonb not null default '{}',
  -- Since when it is in its state.
  add column state_since timestamptz not null default now(),
  -- When the account was read from the network, and when the credentials expire, where they do.
  add column checked_at timestamptz not null default now(),
  add column expires_at timestamptz,
  -- The process that renews the credentials, until then.
  add column renewing_until timestamptz,
  -- Counts the times that it was connected or disconnected.
  add column generation integer not null default 0,
  -- The network accepts nothing more before.
  add column paused_until timestamptz;

alter table publications drop constraint publications_state_check;
alter table publications add constraint publications_state_check
  check (state in ('proposed', 'scheduled', 'publishing', 'published', 'stopped', 'cancelled'));
alter table publications
  -- What was chosen for this publication alone (contract/networks.ts).
  add column options jsonb not null default '{}',
  -- The text that was scheduled, as an array of parts.
  add column text jsonb not null default '[]',
  -- Whether that text was an approved one.
  add column approved boolean not null default false,
  -- Why it is not sent although it is due.
  add column late_because text check (late_because in ('worker', 'approval')),
  -- Who cancelled or left it, and when it ended so.
  add column ended_by bigint references users on delete set null,
  add column ended_at timestamptz;
update publications set ended_at = updated_at where state = 'cancelled';
alter table publications add constraint publications_cancelled check ((state = 'cancelled') = (ended_at is not null));

drop index publications_open;
create unique index publications_open on publications (post_id, channel_id)
  where state in ('proposed', 'scheduled', 'publishing', 'stopped');
create index publications_by_post on publications (post_id);
create index publications_stopped on publications (workspace_id, channel_id) where state = 'stopped';
create index publications_by_due on publications (channel_id, due_at) where state in ('scheduled', 'publishing');

alter table publication_parts
  add column channel_id bigint references channels on delete cascade,
  -- What was made before sending, and until when it is valid (server/features/networks/adapter.ts).
  add column prepared jsonb,
  add column prepared_until timestamptz,
  -- What the network wants to know about this part when another one replies to it.
  add column extra jsonb,
  -- When it was deleted at the network.
  add column removed_at timestamptz;
update publication_parts set channel_id = publications.channel_id from publications where publications.id = publication_id;
alter table publication_parts alter column channel_id set not null;
-- The number of posts of a channel in a period.
create index publication_parts_sent on publication_parts (channel_id, sent_at) where sent_at is not null;

alter table publication_attempts drop constraint publication_attempts_step_check, drop constraint publication_attempts_outcome_check;
alter table publication_attempts
  add constraint publication_attempts_step_check check (step in ('prepare', 'send', 'find', 'remove')),
  add constraint publication_attempts_outcome_check check (outcome in
    ('sent', 'absent', 'unknowable', 'prepared', 'removed',
     'transient', 'rate_limited', 'expired', 'reauthorize', 'rejected', 'operator', 'unknown')),
  -- Identifies the call at the network, for its support.
  add column request_id text;

-- The texts of a post, in the order of its items.
create function post_parts(post bigint) returns jsonb language sql stable
  begin atomic
    select coalesce(jsonb_agg(jsonb_build_object('content', content, 'language', language) order by position), '[]')
    from items where post_id = post and not trashed;
  end;
-- A text that was changed since is not the one that was scheduled.
update publications set text = post_parts(post_id)
  where post_id is not null and state in ('scheduled', 'stopped') and text_hash = post_text_hash(post_id);

-- A post that goes to the trash, or loses its last item to another one, is not sent any more.
create or replace function cancel_publications() returns trigger language plpgsql as $$
begin
  update publications set state = 'cancelled', next_attempt_at = null, ended_at = now(), updated_at = now()
    where post_id = new.id and state in ('proposed', 'scheduled');
  return null;
end $$;

create trigger posts_empty_cancel_publications after update of size on posts
  for each row when (new.size = 0 and old.size > 0) execute function cancel_publications();

-- What is published by hand, or archived, needs no approval any more.
create function cancel_proposed() returns trigger language plpgsql as $$
begin
  update publications set state = 'cancelled', ended_at = now(), updated_at = now()
    where post_id = new.id and state = 'proposed';
  return null;
end $$;
create trigger posts_cancel_proposed after update of status on posts
  for each row when (new.status in ('published', 'archived') and old.status <> new.status)
  execute function cancel_proposed();

-- An approval schedules what was proposed, with the approved text. It is deferred: the texts are written after the post.
create function schedule_proposed() returns trigger language plpgsql as $$
begin
  update publications set state = 'scheduled', next_attempt_at = greatest(due_at, now()), updated_at = now(),
      version = new.version, text_hash = post_text_hash(new.id), text = post_parts(new.id),
      approved = true,
      late_because = case when due_at < now() - make_interval(mins => workspaces.late_minutes) then 'approval' end
    from workspaces
    where post_id = new.id and state = 'proposed' and workspaces.id = publications.workspace_id
      and exists (select from posts where id = new.id and status = 'approved');
  return null;
end $$;
create constraint trigger posts_schedule_proposed after update of status on posts
  deferrable initially deferred
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function schedule_proposed();

-- When a worker last looked for due publications.
create table publisher_heartbeat (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz not null
);

-- An account that is being connected: its person is at the network meanwhile. Used once.
create table channel_connections (
  id uuid primary key default gen_random_uuid(),
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  network text not null,
  -- The channel that is connected again.
  channel_id bigint references channels on delete cascade,
  -- Sealed (server/secrets.ts).
  state text not null,
  created_at timestamptz not null default now()
);
create index channel_connections_by_age on channel_connections (created_at);

-- This installation, as registered at servers of networks that have many.
create table network_apps (
  network text not null,
  server text not null,
  redirect_uri text not null,
  -- Sealed (server/secrets.ts).
  credentials text not null,
  created_at timestamptz not null default now(),
  primary key (network, server, redirect_uri)
);

-- Folders, items, and what is kept of every change.

create table folders (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  parent_id bigint,
  name text not null check (btrim(name) <> ''),
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the foreign keys below point at, so that nothing can lie in another workspace's folder.
  unique (workspace_id, id),
  foreign key (workspace_id, parent_id) references folders (workspace_id, id) on delete cascade
);

create index folders_by_parent on folders (parent_id) where parent_id is not null;

-- Two moves at the same time could close a circle that neither makes alone; so the moves of a workspace wait in line.
create function folders_stay_a_tree() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('folders', new.workspace_id));
  if exists (
    with recursive above as (
      select id, parent_id from folders where id = new.parent_id
      union
      select folders.id, folders.parent_id from folders join above on folders.id = above.parent_id
    )
    select from above where id = new.id
  ) then
    raise exception using errcode = 'check_violation', constraint = 'folders_stay_a_tree',
      message = 'a folder may not lie inside itself';
  end if;
  return new;
end $$;

create trigger folders_stay_a_tree before insert or update of parent_id on folders
  for each row when (new.parent_id is not null) execute function folders_stay_a_tree();

create table items (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  folder_id bigint,
  created_by bigint references users on delete set null,
  content text not null check (btrim(content, E' \t\r\n') <> ''),
  description text check (btrim(description) <> ''),
  title text collate "und-x-icu" not null generated always as (
    left(coalesce(description, rtrim(split_part(btrim(content, E' \t\r\n'), E'\n', 1), E'\r')), 80)
  ) stored,
  status text not null default 'draft' check (status in ('draft', 'review', 'approved', 'published', 'archived')),
  tags text[] not null default '{}' check (array_position(tags, null) is null),
  view_count integer not null default 0 check (view_count >= 0),
  version integer not null default 1 check (version > 0),
  thread_root bigint references items on delete cascade deferrable initially deferred,
  thread_order integer not null default 0 check (thread_order >= 0),
  thread_size integer not null default 1 check (thread_size > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_date timestamptz,
  deleted_at timestamptz,
  -- A folder that is deleted leaves its items to the trash; what is not in the trash has a folder.
  foreign key (workspace_id, folder_id) references folders (workspace_id, id) on delete set null (folder_id),
  constraint items_have_a_folder check (folder_id is not null or deleted_at is not null),
  constraint items_standalone check (thread_root is not null or (thread_order = 0 and thread_size = 1)),
  constraint items_root_comes_first check (thread_root is null or ((thread_root = id) = (thread_order = 0))),
  constraint items_order_within_thread check (thread_order < thread_size),
  constraint items_published_date check (
    case status when 'draft' then published_date is null when 'published' then published_date is not null else true end
  )
);

-- The lists: of a workspace, of a folder, by each order that is offered; a thread.
create index items_by_update on items (workspace_id, updated_at desc, id desc) where deleted_at is null;
create index items_by_folder on items (folder_id, updated_at desc, id desc) where deleted_at is null;
create index items_by_creation on items (workspace_id, created_at desc, id desc) where deleted_at is null;
create index items_by_title on items (workspace_id, title, id) where deleted_at is null;
create index items_by_thread on items (workspace_id, thread_root, thread_order) where thread_root is not null;
create index items_thread_root on items (thread_root) where thread_root is not null;
create index items_in_trash on items (deleted_at) where deleted_at is not null;

-- However a status comes about: published has a date, draft has none.
create function set_published_date() returns trigger language plpgsql as $$
begin
  new.published_date := case new.status when 'published' then now() end;
  return new;
end $$;

create trigger items_become_published before insert on items
  for each row when (new.status = 'published') execute function set_published_date();
create trigger items_change_published before update of status on items
  for each row when (old.status <> new.status and new.status in ('published', 'draft'))
  execute function set_published_date();

-- At every commit a thread's parts are numbered 0 to n without gaps, know its size, and share folder and status.
-- Locking the root first makes two writers of one thread wait for each other, so that each checks what is true.
create function threads_are_whole() returns trigger language plpgsql as $$
declare
  root bigint := case
    when tg_op = 'DELETE' or tg_name = 'threads_are_whole_leave' then old.thread_root
    else new.thread_root
  end;
  whole boolean;
begin
  perform 1 from items where id = root for update;
  select count(*) = 0 or (
      count(distinct thread_order) = count(*) and max(thread_order) = count(*) - 1
      and min(thread_size) = count(*) and max(thread_size) = count(*)
      and count(distinct folder_id) = 1 and count(distinct status) = 1
      and bool_or(id = root))
    into whole from items where thread_root = root and deleted_at is null;
  if not whole then
    raise exception using errcode = 'check_violation', constraint = 'threads_are_whole',
      message = format('the thread of item %s would not be whole', root);
  end if;
  return null;
end $$;

create constraint trigger threads_are_whole_insert after insert on items deferrable initially deferred
  for each row when (new.thread_root is not null) execute function threads_are_whole();
create constraint trigger threads_are_whole_update
  after update of thread_root, thread_order, thread_size, folder_id, status, deleted_at on items
  deferrable initially deferred
  for each row when (new.thread_root is not null) execute function threads_are_whole();
create constraint trigger threads_are_whole_leave after update of thread_root on items deferrable initially deferred
  for each row when (old.thread_root is not null and new.thread_root is distinct from old.thread_root)
  execute function threads_are_whole();
create constraint trigger threads_are_whole_delete after delete on items deferrable initially deferred
  for each row when (old.thread_root is not null) execute function threads_are_whole();

-- Every version of an item as it was after the change.
create table item_versions (
  item_id bigint not null references items on delete cascade,
  version integer not null check (version > 0),
  action text not null,
  user_id bigint references users on delete set null,
  content text not null,
  description text,
  status text not null,
  tags text[] not null,
  created_at timestamptz not null default now(),
  primary key (item_id, version)
);

create table transitions (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  item_id bigint not null references items on delete cascade,
  from_state text not null,
  target_state text not null,
  comment text,
  state text not null default 'done' check (state in ('pending', 'approved', 'rejected', 'done')),
  user_id bigint references users on delete set null,
  decided_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((state in ('approved', 'rejected')) = (decided_at is not null))
);

create index transitions_by_item on transitions (item_id, id);
create index transitions_by_workspace on transitions (workspace_id, id);
-- A text waits for one decision at a time.
create unique index transitions_pending on transitions (item_id) where state = 'pending';

-- The names that a text and its links are filled in with are typed by people, and change. They are kept with the approval, as
-- endings are (0083), else with the publication: nobody's new name goes out without a look.
alter table posts add column approved_names jsonb;
alter table publications add column names jsonb;

-- The names of a post as they are now: its author, its folder, the folder at the top of that, and the workspace.
create function current_names(workspace bigint, author bigint, folder bigint) returns jsonb language sql stable
  begin atomic
    select jsonb_build_object(
      'author', (select name from users where id = author),
      'folder', (select name from folders where id = folder),
      'campaign', (with recursive above as (
          select id, parent_id, name, 1 as depth from folders where folders.id = folder
          union all select folders.id, folders.parent_id, folders.name, depth + 1
          from above join folders on folders.id = above.parent_id where depth < 100
        ) select name from above order by depth desc limit 1),
      'workspace', (select name from workspaces where id = workspace));
  end;

-- The names of a post: as approved where its approval stands.
create function post_names(workspace bigint, post bigint) returns jsonb language sql stable
  begin atomic
    select coalesce(
      (select approved_names from posts where id = post and workspace_id = workspace
        and status in ('approved', 'published') and approved_hash = post_text_hash(post)),
      (select current_names(workspace, created_by, folder_id) from posts where id = post and workspace_id = workspace),
      current_names(workspace, null, null));
  end;

create or replace function keep_approved_endings() returns trigger language plpgsql as $$
begin
  new.approved_endings := case when new.approved_hash is not null then current_endings(new.workspace_id) end;
  new.approved_names := case when new.approved_hash is not null
    then current_names(new.workspace_id, new.created_by, new.folder_id) end;
  return new;
end $$;

create function keep_names() returns trigger language plpgsql as $$
begin
  new.names := post_names(new.workspace_id, new.post_id);
  return new;
end $$;
create trigger publications_keep_names before insert on publications
  for each row when (new.post_id is not null) execute function keep_names();
-- What is proposed has the names that its approval saw.
create trigger publications_keep_approved_names before update of state on publications
  for each row when (new.post_id is not null and old.state = 'proposed' and new.state <> 'proposed')
  execute function keep_names();

-- What waits when this is upgraded keeps the names of now.
update publications set names = post_names(workspace_id, post_id)
  where state in ('proposed', 'scheduled', 'publishing', 'stopped') and post_id is not null;

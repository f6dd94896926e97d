-- Approvals decide what may leave: the columns and triggers that said it by status go. Names and endings are kept with the approval that saw them.
alter table approvals add column names jsonb, add column endings jsonb;
update approvals set names = approved_names, endings = approved_endings
  from posts where posts.id = post_id and publication_id is null and ended_at is null and text_hash = approved_hash;
-- What the former rule would have stopped: nobody knows any longer who took its approval back.
insert into approvals (workspace_id, post_id, publication_id, principal_id, because, text_hash, ended_at, ended_because)
  select workspace_id, post_id, id, 0, 'upgrade', text_hash, now(), 'taken back' from publications
  where state in ('scheduled', 'publishing', 'stopped') and text_hash is not null and post_id is not null
    and not exists (select from approvals where approvals.text_hash = publications.text_hash
      and (publication_id = publications.id or publication_id is null and approvals.post_id = publications.post_id));

-- The approval of the text that a post has, whatever the account; null where none stands.
create function approval_of(post bigint) returns bigint stable language sql
begin atomic
  select max(id) from approvals
  where post_id = post and publication_id is null and ended_at is null and text_hash = post_text_hash(post);
end;

create or replace function post_endings(workspace bigint, post bigint) returns jsonb language sql stable
begin atomic
  select coalesce((select coalesce(endings, '{}') from approvals where id = approval_of(post) and workspace_id = workspace),
    current_endings(workspace), '{}');
end;

create or replace function post_names(workspace bigint, post bigint) returns jsonb language sql stable
begin atomic
  select coalesce(
    (select names from approvals where id = approval_of(post) and workspace_id = workspace),
    (select current_names(workspace, created_by, folder_id) from posts where id = post and workspace_id = workspace),
    current_names(workspace, null, null));
end;

-- Whose words are in these items: none where somebody has approved them as they are.
create or replace function words_of(given bigint[]) returns bigint[] stable language sql
  return (
    with met as materialized (select distinct post_id as id from items where id = any(given)),
    undecided as materialized (
      select id from met
      where approval_of(id) is null or exists (select from items where items.post_id = met.id and steered_by_key))
    select coalesce(array_agg(distinct principal), '{}') from undecided join items on items.post_id = undecided.id
      join item_versions on item_id = items.id
      cross join lateral unnest(coalesce(carried, '{}') || principal_id) principal
    where items.id = any(given) and action <> 'status');

create or replace function schedule_proposed() returns trigger language plpgsql as $$
begin
  update publications set state = 'scheduled', next_attempt_at = greatest(due_at, now()), updated_at = now(),
      version = new.version, text_hash = post_text_hash(new.id), text = post_parts(new.id),
      late_because = case when due_at < now() - make_interval(mins => workspaces.late_minutes) then 'approval' end
    from workspaces
    where post_id = new.id and state = 'proposed' and workspaces.id = publications.workspace_id
      and exists (select from posts where id = new.id and status = 'approved');
  return null;
end $$;

drop trigger posts_forget_approval on posts;
drop trigger posts_withdraw_approval on posts;
drop trigger posts_end_kept_approvals on posts;
drop trigger posts_keep_endings on posts;
drop trigger posts_withdraw_source on posts;
drop trigger posts_end_source on posts;
drop function forget_approval(), withdraw_approval(), end_kept_approvals(), keep_approved_endings(), withdraw_source(), end_source();
alter table posts drop column approved_hash, drop column approved_endings, drop column approved_names;
alter table publications drop column approved, drop column withdrawn, drop column approval_kept, drop column source_withdrawn;
drop function covers(bigint, bytea, boolean);

-- Due runs are taken in turns of the workspaces: the next workspace that has some, and its first ones.
drop index rule_runs_open;
create index rule_runs_open on rule_runs (workspace_id, id) where state in ('due', 'running');

-- The rules that led to what this transaction does.
create function causes_of_change() returns bigint[] language sql stable parallel safe
  return ('{' || coalesce(current_setting('postfolio.rules', true), '') || '}')::bigint[];

/*
 * A change of thousands of posts calls these for each of them: one statement each, as a function for each
 * rule took most of the time. They stay triggers of rows: those of statements cannot be limited to a column
 * where they see the rows, so that each change of a view count had its rows copied for them, and each
 * cascade of a foreign key.
 */
create or replace function rules_see_moved_posts() returns trigger language plpgsql as $$
declare
  causes constant bigint[] := causes_of_change();
begin
  if cardinality(causes) < 3 then
    insert into rule_runs (workspace_id, rule_id, about, chain)
    select new.workspace_id, id, jsonb_build_object('post', new.id), causes from (
      -- A rule that is being deleted starts nothing (add_rule_run).
      select id from rules where workspace_id = new.workspace_id and trigger_kind = 'post_moved' and state = 'on'
        and trigger ->> 'status' = new.status and id <> all(causes) for key share) started;
  end if;
  return null;
end $$;

create or replace function rules_see_tags() returns trigger language plpgsql as $$
declare
  causes constant bigint[] := causes_of_change();
begin
  if cardinality(causes) < 3 then
    insert into rule_runs (workspace_id, rule_id, about, chain)
    select new.workspace_id, id, jsonb_build_object('post', new.post_id), causes from (
      select id from rules where workspace_id = new.workspace_id and trigger_kind = 'post_tagged' and state = 'on'
        and trigger ->> 'tag' = any(new.tags) and (tg_op = 'INSERT' or not trigger ->> 'tag' = any(old.tags))
        and id <> all(causes) for key share) started;
  end if;
  return null;
end $$;

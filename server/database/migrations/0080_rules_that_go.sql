-- A rule that is being deleted starts nothing: the run of it could not refer to it, so that the change
-- of a post, or what the publisher writes down after a call, failed with it.
create or replace function add_rule_run(rule bigint, workspace bigint, source text, about jsonb, follows boolean)
returns void language plpgsql as $$
declare
  causes bigint[] := coalesce(
    (select array_agg(cause::bigint) from unnest(string_to_array(nullif(current_setting('postfolio.rules', true), ''), ',')) cause),
    '{}');
begin
  if follows then
    causes := causes || coalesce((select rules from rule_posts where post_id = (about ->> 'post')::bigint), '{}');
  end if;
  if rule = any(causes) or cardinality(causes) >= 3 then
    return;
  end if;
  -- Waits for nobody but who deletes it: those who save a rule, or carry it out, keep its key.
  perform from rules where id = rule for key share;
  if not found then
    return;
  end if;
  if source is not null then
    insert into rule_sources values (rule, source) on conflict do nothing;
    if not found then
      return;
    end if;
  end if;
  insert into rule_runs (workspace_id, rule_id, about, chain) values (workspace, rule, about, causes);
end $$;

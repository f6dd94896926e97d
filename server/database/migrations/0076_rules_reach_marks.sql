-- A mark is reached once: figures that were above it before a rule was switched on start nothing.
create or replace function rules_see_figures() returns trigger language plpgsql as $$
declare
  former jsonb := case tg_op when 'UPDATE' then old.latest else '{}' end;
begin
  perform add_rule_run(rules.id, rules.workspace_id, 'publication ' || publications.id,
    jsonb_build_object('post', post_id, 'publication', publications.id,
      'figure', (new.latest ->> (trigger ->> 'metric'))::bigint), true)
  from publications join rules on rules.workspace_id = publications.workspace_id
    and trigger_kind = 'figures' and rules.state = 'on'
  where publications.id = new.publication_id and post_id is not null and published_at is not null
    and (new.latest ->> (trigger ->> 'metric'))::bigint >= (trigger ->> 'at_least')::bigint
    and coalesce((former ->> (trigger ->> 'metric'))::bigint, 0) < (trigger ->> 'at_least')::bigint
    and (trigger ->> 'within_hours' is null
      or new.read_at <= published_at + make_interval(hours => (trigger ->> 'within_hours')::integer));
  return null;
end $$;

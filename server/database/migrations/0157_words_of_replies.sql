-- Who wrote the words of a reply, by themselves or by a rule: where nobody approves their own words, it is none of these who does.
alter table afterwards add column worded_by bigint[] not null default '{}';
update afterwards set worded_by = array[created_by] where kind = 'reply' and created_by is not null
  and state in ('proposed', 'waiting');
-- What a rule proposed or planned names nobody: its run says which rule, and by which snippet. Where that is not known any more, it stays empty.
update afterwards set worded_by = made.people
from (
  select planned.id, array_agg(distinct person) as people
  from rule_runs
    -- The runs are read once, and not for each reply.
    cross join lateral jsonb_path_query(steps, '$[*].undo ? (@.do == "cancel_afterward").afterward') undone
    join afterwards planned on planned.id = undone::bigint and planned.workspace_id = rule_runs.workspace_id
    join rules on rules.id = rule_runs.rule_id
    cross join lateral (
      select maker_id as person
      union select person_id from jsonb_path_query(commands, '$[*] ? (@.do == "afterward").what.snippet ? (@.type() == "number")') snippet
        join provenance on provenance.workspace_id = rule_runs.workspace_id and object_type = 'snippet'
          and object_id = snippet::bigint
        join principals on principals.id = principal_id) wrote
  where planned.kind = 'reply' and planned.created_by is null and planned.state in ('proposed', 'waiting') and person is not null
  group by planned.id) made
where afterwards.id = made.id;

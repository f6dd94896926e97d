-- A call publishes all of its parts or none: what is known of the first part that is not out holds for those behind it, which the same call
-- had. The search is for the first alone. publications/whereabouts.ts has the same rule.
create or replace function whereabouts(publication bigint) returns text language sql stable cost 1000 as $$
  select case when coalesce((array_agg(is_unknown(steps, outcomes) order by position) filter (where sent_at is null))[1], false) then 'maybe'
    when count(sent_at) = 0 then 'nowhere'
    when count(sent_at) < count(*) then 'partly'
    else 'out' end
  from (
    select part.position, part.sent_at, array_agg(attempt.step order by attempt.id) as steps,
      array_agg(attempt.outcome order by attempt.id) as outcomes
    from publication_parts part left join publication_attempts attempt
      on attempt.publication_id = part.publication_id and attempt.position = part.position
    where part.publication_id = publication
    group by part.position, part.sent_at
  ) parts
$$;

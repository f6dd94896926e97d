-- Whether what was sent may be at the network unbeknown, by the attempts in their order: the last call that publishes
-- has no outcome, or one that proves nothing, and what looked for it since has not shown that it is not there. A search
-- that fails, or whose worker died, settles nothing. publications/whereabouts.ts has the same rule.
create function is_unknown(steps text[], outcomes text[]) returns boolean language sql immutable as $$
  select coalesce((
    select coalesce(outcomes[last], 'unknown') in ('unknown', 'processing')
      and not outcomes[last + 1:] && array['absent', 'repeatable']
    from (select max(at) from unnest(array_positions(steps, 'send')) at) sends (last)
    where last is not null), false)
$$;

-- What is at the network: 'maybe' where that is unknown of a part, whatever is known of the others; else 'nowhere',
-- 'partly' or 'out'.
create function whereabouts(publication bigint) returns text language sql stable cost 1000 as $$
  select case when coalesce(bool_or(sent_at is null and is_unknown(steps, outcomes)), false) then 'maybe'
    when count(sent_at) = 0 then 'nowhere'
    when count(sent_at) < count(*) then 'partly'
    else 'out' end
  from (
    select part.sent_at, array_agg(attempt.step order by attempt.id) as steps,
      array_agg(attempt.outcome order by attempt.id) as outcomes
    from publication_parts part left join publication_attempts attempt
      on attempt.publication_id = part.publication_id and attempt.position = part.position
    where part.publication_id = publication
    group by part.position, part.sent_at
  ) parts
$$;

-- The same of what is done with a publication afterwards: 'nowhere', 'maybe' or 'out'. To delete is what a deletion
-- sends.
create function afterward_whereabouts(afterward bigint) returns text language sql stable cost 1000 as $$
  select case when afterwards.state = 'done' then 'out'
    when is_unknown(steps, outcomes) then 'maybe'
    else 'nowhere' end
  from afterwards cross join lateral (
    select array_agg(case step when 'remove' then 'send' else step end order by attempt.id) as steps,
      array_agg(outcome order by attempt.id) as outcomes
    from afterward_attempts attempt where attempt.afterward_id = afterwards.id
  ) attempts
  where afterwards.id = afterward
$$;

-- When a reply was deleted at the network.
alter table afterwards add column removed_at timestamptz;

-- Whether what is done afterwards may be at the network: a call has an unknown outcome, and nothing has shown since that
-- it had no effect. That a call can be repeated is enough to send it again only. publications/whereabouts.ts has the same rule.
create function afterward_may_be_out(afterward bigint) returns boolean language sql stable cost 1000 as $$
  select state <> 'done' and exists (select from afterward_attempts call
    where call.afterward_id = afterward and call.step in ('send', 'remove')
      and coalesce(call.outcome, 'unknown') in ('unknown', 'processing')
      and not exists (select from afterward_attempts later
        where later.afterward_id = afterward and later.id > call.id
          and (later.step = 'find' and later.outcome = 'absent'
            or later.step = 'send' and later.outcome = 'rejected'
            or later.step = 'remove' and later.outcome is not null)))
  from afterwards where id = afterward
$$;

-- Cancels what is open of these kinds. What may be at the network, or is being called, is not: it is looked for first.
create function cancel_afterwards(publication bigint, kinds text[]) returns void language sql as $$
  update afterwards set state = 'cancelled', next_attempt_at = null, ended_at = now()
  where publication_id = publication and kind = any(kinds)
    and (state in ('waiting', 'proposed', 'stopped')
      or state = 'running' and coalesce(leased_until < now(), true))
    and not afterward_may_be_out(id)
$$;

create or replace function follow_publication() returns trigger language plpgsql as $$
begin
  if new.state = 'published' then
    update afterwards set due_at = new.published_at + make_interval(hours => hours),
      next_attempt_at = case when state = 'waiting'
        then new.published_at + make_interval(hours => hours) end
    where publication_id = new.id and state in ('waiting', 'proposed') and due_at is null;
  elsif new.state = 'cancelled' then
    perform cancel_afterwards(new.id, array['repost', 'reply', 'remove']);
  end if;
  return null;
end $$;

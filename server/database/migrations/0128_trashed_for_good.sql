-- A post that was in the trash is not sent any more, also where it is restored before the publisher has looked: what was
-- scheduled was cancelled at once, what was begun only by a publisher that saw the post in the trash.
alter table publications add column is_abandoned boolean not null default false;

create or replace function cancel_publications() returns trigger language plpgsql as $$
begin
  update publications set state = 'cancelled', reason = null, next_attempt_at = null, ended_at = now(),
      updated_at = now()
    where post_id = new.id and (state in ('proposed', 'scheduled')
      or (state in ('publishing', 'stopped') and whereabouts(id) = 'nowhere'
        or state = 'stopped' and whereabouts(id) = 'partly')
        -- What cannot be looked for may be there.
        and not exists (select from publication_attempts
          where publication_id = publications.id and outcome = 'repeatable'));
  -- What may be there is looked for, or asked about, and what is being sent ends at its next part.
  update publications set is_abandoned = true, updated_at = now()
    where post_id = new.id and state in ('publishing', 'stopped') and not is_abandoned;
  return null;
end $$;

-- What was begun and is in the trash at the upgrade.
update publications set is_abandoned = true from posts
  where posts.id = post_id and posts.workspace_id = publications.workspace_id
    and publications.state in ('publishing', 'stopped') and (posts.deleted_at is not null or posts.size = 0);

-- A change of status without a person was made by the publisher, or by somebody whose account was deleted since.
alter table transitions add column by_schedule boolean not null default false;

-- The publisher writes both at once.
update transitions set by_schedule = true
  from publications
  where transitions.user_id is null and transitions.target_state = 'published'
    and publications.post_id = transitions.post_id and publications.workspace_id = transitions.workspace_id
    and publications.published_at = transitions.created_at;

-- Where a post was published: [{network, url}].
alter table notifications add column published jsonb not null default '[]';

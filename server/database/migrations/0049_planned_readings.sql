-- What was published in the last 90 days is read within a day. A transaction of its own: it takes its time in a large
-- database, and locks nothing that publishing needs.
insert into reading_plans (publication_id, position, channel_id, next_at)
  select publication_id, position, channel_id, now() + random() * interval '1 day' from publication_parts
  where sent_at > now() - interval '90 days' and removed_at is null and remote_id <> 'confirmed'
    and remote_id is distinct from url
  on conflict (publication_id, position) do nothing;

-- Replies are counted, and deleted with what they reply to.
create index practice_posts_by_parent on practice_posts (parent_id) where parent_id is not null;

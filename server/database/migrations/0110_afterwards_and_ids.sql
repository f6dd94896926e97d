-- What is due of each channel: a server that hangs delays no other.
create index afterwards_due_by_channel on afterwards (channel_id, next_attempt_at) where next_attempt_at is not null;
-- Whether an id that was found is known as that of another part.
create index publication_parts_by_remote_id on publication_parts (channel_id, remote_id)
  where remote_id is not null;

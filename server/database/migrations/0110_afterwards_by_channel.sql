-- What is due of each channel: a server that hangs delays no other.
create index afterwards_due_by_channel on afterwards (channel_id, next_attempt_at) where next_attempt_at is not null;

-- Whether an id that was found is known as that of another part.
create index publication_parts_by_remote_id on publication_parts (channel_id, remote_id)
  where remote_id is not null;

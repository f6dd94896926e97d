-- What is purged by its age. The attempts of what is not over stay.
create index publication_attempts_by_age on publication_attempts (began_at);
create index contact_messages_by_age on contact_messages (created_at);
create index invitations_by_age on invitations (created_at);

-- Whose words and files a rule publishes: by the audit log, which has who wrote what, and by which key.
create index audit_log_by_object on audit_log (workspace_id, object_type, object_id, id);

-- The key that an upload in chunks came by: it is taken in later, when no request is there.
alter table media_uploads add column api_key_id bigint references api_keys on delete cascade;
create index media_uploads_key on media_uploads (api_key_id) where api_key_id is not null;

-- The key by which somebody acted. No reference: an entry outlives the key, and is not changed.
alter table audit_log add column api_key_id bigint;
create index audit_log_by_key on audit_log (workspace_id, api_key_id, id) where api_key_id is not null;

-- A link for a first address ends with the session that asked for it, and with no other. Those from before name none, and
-- end with any.
alter table password_resets add column session_id uuid references sessions on delete set null;
create index password_resets_by_session on password_resets (session_id) where session_id is not null;

-- Somebody has ended this session, or another one after it had ended: what it asked for is not done any more. Who logs
-- out ends nothing that they asked for.
alter table sessions add column distrusted boolean not null default false;
update sessions set distrusted = true where revoked_at is not null;

-- A reply as it is sent, with its short links; what the network bills for it, in thousandths of a US dollar.
alter table afterwards
  add column frozen jsonb,
  add column price integer not null default 0 check (price >= 0);
-- What waits, by workspace: what a pause holds is listed from it.
create index afterwards_waiting on afterwards (workspace_id, next_attempt_at)
  where next_attempt_at is not null;

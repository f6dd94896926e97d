-- The key of a restored job (migration 0013): it can be rescheduled and cancelled again.

alter table restored_jobs add column singleton_key text;

-- When somebody whose account is older than verified addresses (0014) was asked to verify theirs: once.
alter table users add column address_reminded_at timestamptz;

-- What ends with the rights of its maker says so until somebody switches it on.
alter table webhooks drop constraint webhooks_off_reason_check;
alter table webhooks add constraint webhooks_off_reason_check
  check (off_reason in ('person', 'gone', 'failures', 'maker')) not valid;
alter table webhooks validate constraint webhooks_off_reason_check;

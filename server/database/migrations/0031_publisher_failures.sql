-- Errors of our own since the last part that was sent: a value that the database refuses, or a bug.
alter table publications add own_failures integer not null default 0;

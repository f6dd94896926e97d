-- When a publication was checked once more, an hour before it is due.
alter table publications add column checked_at timestamptz;

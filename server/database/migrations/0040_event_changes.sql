-- When a draft got its present time: calendars of other programs take the latest state of an event.
alter table draft_times add column updated_at timestamptz not null default now();

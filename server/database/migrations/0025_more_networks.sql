-- What the network bills for a part, in thousandths of a US dollar.
alter table publication_parts add column price integer not null default 0 check (price >= 0);
create index publication_parts_billed on publication_parts (channel_id, sent_at) where price > 0;

-- When its text was stored: attempts before are of another one.
alter table publication_parts add column made_at timestamptz not null default '-infinity';
alter table publication_parts alter column made_at set default now();

-- What is kept for a part as a whole has no place among its files.
alter table publication_uploads drop constraint publication_uploads_place_check;
alter table publication_uploads add constraint publication_uploads_place_check check (place >= -1);

alter table publication_attempts drop constraint publication_attempts_outcome_check;
alter table publication_attempts add constraint publication_attempts_outcome_check check (outcome in
  ('sent', 'absent', 'repeatable', 'unknowable', 'prepared', 'processing', 'unprepared', 'removed',
   'transient', 'rate_limited', 'expired', 'reauthorize', 'rejected', 'operator', 'unknown'));

-- How many days before the end of a connection its managers were warned last.
alter table channels add column warned_days integer;

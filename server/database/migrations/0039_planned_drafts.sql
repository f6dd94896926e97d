-- Lists show the time for which a draft is planned: looked up where there is activity, as comments and publications are.
update items set has_activity = true where post_id in (select post_id from draft_times) and not has_activity;
create trigger draft_times_note_activity after insert on draft_times referencing new table as added
  for each statement execute function note_activity();

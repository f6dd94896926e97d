-- What was said with a decision, and of which text an approval was: SHA-256 over all parts.
alter table transitions add column decision_comment text;
alter table transitions add column approved_hash bytea check (length(approved_hash) = 32);
alter table transitions add constraint transitions_approved_hash check ((state = 'approved') = (approved_hash is not null));

-- The queue of what waits.
create index transitions_queue on transitions (workspace_id, id) where state = 'pending';

-- What the assistant has answered of the step that is next, where it was busy before it had answered all parts of a thread.
alter table rule_runs add column answered jsonb;

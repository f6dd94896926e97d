-- Runs are taken from each workspace in turn.
drop index rule_runs_open;
create index rule_runs_open on rule_runs (workspace_id, id) where state in ('due', 'running');

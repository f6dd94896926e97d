-- Rules that notify people say whether programs are told as well: those from before tell none.
update rules set actions = (
    select jsonb_agg(case when action ->> 'kind' = 'notify'
      then '{"webhooks": false, "text": null}' || action else action end order by place)
    from jsonb_array_elements(actions) with ordinality as entry (action, place))
  where actions @> '[{"kind": "notify"}]';

-- Files that come into the library, or get the tag or the folder that a rule waits for, each once for a rule.
create function rules_see_files() returns trigger language plpgsql as $$
begin
  perform add_rule_run(rules.id, new.workspace_id, 'file ' || new.id, jsonb_build_object('file', new.id), false)
  from rules where rules.workspace_id = new.workspace_id and trigger_kind = 'file_added' and state = 'on'
    and (trigger ->> 'folder' is null or (trigger ->> 'folder')::bigint = new.folder_id)
    and (trigger ->> 'tag' is null or trigger ->> 'tag' = any(new.tags))
    -- A change is about what is new of it: a rule without a tag sees files as they come.
    and (tg_op = 'INSERT'
      or (trigger ->> 'tag' is not null and not trigger ->> 'tag' = any(old.tags))
      or (trigger ->> 'folder' is not null and new.folder_id is distinct from old.folder_id));
  return null;
end $$;
create trigger media_files_start_rules after insert on media_files
  for each row execute function rules_see_files();
create trigger media_files_changed_start_rules after update of tags, folder_id on media_files
  for each row when (new.trashed_at is null and (new.tags <> old.tags or new.folder_id is distinct from old.folder_id))
  execute function rules_see_files();

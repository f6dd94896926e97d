-- Rules that notify may tell programs as well: those that are there do not.
update rules set actions = (
  select jsonb_agg(case when action ->> 'kind' = 'notify'
    then action || '{"webhooks": false, "text": null}' else action end order by place)
  from jsonb_array_elements(actions) with ordinality given (action, place))
where actions @> '[{"kind": "notify"}]';

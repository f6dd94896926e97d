-- Where the posts of a template are proposed for, and with which options of networks.
alter table templates
  add column set_id bigint references channel_sets on delete set null,
  add column channels bigint[] not null default '{}' check (cardinality(channels) <= 50),
  -- By network: the choices of the publish dialog.
  add column options jsonb not null default '{}' check (jsonb_typeof(options) = 'object');
create index templates_set on templates (set_id);

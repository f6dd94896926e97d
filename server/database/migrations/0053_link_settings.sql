-- What becomes of the links of posts when they are published (docs/domain.md, 'Links').
create table link_settings (
  workspace_id bigint primary key references workspaces on delete cascade,
  -- Whether the visits of links are counted: a short link is sent in place of each.
  counts boolean not null default false,
  -- Only of links to these hosts and those below; null: of all.
  hosts text[],
  -- The channels whose links stay as they are.
  left_out bigint[] not null default '{}',
  adds_utm boolean not null default false,
  -- The templates by name, without 'utm_'.
  utm jsonb not null
);

-- The addresses in a text, and what was sent in their place.
alter table publication_parts add column links jsonb;

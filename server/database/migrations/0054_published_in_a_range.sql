-- Figures are of what was published in a range, in a workspace or on a channel.
create index publications_published on publications (workspace_id, published_at)
  where published_at is not null;
create index publications_published_on on publications (channel_id, published_at)
  where published_at is not null;

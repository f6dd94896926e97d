-- Where a post that was made with a template is proposed for: {channel_set, channels, options}, as its
-- template had them then.
alter table posts add column suggested jsonb check (jsonb_typeof(suggested) = 'object');

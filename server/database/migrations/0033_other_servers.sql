-- A chunk of an upload arrives, until this time at the latest.
alter table media_uploads add column receiving_until timestamptz;

-- Addresses that other servers name lead to pages alone: people open them.
update channels set url = null where url !~* '^https?:';
alter table channels add constraint channels_url check (url ~* '^https?:');
update publication_parts set url = null where url !~* '^https?:';
alter table publication_parts add constraint publication_parts_url check (url ~* '^https?:');

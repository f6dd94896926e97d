-- Who knows a secret, or chose an address, where that is not who made the thing.

-- Of a key that was rolled: whose the secret before is. The present one is its roller's, else its maker's.
alter table api_keys add column old_by bigint references users on delete set null;
create index api_keys_by_former_holder on api_keys (old_by) where old_by is not null;

-- Who gave a webhook its address, and its secret, since it was made.
alter table webhooks
  add column url_by bigint references users on delete set null,
  add column secret_by bigint references users on delete set null;
create index webhooks_by_address on webhooks (url_by) where url_by is not null;
create index webhooks_by_secret on webhooks (secret_by) where secret_by is not null;

-- Who made the link of a report. Null: who made the report.
alter table reports add column link_by bigint references users on delete set null;
create index reports_by_link on reports (link_by) where link_by is not null;

-- Who was shown the address. Its maker is who saved it last.
alter table incoming_addresses add column secret_by bigint references users on delete set null;
create index incoming_addresses_by_secret on incoming_addresses (secret_by) where secret_by is not null;
update incoming_addresses set secret_by = maker_id;

-- Who made a service account. It is handed over where they leave.
alter table users add column made_by bigint references users on delete set null;
create index users_by_maker on users (made_by) where made_by is not null;

-- What acts for a person is ended by their features (server/access.ts).
drop function end_prepared(bigint);

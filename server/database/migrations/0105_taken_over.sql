-- What reads or writes without a session, and was made by whoever had an account that the owner of its
-- mailbox takes over: keys and apps, webhooks, addresses that take calls, links of reports and the
-- calendar's address.
create function end_prepared(person bigint) returns void language sql as $$
  update api_keys set revoked_at = now()
  where person in (user_id, created_by, rolled_by) and revoked_at is null;
  update webhooks set state = 'off', off_reason = 'person', version = version + 1
  where created_by = person and state <> 'off';
  delete from incoming_addresses where maker_id = person;
  update reports set token_hash = null, link_ends_at = null
  where created_by = person and token_hash is not null;
  delete from calendar_feeds where user_id = person;
$$;

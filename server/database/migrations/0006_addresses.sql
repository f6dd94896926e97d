-- An account that came from X gets its first address, with a password, by a link that is mailed to that address.
alter table password_resets add column email text check (btrim(email) <> '');

-- What decides over the ways in reads one and means both.
alter table users drop constraint users_password_needs_email;
alter table users add constraint users_password_with_email check ((password_hash is null) = (email is null));

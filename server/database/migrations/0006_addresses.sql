-- An account that came from X gets its first address, with a password, by a link that is mailed to that address.
alter table password_resets add column email text check (btrim(email) <> '');

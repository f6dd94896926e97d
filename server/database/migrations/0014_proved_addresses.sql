-- Since when it is known that the account's address is its person's: a link that was mailed to it was used.
alter table users add column email_proved_at timestamptz;
-- What the address becomes once that one is proved.
alter table users add column pending_email text check (length(pending_email) between 3 and 254);
alter table users add constraint users_proved_email check (email_proved_at is null or email is not null);

-- Up to now whoever managed a workspace saw the links of invitations to an address. From now on only the mail has it, and
-- whoever uses it has proved the address: those that were seen are withdrawn.
update invitations set revoked_at = now()
  where email is not null and accepted_at is null and revoked_at is null;

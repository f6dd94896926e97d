import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Marks the address as verified. A pending address becomes the address of the account. */
export const proveAddress = statement<{ userId: number; email: string }>()(
  'users.prove_address',
  (db, bind) =>
    db
      .updateTable('users')
      .set({
        email: bind('email'),
        email_proved_at: sql<string>`now()`,
        pending_email: sql<string>`nullif(pending_email, ${bind('email')})`,
      })
      .where('id', '=', bind('userId')),
);

/**
 * Accounts from before addresses were verified, whose people have used them lately: each is returned
 * once. They get no mails until they verify their address.
 */
export const takeUnreminded = statement<{ limit: number }>()(
  null,
  (_db, bind) => sql<{ userId: number; email: string }>`
    update users set address_reminded_at = now() where id in (
      select id from users
      where email_proved_at is null and email is not null and address_reminded_at is null
        and created_at < (select applied_at from migrations where name = '0014_proved_addresses.sql')
        and exists (select from sessions
          where user_id = users.id and sessions.created_at > now() - interval '90 days')
      limit ${bind('limit', 'integer')} for update skip locked
    ) returning id as "userId", email`,
);

export const setPending = statement<{ userId: number; email: string | null }>()(
  'users.pending_address',
  (db, bind) =>
    db
      .updateTable('users')
      .set({ pending_email: bind('email') })
      .where('id', '=', bind('userId')),
);

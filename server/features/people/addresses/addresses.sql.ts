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

export const setPending = statement<{ userId: number; email: string | null }>()(
  'users.pending_address',
  (db, bind) =>
    db
      .updateTable('users')
      .set({ pending_email: bind('email') })
      .where('id', '=', bind('userId')),
);

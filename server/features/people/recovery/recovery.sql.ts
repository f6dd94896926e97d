import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** Stores a link for an account and revokes others. The same link of a retried mail stays valid. */
export const insertReset = statement<{
  userId: number;
  email: string | null;
  tokenHash: Buffer;
  seconds: number;
  /** The session that asked for it, with which it ends; null where none did. */
  sessionId: string | null;
}>()('password_resets.insert', (db, bind) =>
  db
    .with('former', (cte) =>
      cte
        .deleteFrom('password_resets')
        .where('user_id', '=', bind('userId'))
        .where('token_hash', '<>', bind('tokenHash')),
    )
    .insertInto('password_resets')
    .values({
      token_hash: bind('tokenHash'),
      user_id: bind('userId'),
      email: bind('email'),
      session_id: bind('sessionId'),
      expires_at: sql<string>`now() + make_interval(secs => ${bind('seconds', 'float8')})`,
    })
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet({ expires_at: sql<string>`excluded.expires_at` })
        .where('password_resets.used_at', 'is', null),
    ),
);

/** Uses a valid link of this account up. */
export const useReset = statement<{ userId: number; tokenHash: Buffer }>()(
  'password_resets.use',
  (db, bind) =>
    db
      .updateTable('password_resets')
      .set({ used_at: sql`now()` })
      .where('token_hash', '=', bind('tokenHash'))
      .where('user_id', '=', bind('userId'))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['user_id', 'email']),
);

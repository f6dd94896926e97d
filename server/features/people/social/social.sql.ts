import { sql } from 'kysely';
import { userColumns } from '../../../database/fragments/user-columns.ts';
import { statement } from '../../../database/statement.ts';

type Identity = { provider: string; subject: string };

export const findIdentity = statement<Identity>()('identities.find', (db, bind) =>
  db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select([...userColumns, 'users.closed_at'])
    .where('provider', '=', bind('provider'))
    .where('subject', '=', bind('subject'))
    // An account that is being closed gets no session.
    .forShare('users'),
);

export const insertIdentity = statement<Identity & { userId: number; username: string }>()(
  'identities.insert',
  (db, bind) =>
    db.insertInto('identities').values({
      provider: bind('provider'),
      subject: bind('subject'),
      user_id: bind('userId'),
      username: bind('username'),
    }),
);

export const findLinked = statement<{ provider: string; userId: number }>()(
  'identities.of_user',
  (db, bind) =>
    db
      .selectFrom('identities')
      .select('username')
      .where('provider', '=', bind('provider'))
      .where('user_id', '=', bind('userId')),
);

export const deleteIdentity = statement<{ provider: string; userId: number }>()(
  'identities.delete',
  (db, bind) =>
    db
      .deleteFrom('identities')
      .where('provider', '=', bind('provider'))
      .where('user_id', '=', bind('userId'))
      .returning('username'),
);

/** A valid session of an open account, locked until the transaction ends. */
export const findOpenSession = statement<{ id: string; userId: number }>()(
  'sessions.open',
  (db, bind) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('sessions.id', '=', bind('id'))
      .where('sessions.user_id', '=', bind('userId'))
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', sql<string>`now()`)
      .where('users.closed_at', 'is', null)
      .forShare(),
);

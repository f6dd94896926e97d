import { statement } from '../../database/statement.ts';

type Identity = { provider: string; subject: string };

export const findIdentity = statement<Identity>()('identities.find', (db, bind) =>
  db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.closed_at'])
    .where('provider', '=', bind('provider'))
    .where('subject', '=', bind('subject'))
    // An account that is just being closed gets no session any more.
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

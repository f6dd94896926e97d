import * as auth from '#contract/auth.ts';
import { AppError } from '../../errors.ts';
import type { Parts } from '../../parts.ts';
import { askForProof } from '../addresses/addresses.service.ts';
import { refreshSession, registerPerson, signIn, signOut } from './auth.service.ts';
import { findUser } from './auth.sql.ts';

export function authRoutes(parts: Parts) {
  const { bind, database, jobs } = parts;

  bind(auth.login, (call) => signIn(parts, call.body, call));
  bind(auth.register, (call) =>
    registerPerson(parts, call.body, call, (tx, { id }) =>
      askForProof(tx, jobs, { userId: id, email: call.body.email }),
    ),
  );
  bind(auth.refreshToken, (call) => refreshSession(parts, call.body.refresh));
  bind(auth.logout, (call) => signOut(parts, call.body.refresh, call.ip));
  bind(auth.me, async ({ person }) => {
    const [user] = await findUser(database, { id: person.userId });
    if (!user) throw new AppError('not_authenticated', 401, 'This account is gone.');
    return user;
  });
}

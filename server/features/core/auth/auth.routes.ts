import * as auth from '#contract/core/auth.ts';
import * as account from '#contract/people/account.ts';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { refreshSession, signIn, signOut } from './auth.service.ts';
import { findUser } from './auth.sql.ts';

export function authRoutes(context: AppContext) {
  const { bind, database } = context;

  bind(auth.login, (call) => signIn(context, call.body, call));
  bind(auth.refreshToken, (call) => refreshSession(context, call.body.refresh));
  bind(auth.logout, (call) => signOut(context, call.body.refresh, call.ip));
  bind(account.me, async ({ person }) => {
    const [user] = await findUser(database, { id: person.userId });
    if (!user) throw new AppError('not_authenticated', 401, 'This account no longer exists.');
    return user;
  });
}

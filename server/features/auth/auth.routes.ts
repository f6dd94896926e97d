import type { FastifyInstance } from 'fastify';
import * as auth from '#contract/auth.ts';
import { AppError } from '../../errors.ts';
import type { Parts } from '../../parts.ts';
import { refreshSession, registerPerson, signIn, signOut } from './auth.service.ts';
import { findUser } from './auth.sql.ts';

export function authRoutes(app: FastifyInstance, parts: Parts) {
  const { bind, database } = parts;

  bind(auth.login, (call) => signIn(parts, call.body, call));
  bind(auth.register, (call) => registerPerson(parts, call.body, call));
  bind(auth.refreshToken, (call) => refreshSession(parts, call.body.refresh));
  bind(auth.logout, (call) => signOut(parts, call.body.refresh, call.ip));
  bind(auth.me, async ({ person }) => {
    const [user] = await findUser(database, { id: person.userId });
    if (!user) throw new AppError('not_authenticated', 401, 'This account is gone.');
    return user;
  });

  // Social sign-in is a navigation of the browser, so its answers are redirects (section 7; design: 'Social sign-in').
  app.get('/api/auth/social/twitter/', (_request, reply) => {
    const reason = new URLSearchParams({
      error: 'not_configured',
      error_description: 'Sign-in with X is not set up on this server. Please use your email and password.',
    });
    return reply.redirect(`/auth/callback?${reason}`);
  });
}

import { createHmac } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import { addressOf } from '../../http/address.ts';
import type { Parts } from '../../parts.ts';
import { signInWithX } from './social.service.ts';
import { type Attempt, createXClient } from './x.ts';

const START = '/api/auth/social/twitter/';
const CALLBACK = `${START}callback/`;
const COOKIE = 'x_sign_in';
const MINUTES = 10;
const BY_ADDRESS = { attempts: 50, seconds: 15 * 60 };

const NOT_SET_UP = 'Sign-in with X is not set up on this server. Please use your email and password.';
const FAILED = 'Social login failed. Please try again.';

type Kept = Attempt & { next: string };

/** Sign-in with X is a navigation of the browser, so its answers are redirects (section 7; design: 'Social sign-in'). */
export function socialRoutes(app: FastifyInstance, parts: Parts) {
  const { config, limits, log } = parts;
  const x = config.x && createXClient(config.x, `${config.origin}${CALLBACK}`);
  const cookie = cookieOf(config.secret, config.origin.startsWith('https:'));

  const fail = (reply: FastifyReply, error: string, description: string) =>
    reply.redirect(`/auth/callback?${new URLSearchParams({ error, error_description: description })}`);

  app.get<{ Querystring: { next?: unknown } }>(START, async ({ query }, reply) => {
    if (!x) return fail(reply, 'not_configured', NOT_SET_UP);
    const { url, attempt } = await x.begin();
    reply.header('set-cookie', cookie.write({ ...attempt, next: ownPath(query.next) }));
    return reply.redirect(url);
  });

  app.get(CALLBACK, async (request, reply) => {
    if (!x) return fail(reply, 'not_configured', NOT_SET_UP);
    // Good once, whatever comes of it.
    reply.header('set-cookie', cookie.remove);
    const query = new URLSearchParams(request.url.split('?', 2)[1]);
    const kept = cookie.read(request.headers.cookie);
    if (query.has('error')) return fail(reply, 'refused', query.get('error_description') || FAILED);
    if (!kept)
      return fail(reply, 'expired', 'This sign-in has expired, or was begun in another browser. Please try again.');
    try {
      const ip = addressOf(request);
      await limits.count(`social:address:${ip}`, BY_ADDRESS);
      const user = await x.finish(String(query), kept);
      const origin = { ip, userAgent: request.headers['user-agent'] };
      const { access, refresh, isNew } = await signInWithX(parts, user, origin);
      const answer = { access_token: access, refresh_token: refresh, next: kept.next, new_user: String(isNew) };
      return reply.header('referrer-policy', 'no-referrer').redirect(`/auth/callback?${new URLSearchParams(answer)}`);
    } catch (error) {
      if (error instanceof AppError) return fail(reply, error.code, error.message);
      log.warn({ err: error }, 'a sign-in with X failed');
      return fail(reply, 'failed', FAILED);
    }
  });
}

/** A path of ours, and nothing that leads elsewhere. */
function ownPath(next: unknown): string {
  const path = typeof next === 'string' ? next : '';
  const base = 'http://own.invalid';
  return /^\/(?![/\\])/.test(path) && URL.canParse(path, base) && new URL(path, base).origin === base
    ? path
    : '/content';
}

/** What the browser keeps while its person is at X: signed, short-lived, and not for scripts. */
function cookieOf(secret: string, secure: boolean) {
  // A key of its own: no token of one kind is ever good as one of the other.
  const key = createHmac('sha256', secret).update(COOKIE).digest('hex');
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: MINUTES * 60_000 });
  const verify = createVerifier({ key, algorithms: ['HS256'] });
  const attributes = `Path=${START}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    write: (kept: Kept) => `${COOKIE}=${sign(kept)}; Max-Age=${MINUTES * 60}; ${attributes}`,
    remove: `${COOKIE}=; Max-Age=0; ${attributes}`,
    read: (header = ''): Kept | undefined => {
      const value = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(header)?.[1];
      try {
        return value ? (verify(value) as Kept) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

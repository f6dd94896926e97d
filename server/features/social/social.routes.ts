import type { FastifyInstance, FastifyReply } from 'fastify';
import * as social from '#contract/social.ts';
import { AppError } from '../../errors.ts';
import { addressOf } from '../../http/address.ts';
import type { Parts } from '../../parts.ts';
import { requirePassword } from '../auth/auth.service.ts';
import { attemptCookie } from './attempt-cookie.ts';
import * as service from './social.service.ts';
import { createXClient } from './x.ts';

const START = '/api/auth/social/twitter/';
const CALLBACK = `${START}callback/`;
/** What the state of an attempt to link begins with. */
const LINK = 'link';
const BY_ADDRESS = { attempts: 50, seconds: 15 * 60 };

const NOT_SET_UP = 'Sign-in with X is not set up on this server. Please use your email and password.';
const FAILED = 'Social login failed. Please try again.';
const EXPIRED = 'This sign-in has expired, or was begun in another browser. Please try again.';

/**
 * Sign-in with X is a navigation of the browser, so its answers are redirects (section 7; design: 'Social sign-in'). Linking an
 * account that is there goes the same way, begun by who is signed in and led back to their settings.
 */
export function socialRoutes(app: FastifyInstance, parts: Parts) {
  const { bind, config, jobs, limits, log } = parts;
  const x = config.x && createXClient(config.x, `${config.origin}${CALLBACK}`);
  const cookie = attemptCookie(config.secret, config.origin.startsWith('https:'));

  const fail = (reply: FastifyReply, error: string, description: string) =>
    reply.redirect(`/auth/callback?${new URLSearchParams({ error, error_description: description })}`);
  const toSettings = (reply: FastifyReply, outcome: service.LinkOutcome) => reply.redirect(`/settings?x=${outcome}`);

  app.get<{ Querystring: { next?: unknown } }>(START, { exposeHeadRoute: false }, async ({ query }, reply) => {
    if (!x) return fail(reply, 'not_configured', NOT_SET_UP);
    const { url, attempt } = await x.begin('sign-in');
    reply.header('set-cookie', cookie.write({ ...attempt, next: ownPath(query.next) }));
    return reply.redirect(url);
  });

  // Whoever only looks where it leads (HEAD) is not to use up the attempt.
  app.get(CALLBACK, { exposeHeadRoute: false }, async (request, reply) => {
    if (!x) return fail(reply, 'not_configured', NOT_SET_UP);
    const query = new URLSearchParams(request.url.split('?', 2)[1]);
    const kept = cookie.read(request.headers.cookie);
    const state = query.get('state') ?? '';
    // Not what this browser began: nothing that it says is believed.
    if (!kept || state !== kept.state) {
      return state.startsWith(`${LINK}.`) ? toSettings(reply, 'expired') : fail(reply, 'expired', EXPIRED);
    }
    // Good once, whatever comes of it.
    reply.header('set-cookie', cookie.remove);
    if (query.has('error')) {
      if (kept.link) return toSettings(reply, 'failed');
      return fail(reply, 'refused', query.get('error_description') || FAILED);
    }
    try {
      const ip = addressOf(request);
      await limits.countFrom('social', ip, BY_ADDRESS);
      const user = await x.finish(String(query), kept);
      if (kept.link) return toSettings(reply, await service.linkWithX(parts, user, kept.link, ip));
      const origin = { ip, userAgent: request.headers['user-agent'] };
      const { access, refresh, isNew } = await service.signInWithX(parts, user, origin);
      const answer = { access_token: access, refresh_token: refresh, next: kept.next ?? '', new_user: String(isNew) };
      return reply.header('referrer-policy', 'no-referrer').redirect(`/auth/callback?${new URLSearchParams(answer)}`);
    } catch (error) {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'a sign-in with X failed');
      if (kept.link) return toSettings(reply, 'failed');
      return error instanceof AppError ? fail(reply, error.code, error.message) : fail(reply, 'failed', FAILED);
    }
  });

  bind(social.getXLink, async ({ person }) => ({
    available: x !== undefined,
    ...(await service.readLink(parts, person.userId)),
  }));
  bind(social.linkX, async ({ person, body, setHeader }) => {
    if (!x) throw new AppError('not_found', 404, 'Sign-in with X is not set up on this server.');
    await service.requireUnlinked(parts, person.userId);
    await requirePassword(parts, person, body.password, 'password');
    const { url, attempt } = await x.begin(LINK);
    setHeader('set-cookie', cookie.write({ ...attempt, link: { userId: person.userId, sessionId: person.sessionId } }));
    return { url };
  });
  bind(social.unlinkX, ({ person }) => service.unlink(parts, person));
  jobs.handle(service.mailNotice, (notice, id) => service.sendNotice(parts, notice, id));
}

/** A path of ours, and nothing that leads elsewhere. */
function ownPath(next: unknown): string {
  const path = typeof next === 'string' ? next : '';
  const base = 'http://own.invalid';
  return /^\/(?![/\\])/.test(path) && URL.canParse(path, base) && new URL(path, base).origin === base
    ? path
    : '/content';
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import { isOwnPath, paths } from '#contract/paths.ts';
import * as social from '#contract/people/social.ts';
import { BrowserZone } from '#contract/wall-time.ts';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { clientIp } from '../../../http/client-ip.ts';
import { requirePassword } from '../../core/auth/auth.service.ts';
import { attemptCookie } from './attempt-cookie.ts';
import * as service from './social.service.ts';
import { createXSignIn } from './x.ts';

const START = '/api/auth/social/twitter/';
const CALLBACK = `${START}callback/`;
/** The prefix of the state of an attempt to link. */
const LINK = 'link';
const BY_ADDRESS = { attempts: 50, seconds: 15 * 60 };

const NOT_SET_UP =
  'Sign-in with X is not set up on this server. Please use your email and password.';
const FAILED = 'Social login failed. Please try again.';
const EXPIRED = 'This sign-in has expired, or was started in another browser. Please try again.';

/**
 * Sign-in with X is a navigation of the browser, so the responses are redirects
 * (docs/domain/people.md, 'Social sign-in'). Linking an existing account works the same way, begins
 * in a session and ends on the settings page.
 */
export function socialRoutes(app: FastifyInstance, context: AppContext) {
  const { bind, config, limits, log } = context;
  const x = config.x.client && createXSignIn(context, `${config.origin}${CALLBACK}`);
  const cookie = attemptCookie(context, config.origin.startsWith('https:'));

  const fail = (reply: FastifyReply, error: string, description: string) =>
    reply.redirect(
      config.basePath +
        paths.socialCallback(new URLSearchParams({ error, error_description: description })),
    );
  const toSettings = (reply: FastifyReply, outcome: service.LinkOutcome) =>
    reply.redirect(config.basePath + paths.xSettings(outcome));

  app.get<{ Querystring: { next?: unknown; time_zone?: unknown } }>(
    START,
    { exposeHeadRoute: false },
    async ({ query }, reply) => {
      if (!x) return fail(reply, 'not_configured', NOT_SET_UP);
      const { url, attempt } = await x.begin('sign-in');
      const zone = BrowserZone.parse(query.time_zone);
      reply.header('set-cookie', cookie.write({ ...attempt, next: ownPath(query.next), zone }));
      return reply.redirect(url);
    },
  );

  // A HEAD request must not use up the attempt.
  app.get(CALLBACK, { exposeHeadRoute: false }, async (request, reply) => {
    if (!x) return fail(reply, 'not_configured', NOT_SET_UP);
    const query = new URLSearchParams(request.url.split('?', 2)[1]);
    const kept = cookie.read(request.headers.cookie);
    const state = query.get('state') ?? '';
    // This browser did not begin the attempt: nothing in the request is trusted.
    if (!kept || state !== kept.state) {
      return state.startsWith(`${LINK}.`)
        ? toSettings(reply, 'expired')
        : fail(reply, 'expired', EXPIRED);
    }
    // Valid once, whatever the outcome.
    reply.header('set-cookie', cookie.remove);
    if (query.has('error')) {
      if (kept.link) return toSettings(reply, 'failed');
      return fail(reply, 'refused', query.get('error_description') || FAILED);
    }
    try {
      const ip = clientIp(request);
      await limits.countFrom('social', ip, BY_ADDRESS);
      const user = await x.finish(query.get('code') ?? '', kept);
      if (kept.link)
        return toSettings(reply, await service.linkWithX(context, user, kept.link, ip));
      const origin = { ip, userAgent: request.headers['user-agent'] };
      const { access, refresh, isNew } = await service.signInWithX(
        context,
        user,
        origin,
        kept.zone,
      );
      const response = {
        access_token: access,
        refresh_token: refresh,
        next: kept.next ?? '',
        new_user: String(isNew),
      };
      return reply
        .header('referrer-policy', 'no-referrer')
        .redirect(config.basePath + paths.socialCallback(new URLSearchParams(response)));
    } catch (error) {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'sign-in with X failed');
      if (kept.link) return toSettings(reply, 'failed');
      return error instanceof AppError
        ? fail(reply, error.code, error.message)
        : fail(reply, 'failed', FAILED);
    }
  });

  bind(social.getXLink, async ({ person }) => ({
    available: x !== undefined,
    ...(await service.readLink(context, person.userId)),
  }));
  bind(social.linkX, async ({ person, body, setHeader }) => {
    if (!x) throw new AppError('not_found', 404, 'Sign-in with X is not set up on this server.');
    await service.requireUnlinked(context, person.userId);
    await requirePassword(context, person, body.password, 'password');
    const { url, attempt } = await x.begin(LINK);
    setHeader(
      'set-cookie',
      cookie.write({ ...attempt, link: { userId: person.userId, sessionId: person.sessionId } }),
    );
    return { url };
  });
  bind(social.unlinkX, ({ person }) => service.unlink(context, person));
}

/** Browsers drop a cookie of more than 4 kB. The page remembers a longer path itself. */
const MAX_NEXT = 2000;

/** The return path: one of ours. Nothing where it is too long to be kept. */
function ownPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !isOwnPath(next)) return paths.content;
  return next.length > MAX_NEXT ? undefined : next;
}

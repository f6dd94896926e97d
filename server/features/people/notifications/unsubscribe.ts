import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import { kindsOf, type NotificationKind } from '#contract/people/notifications.ts';
import type { AppContext } from '../../../context.ts';
import { AppError, ifThere } from '../../../errors.ts';
import type { Secrets } from '../../../secrets.ts';
import { findAccount } from '../../core/auth/auth.service.ts';
import { saveSettings } from './notifications.service.ts';

/** Links that end mails of some kinds to a person, without a session (RFC 8058). */

type Context = Pick<AppContext, 'database' | 'secrets'>;

/** Of an unsubscribe link: it is valid for as long as the mail is kept. It contains no dot. */
export function unsubscribeToken(
  secrets: Pick<Secrets, 'mac'>,
  userId: number,
  kinds: readonly NotificationKind[],
): string {
  const text = [userId, ...new Set(kinds)].join('-');
  return `${text}-${secrets.mac('unsubscribe', text)}`;
}

const TOKEN = /^((\d{1,16})[a-z_-]{1,900})-([\w-]{43})$/;

/** Ends the mails that a token names. @throws AppError 410 where it is invalid */
export async function unsubscribe({ database, secrets }: Context, token: string): Promise<void> {
  const [, text = '', userId = '', proof = ''] = TOKEN.exec(token) ?? [];
  if (!secrets.isMac('unsubscribe', text, proof))
    throw new AppError('gone', 410, 'This link is not valid. Change your settings instead.');
  const person = { userId: Number(userId) };
  // Whoever closed their account gets no mail.
  if (!(await findAccount(database, person.userId).catch(ifThere))) return;
  const off = kindsOf(text).map((kind) => [kind, { email: false }]);
  await saveSettings(database, person, Object.fromEntries(off));
}

/**
 * The POST that mail programs send to the address of the page, with a body that says no more than
 * that. A GET shows the page, and changes nothing: mail scanners follow links.
 */
export function serveOneClick(app: FastifyInstance, context: Context) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { token: string } }>(
      paths.unsubscribe(':token'),
      async ({ params }, reply) => {
        await unsubscribe(context, params.token);
        return reply.code(204).send();
      },
    );
  });
}

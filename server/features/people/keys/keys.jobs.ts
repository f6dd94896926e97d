import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { inMail, MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import * as sql from './keys.sql.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'sendMail'>;

/** Mails the owner of a workspace that a key of it was made. */
export const mailKey = job<{ id: number }>('keys.made', MAIL_RETRIES);

async function sendMade({ config, database, sendMail }: Context, id: number, jobId: string) {
  const [key] = await sql.findForMail(database, { id });
  if (!key?.to) return;
  const maker = inMail(key.maker ?? 'Someone');
  const scopes = key.scopes.join(', ');
  await sendMail({
    id: jobId,
    to: key.to,
    subject: `A key was made for ${inMail(key.workspace)}`,
    paragraphs: [
      'Hello,',
      `${maker} made the key '${inMail(key.name)}' for '${inMail(key.workspace)}'. Programs act with it as ${inMail(key.owner)}: ${scopes}${key.drafts_only ? ', drafts only' : ''}.`,
      'If nobody should have made it, revoke it at once: programs that use it stop then.',
      { label: 'See all keys', link: config.origin + paths.apiKeys },
    ],
  });
}

export function keyJobs(context: Context & Pick<AppContext, 'jobs'>) {
  context.jobs.handle(mailKey, ({ id }, run) => sendMade(context, id, run.id));
}

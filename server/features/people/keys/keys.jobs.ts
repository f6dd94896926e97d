import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { inMail, MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import * as sql from './keys.sql.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'sendMail'>;

/** Who is told. */
type Told = 'boss' | 'self';

/** Tells by mail that a key was made: the owner of the workspace, and the person as whom it acts. */
export const mailKey = job<{ id: number; to?: Told }>('keys.made', MAIL_RETRIES);

async function sendMade(
  { config, database, sendMail }: Context,
  { id, to = 'boss' }: { id: number; to?: Told },
  jobId: string,
) {
  const [key] = await sql.findForMail(database, { id });
  const address = key?.[to];
  if (!key || !address) return;
  const maker = inMail(key.maker ?? 'Someone');
  const scopes = key.scopes.join(', ');
  const [name, workspace, owner] = [key.name, key.workspace, key.owner].map((text) => inMail(text));
  const rights = `${scopes}${key.drafts_only ? ', drafts only' : ''}`;
  const texts =
    key.kind === 'app'
      ? {
          subject: `An app was connected to ${workspace}`,
          paragraphs: [
            'Hello,',
            `${maker} let the app '${name}' into '${workspace}'. It acts as ${owner}: ${rights}. The app chose its name itself.`,
            'If nobody should have let it in, disconnect it at once: it can do nothing from then on.',
            { label: 'See all apps', link: config.origin + paths.apps },
          ],
        }
      : {
          subject: `A key was made for ${workspace}`,
          paragraphs: [
            'Hello,',
            `${maker} made the key '${name}' for '${workspace}'. Programs act with it as ${owner}: ${rights}.`,
            'If nobody should have made it, revoke it at once: programs that use it stop then.',
            { label: 'See all keys', link: config.origin + paths.apiKeys },
          ],
        };
  await sendMail({ id: jobId, to: address, ...texts });
}

export function keyJobs(context: Context & Pick<AppContext, 'jobs'>) {
  context.jobs.handle(mailKey, (made, run) => sendMade(context, made, run.id));
}

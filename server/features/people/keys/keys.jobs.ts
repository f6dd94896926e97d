import { paths } from '#contract/paths.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { inMail, MAIL_RETRIES } from '../../core/mail/mail.service.ts';
import * as sql from './keys.sql.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'sendMail'>;

/** Who is told. */
type Told = 'boss' | 'self';

/** What has become of a key. */
export type KeyEvent = 'made' | 'rolled' | 'changed';
/** `by`: the person who did it; without it, who made the key. */
type Mail = { id: number; to?: Told; event?: KeyEvent; by?: number };

/** Tells of a key by mail: the owner of the workspace, and the person as whom it acts. */
export const mailKey = job<Mail>('keys.made', MAIL_RETRIES);

const SUBJECTS: Record<KeyEvent, string> = {
  made: 'A key was made for',
  rolled: 'A key got a new secret in',
  changed: 'The rights of a key were changed in',
};
const SENTENCES: Record<KeyEvent, (key: string, workspace: string) => string> = {
  made: (key, workspace) => `made the key '${key}' for '${workspace}'`,
  rolled: (key, workspace) => `gave the key '${key}' of '${workspace}' a new secret`,
  changed: (key, workspace) => `changed what the key '${key}' of '${workspace}' may`,
};

async function sendKeyMail(
  { config, database, sendMail }: Context,
  { id, to = 'boss', event = 'made', by }: Mail,
  jobId: string,
) {
  const [key] = await sql.findForMail(database, { id, by: by ?? null });
  const address = key?.[to];
  if (!key || !address) return;
  const maker = inMail(key.doer ?? 'Someone');
  const scopes = key.scopes.join(', ');
  const name = inMail(key.name);
  const workspace = inMail(key.workspace);
  const owner = inMail(key.owner);
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
          subject: `${SUBJECTS[event]} ${workspace}`,
          paragraphs: [
            'Hello,',
            `${maker} ${SENTENCES[event](name, workspace)}. Programs act with it as ${owner}: ${rights}.`,
            'If nobody should have done this, revoke it at once: programs that use it stop then.',
            { label: 'See all keys', link: config.origin + paths.apiKeys },
          ],
        };
  await sendMail({ id: jobId, to: address, ...texts });
}

export function keyJobs(context: Context & Pick<AppContext, 'jobs'>) {
  context.jobs.handle(mailKey, (made, run) => sendKeyMail(context, made, run.id));
}

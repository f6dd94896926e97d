import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import { fetchAccountPicture } from '../../networks/networks.service.ts';
import { removePicture, storePicture } from './pictures.sql.ts';

/** `picture`: its address; null where the account has none. */
type Asked = { workspaceId: number; channel: number; picture: string | null };
type Context = Pick<AppContext, 'background' | 'live' | 'outgoing' | 'log'>;

/** Fetches the picture of an account that was connected: nobody waits for its server. */
export const fetchPicture = job<Asked>('channels.fetch_picture', {
  retryLimit: 2,
  expireInSeconds: 60,
});

export const pictureJobs = (context: Pick<AppContext, 'jobs'> & Context) =>
  context.jobs.handle(fetchPicture, (data, { signal }) => keepPicture(context, data, signal));

/** Stores the picture of a channel; one that cannot be fetched leaves the former one. */
export async function keepPicture(
  { background: database, live, outgoing, log }: Context,
  { workspaceId, channel, picture }: Asked,
  signal: AbortSignal,
): Promise<void> {
  const bytes = picture === null ? null : await fetchAccountPicture(outgoing, picture, signal);
  if (bytes === undefined) {
    log.info({ channel }, 'the picture of an account could not be read');
    return;
  }
  await transaction({ database, live }, async (tx) => {
    const key = { workspaceId, channel };
    const changed = bytes
      ? await storePicture(tx, { ...key, hash: createHash('sha256').update(bytes).digest(), bytes })
      : await removePicture(tx, key);
    if (changed.length) tx.announce({ workspaceId, topic: 'channels', tab: '' });
  });
}

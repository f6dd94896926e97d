import { systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import { type Adapters, NetworkError } from '../../networks/networks.service.ts';
import { membersWithCapability, notify } from '../../people/notifications/notifications.service.ts';
import { describeAccount, withSession } from './channels.service.ts';
import { listUnchecked, markChecked, takeEnding } from './channels.sql.ts';
import { keepPicture, pictureJobs } from './pictures.jobs.ts';

/** Reads accounts again once a day: names and limits change, and sessions stay alive. */
const readAccounts = job('channels.read_accounts', { retryLimit: 2, expireInSeconds: 3000 });
/** A connection that only a person can renew ends: they are told before. */
const warnOfEnds = job('channels.warn_of_ends', { retryLimit: 2, expireInSeconds: 600 });
const WARNED_DAYS = [14, 7, 1];
const EVERY_HOUR = '37 * * * *';
const EVERY_HOUR_LATER = '52 * * * *';
const HOURS = 24;
const BATCH = 50;
const TIMEOUT_MS = 20_000;

export function channelJobs(context: AppContext & { adapters: Adapters }) {
  const { background: database, jobs, adapters, log } = context;
  pictureJobs(context);
  jobs.repeat(warnOfEnds, EVERY_HOUR_LATER, () => warn(context));
  jobs.repeat(readAccounts, EVERY_HOUR, async () => {
    for (;;) {
      const channels = await listUnchecked(database, { hours: HOURS, limit: BATCH });
      if (!channels.length) return;
      for (const channel of channels) {
        // First: an account that cannot be read is not read again at once.
        await markChecked(database, { id: channel.id });
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        try {
          const account = await withSession({ ...context, database }, channel, signal, (session) =>
            adapters[channel.network].identify(session, signal),
          );
          if (account.remoteId !== channel.remote_id) continue;
          await describeAccount(database, channel.id, account);
          const { workspace: workspaceId, id } = channel;
          const { picture } = account;
          await keepPicture(context, { workspaceId, channel: id, picture }, signal);
        } catch (err) {
          // A revoked access is found when something is published; nothing is disconnected for less.
          const code = err instanceof NetworkError ? err.code : undefined;
          log.warn({ channel: channel.id, code }, 'an account could not be read');
        }
      }
    }
  });
}

/** Tells those who manage a workspace that connections of it end soon, once for each of the days. */
async function warn({ background: database, live }: AppContext): Promise<void> {
  await transaction({ database, live }, async (tx) => {
    for (const { workspace } of await takeEnding(tx, { days: WARNED_DAYS })) {
      const actor = systemActor(workspace);
      const kind = 'connection_ends' as const;
      await notify(tx, actor, await membersWithCapability(tx, actor, 'manage', { kind }));
    }
  });
}

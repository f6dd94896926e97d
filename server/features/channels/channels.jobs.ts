import type { AppContext } from '../../context.ts';
import { job } from '../../jobs/jobs.ts';
import { type Adapters, NetworkError } from '../networks/networks.service.ts';
import { describeAccount, withSession } from './channels.service.ts';
import { listUnchecked, markChecked } from './channels.sql.ts';

/** Reads accounts again once a day: names and limits change, and sessions stay alive. */
const readAccounts = job('channels.read_accounts', { retryLimit: 2, expireInSeconds: 3000 });
const EVERY_HOUR = '37 * * * *';
const HOURS = 24;
const BATCH = 50;
const TIMEOUT_MS = 20_000;

export function channelJobs(context: AppContext & { adapters: Adapters }) {
  const { background: database, jobs, adapters, log } = context;
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
          if (account.remoteId === channel.remote_id)
            await describeAccount(database, channel.id, account);
        } catch (err) {
          // A revoked access is found when something is published; nothing is disconnected for less.
          const code = err instanceof NetworkError ? err.code : undefined;
          log.warn({ channel: channel.id, code }, 'an account could not be read');
        }
      }
    }
  });
}

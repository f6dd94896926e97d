import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { emptyAllFolders } from './deletion.ts';

/** Takes what is left in deleted folders to the trash. */
export const emptyFolders = job('folders.empty', {
  retryLimit: 2,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
});

const EVERY_MINUTE = '* * * * *';

export function folderJobs({
  background: database,
  live,
  jobs,
}: Pick<AppContext, 'background' | 'live' | 'jobs'>) {
  // A deletion enqueues it as well; the schedule takes up what a crash has left.
  jobs.repeat(emptyFolders, EVERY_MINUTE, ({ ending }) =>
    emptyAllFolders({ database, live }, ending),
  );
}

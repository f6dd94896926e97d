import type { AppContext } from '../../context.ts';
import { job } from '../../jobs/jobs.ts';
import { keyOf } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';
import { endConversion, runConversion } from './convert.ts';
import { MAX_MINUTES } from './ffmpeg.ts';
import * as sql from './media.sql.ts';
import { finish } from './uploads.ts';

const LONG = { retryLimit: 3, retryDelay: 60, expireInSeconds: 3600, heartbeatSeconds: 60 };
const BATCH = 200;

/** Takes in uploads whose process died. */
const takeUp = job('media.take_up', { ...LONG, policy: 'exclusive' });
/** Erases what nothing refers to. */
const sweep = job('media.sweep', { ...LONG, policy: 'exclusive' });

/** Converts a video once: what fails for its content fails again. */
export const convert = job<{ workspaceId: number; userId: number; file: number }>('media.convert', {
  retryLimit: 1,
  retryDelay: 5,
  expireInSeconds: (MAX_MINUTES + 5) * 60,
  heartbeatSeconds: 60,
});

const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '47 * * * *';

export function mediaJobs({
  config,
  limits,
  background: database,
  live,
  jobs,
  log,
  storage,
}: Pick<AppContext, 'config' | 'limits' | 'background' | 'live' | 'jobs' | 'log'> & {
  storage: Storage;
}) {
  const conversions = { config, limits, database, live, storage, log };
  jobs.handle(
    convert,
    (data, run) => runConversion(conversions, data, run),
    (data) => endConversion(conversions, data, 'failed'),
  );

  jobs.repeat(takeUp, EVERY_MINUTE, async ({ ending }) => {
    while (!ending.aborted && (await finish({ config, limits, database, live, storage, log })));
  });

  const steps = [
    () => sql.eraseOld(database, { days: config.trashDays, limit: BATCH }),
    () => sql.removeOldUploads(database, { limit: BATCH }),
    eraseBytes,
    removeGarbage,
  ];
  jobs.repeat(sweep, EVERY_HOUR, async () => {
    for (const round of steps) while ((await round()).length > 0);
    await storage.tidy();
  });

  async function eraseBytes() {
    const unused = await sql.claimUnused(database, { limit: BATCH });
    for (const { hash } of unused) {
      const id = hash.toString('hex');
      for (const key of [keyOf(id), keyOf(id, true)]) await storage.remove(key);
      await sql.forgetBlob(database, { hash });
    }
    return unused;
  }

  async function removeGarbage() {
    const garbage = await sql.listGarbage(database, { limit: BATCH });
    const keys = garbage.map(({ key }) => key);
    for (const key of keys) await storage.remove(key);
    if (keys.length) await sql.forgetGarbage(database, { keys });
    return keys;
  }
}

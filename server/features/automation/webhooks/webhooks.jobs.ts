import { DELIVERY_DAYS } from '#contract/automation/webhooks.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import { removeOld } from './deliveries.sql.ts';

const forget = job('webhooks.remove_old', { retryLimit: 2, expireInSeconds: 600 });
const EVERY_DAY = '47 4 * * *';

export function webhookJobs({ background, jobs }: AppContext) {
  jobs.repeat(forget, EVERY_DAY, ({ signal }) =>
    removeInBatches(signal, (limit) => removeOld(background, { days: DELIVERY_DAYS, limit })),
  );
}

import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/jobs.ts';
import { learnWords } from './search.service.ts';

/** Learns the words of texts in batches, beside the saves. */
const learn = job('search.learn_words', {
  runsAtRest: true,
  retryLimit: 2,
  expireInSeconds: 900,
  heartbeatSeconds: 60,
});

const EVERY_MINUTE = '* * * * *';

export function searchJobs({ background, jobs }: Pick<AppContext, 'background' | 'jobs'>) {
  jobs.repeat(learn, EVERY_MINUTE, ({ signal }) => learnWords(background, signal));
}

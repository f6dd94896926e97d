import { RUN_DAYS } from '#contract/automation/rules-runs.ts';
import type { AppContext } from '../../../context.ts';
import { transaction } from '../../../database/transaction.ts';
import { job } from '../../../jobs/jobs.ts';
import { removeInBatches } from '../../../jobs/remove-in-batches.ts';
import { askDue } from './actions/ask.ts';
import { removeOldProposals } from './proposals.sql.ts';
import type { Context } from './rules.service.ts';
import type { RuleRunner } from './runner.ts';
import { removeOldRuns } from './runs.sql.ts';

/** Runs rules. What one process does not reach, or leaves when it dies, the next one does. */
const runRules = job('rules.run', { retryLimit: 0, expireInSeconds: 300 });
/** Asks the assistant. One that is slow goes on while the next ones are run. */
const askAssistant = job('rules.ask', {
  retryLimit: 0,
  expireInSeconds: 360,
  heartbeatSeconds: 60,
  policy: 'exclusive',
});
const removeOld = job('rules.remove_old', { retryLimit: 2, expireInSeconds: 600 });
const EVERY_MINUTE = '* * * * *';
const EVERY_DAY = '37 4 * * *';
/** A run ends before the next one begins. */
const RUN_MS = 50_000;

export function ruleJobs(context: AppContext & Context, runner: RuleRunner) {
  const { background, jobs } = context;
  const slow = { ...context, database: background };
  jobs.repeat(runRules, EVERY_MINUTE, ({ ending }) => runner.runAll(ending));
  jobs.repeat(askAssistant, EVERY_MINUTE, ({ signal, ending }) =>
    askDue(slow, signal, AbortSignal.any([ending, AbortSignal.timeout(RUN_MS)])),
  );
  jobs.repeat(removeOld, EVERY_DAY, async ({ signal }) => {
    await removeInBatches(signal, (limit) =>
      transaction(slow, (tx) => removeOldRuns(tx, { days: RUN_DAYS, limit })),
    );
    await removeInBatches(signal, (limit) =>
      transaction(slow, (tx) => removeOldProposals(tx, { days: RUN_DAYS, limit })),
    );
  });
}

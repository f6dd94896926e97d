import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { limitConcurrency } from '../../../lib/fair-queue.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { runDue } from './process.ts';
import type { Context } from './rules.service.ts';
import { carryOutTimes } from './triggers/due.ts';
import { readEvents } from './triggers/event-reader.ts';

/**
 * Starts rules by what happens, within a second in each process that listens, and each minute by a job. What one
 * process does not reach, or leaves when it dies, the job of any does.
 */

/** What is announced wakes it at once; what is announced by nobody is seen by then. */
const POLL_MS = 500;
/** However much is announced. */
const MIN_MS = 150;
/** Then others have their turn. */
const RUN_MS = 50_000;
export type RuleRunner = ReturnType<typeof createRuleRunner>;

export function createRuleRunner(given: AppContext & Context & { report: QuietLog }) {
  const { installation, report, log } = given;
  const context = { ...given, database: given.background };
  const ending = new AbortController();
  const inTurn = limitConcurrency(1);
  let looking: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let isMore = false;
  let waking = new AbortController();
  for (const topic of ['content', 'publications', 'media', 'feeds', 'figures', 'webhooks'] as const)
    given.live.watch(topic, () => waking.abort());

  /** Carries out what waits, one at a time in this process. */
  const run = (until: AbortSignal) => inTurn(() => runDue(context, until));

  const failed = (err: unknown) =>
    report('warn', 'rules', { err }, 'rules could not be run, will retry');

  async function runStarted() {
    while (isMore && !ending.signal.aborted) {
      isMore = false;
      const ends = AbortSignal.any([ending.signal, AbortSignal.timeout(RUN_MS)]);
      await run(ends).catch(failed);
    }
    running = undefined;
  }

  async function look() {
    while (!ending.signal.aborted) {
      if (
        !installation.atRest() &&
        (await readEvents(context, { ending: ending.signal }).catch(failed))
      ) {
        isMore = true;
        running ??= runStarted();
      }
      await pause();
    }
  }

  async function pause() {
    const wait = (ms: number, signal: AbortSignal) =>
      delay(ms, undefined, { signal, ref: false }).catch(() => {});
    await wait(MIN_MS, ending.signal);
    await wait(POLL_MS - MIN_MS, AbortSignal.any([ending.signal, waking.signal]));
    waking = new AbortController();
  }

  return {
    start: () => {
      looking = look();
    },
    stop: async () => {
      ending.abort();
      await looking;
      await running;
    },
    /** What is due by now: by times, by what has happened, and what was left. */
    runAll: async (until: AbortSignal) => {
      // What has happened is carried out where times cannot be.
      await carryOutTimes(context).catch((err) =>
        log.error({ err }, 'rules that wait for a time could not be started'),
      );
      const ends = AbortSignal.any([until, AbortSignal.timeout(RUN_MS)]);
      await readEvents(context, { ending: ends });
      // What a rule does is what others wait for.
      do await run(ends);
      while (!ends.aborted && (await readEvents(context, { ending: ends })));
    },
  };
}

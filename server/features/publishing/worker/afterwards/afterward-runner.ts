import { setTimeout as delay } from 'node:timers/promises';
import { limitConcurrency } from '../../../../lib/fair-queue.ts';
import type { Context } from '../work.ts';
import * as sql from './afterward-runner.sql.ts';
import { LEASE_SECONDS } from './afterward-step.ts';
import { carryOut } from './carry-out.ts';

/**
 * Looks for what is due to be done with publications afterwards. It is leased as channels are by the
 * publisher: each server has places of its own.
 */

/** Nearly all of these wait for a network, which costs little. */
const AT_ONCE = 500;
/** Of one server: one that hangs delays no other. */
const PLACES = 10;
/** How many are leased at a time: those of a process that dies wait until the lease expires. */
const BATCH = 25;
/** How many transactions run at a time: requests need connections, too. */
const TRANSACTIONS = 4;
const POLL_MS = 500;
/** The next run takes over what has not ended. */
const RUN_MS = 58_000;
/** How long calls may take at shutdown. */
const GRACE_MS = 3000;
export function createAfterwardRunner(given: Omit<Context, 'inTurn'>) {
  const context = { ...given, inTurn: limitConcurrency(TRANSACTIONS) };
  const { database, installation, report } = context;
  const [ending, cutting] = [new AbortController(), new AbortController()];
  /** What this process works on, whichever run has begun it. */
  const working = new Map<number, Promise<void>>();

  async function take(): Promise<number> {
    const limit = Math.min(AT_ONCE - working.size, BATCH);
    if (limit <= 0) return 0;
    const taken = await context.inTurn(() =>
      sql.takeAfterwards(database, {
        ...{ limit, seconds: LEASE_SECONDS, places: PLACES, busy: [...working.keys()] },
      }),
    );
    for (const due of taken) begin(due);
    return taken.length;
  }

  function begin(due: sql.Taken) {
    const work = carryOut(context, due, { ending: ending.signal, cutting: cutting.signal })
      .catch((err) =>
        report('error', 'afterwards', { err, afterward: due.id }, 'could not be carried out'),
      )
      .finally(() => working.delete(due.id));
    working.set(due.id, work);
  }

  return {
    /**
     * Carries out what is due until there is nothing more, or for a minute: a call that hangs holds its
     * place, and not the run.
     */
    run: async (signal: AbortSignal): Promise<void> => {
      const ends = AbortSignal.any([signal, ending.signal, AbortSignal.timeout(RUN_MS)]);
      while (!ends.aborted && !installation.atRest()) {
        const count = await take();
        if (count === BATCH) continue;
        if (count === 0 && working.size === 0) return;
        // A place that is free is taken at once.
        const pause = delay(POLL_MS, undefined, { signal: ends, ref: false }).catch(() => {});
        await Promise.race([...working.values(), pause]);
      }
    },
    /** Ends after the calls in flight; those that take too long have an unknown outcome. */
    stop: async () => {
      ending.abort();
      const grace = setTimeout(() => cutting.abort(), GRACE_MS);
      await Promise.allSettled(working.values());
      clearTimeout(grace);
    },
  };
}

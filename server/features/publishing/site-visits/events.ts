import { isHostOf } from '#contract/publishing/sent-links.ts';
import { MAX_READ_SECONDS, type SiteEvent } from '#contract/publishing/site-visits.ts';
import type { Clock } from '../../../clock.ts';
import type { Database, Executor } from '../../../database/pool.ts';
import { runTransaction } from '../../../database/transaction.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { createWriteBehind } from '../../../lib/write-behind.ts';
import * as sql from './events.sql.ts';

/** Counts what pages and servers send of visits (docs/analytics.md). */

/** Of a visit. */
const MAX_TIMES = 60;
export const MAX_CONVERSIONS = 20;
/** The names of conversions of a workspace; anybody can make a page send some, so the others are for its server. */
const MAX_NAMES = { page: 30, server: 50 };

type Outcome = 'counted' | 'unknown' | 'too_many';

/**
 * Counts events, in a transaction. An id counts once for each visit.
 * @param from who sends them
 * @param isOf whether an event may be of a visit
 * @returns of each event what became of it
 */
export async function countEvents<Event extends SiteEvent>(
  tx: Executor,
  events: readonly Event[],
  from: keyof typeof MAX_NAMES,
  isOf: (event: Event, visit: sql.VisitRow) => boolean,
): Promise<Outcome[]> {
  const rows = await sql.lockVisits(tx, { clicks: events.map(({ click }) => click) });
  const visits = new Map(rows.map((row) => [row.click, row]));
  const taken = new Map<string, sql.EventRow>();
  const names: { workspace: number; name: string }[] = [];
  const outcomes = events.map((event): Outcome => {
    const visit = visits.get(event.click);
    if (!visit || !isOf(event, visit)) return 'unknown';
    const isTime = event.kind === 'time';
    if (isTime ? visit.times++ >= MAX_TIMES : visit.conversions++ >= MAX_CONVERSIONS)
      return 'too_many';
    const { click, id } = event;
    if (!isTime) names.push({ workspace: visit.workspace, name: event.name });
    taken.set(`${click} ${id}`, {
      click,
      id,
      name: isTime ? null : event.name,
      value: isTime ? null : (event.value ?? null),
      seconds: isTime ? event.seconds : null,
    });
    return 'counted';
  });
  if (names.length > 0)
    await sql.addNames(tx, { names: JSON.stringify(names), max: MAX_NAMES[from] });
  if (taken.size > 0)
    await sql.insertEvents(tx, {
      events: JSON.stringify([...taken.values()]),
      maxSeconds: MAX_READ_SECONDS,
    });
  return outcomes;
}

const FLUSH_MS = 1000;
const BATCH = 500;
const MAX_HELD = 20_000;
/** The visit of an event is written by another process within a second, or soon after. */
const UNKNOWN_MS = 5000;

/** Of the page of a host. */
type Held = SiteEvent & { host: string; at: number };

/** Events of pages: written once a second, after they were answered. */
export const createSiteEvents = ({
  database,
  clock,
  report,
}: {
  database: Database;
  clock: Clock;
  report: QuietLog;
}) =>
  createWriteBehind<Held>({
    what: 'visits on sites',
    ms: FLUSH_MS,
    size: BATCH,
    max: MAX_HELD,
    report,
    write: async (batch) => {
      const outcomes = await runTransaction(database, (tx) =>
        countEvents(tx, batch, 'page', ({ host }, { hosts }) => isHostOf(host, hosts)),
      );
      return batch.filter(
        ({ at }, index) => outcomes[index] === 'unknown' && clock.now() - at < UNKNOWN_MS,
      );
    },
  });

import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { limitConcurrency } from '../../../lib/fair-queue.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { deliver } from './deliver.ts';
import * as sql from './outbox.sql.ts';
import { readEvent } from './read-event.ts';
import { readForWebhooks } from './telling.ts';

/**
 * Sends what has happened to those who want to know. Due rows are the truth (decision 21): each
 * process reads the log (decision 95), and looks for events to be read and for endpoints with something to be sent, and leases these.
 * Each event arrives at least once: a process that dies after a call sends it again, with the same id.
 */

const POLL_MS = 500;
/**
 * Endpoints that a process sends to at a time, and those of a workspace that all processes do. Those that
 * took long to answer when they were called last have places of their own, and so has one that takes long
 * now, where there is such a place.
 */
const LANES = { fast: { endpoints: 100, each: 4 }, slow: { endpoints: 50, each: 2 } };
type Lane = keyof typeof LANES;
const SLOW_MS = 2000;
/** Calls to an endpoint at a time. */
const CALLS = 4;
/** Longer than a call takes. */
const LEASE_SECONDS = 60;
/** Then others have their turn. */
const TURN_MS = 20_000;
const BATCH = 40;
/** Events that are read in a turn, those of a workspace among them, and at a time. */
const EVENTS = 200;
const EVENTS_OF_A_WORKSPACE = 20;
const READS = 4;
/** A process that has died has left them. */
const LEFT_SECONDS = 60;
/** How long calls may take at shutdown. */
const GRACE_MS = 3000;

/** 'ending': nothing more is begun. 'cutting': calls end, which are made again. */
type Ends = Record<'ending' | 'cutting', AbortSignal>;

export function createCourier(context: AppContext & { report: QuietLog }) {
  const { installation, report } = context;
  const [ending, cutting] = [new AbortController(), new AbortController()];
  const ends = { ending: ending.signal, cutting: cutting.signal };
  const working = new Set<Promise<void>>();
  let loops: Promise<unknown> | undefined;

  const failed = (err: unknown) =>
    report('warn', 'webhooks', { err }, 'webhooks could not be sent, will retry');

  /** Runs `turn` again and again; it says whether there is more to do. */
  async function repeat(turn: () => Promise<boolean>) {
    while (!ending.signal.aborted) {
      const isMore = !installation.atRest() && (await turn().catch(failed)) === true;
      if (!isMore)
        await delay(POLL_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  }

  const places = { fast: LANES.fast.endpoints, slow: LANES.slow.endpoints };

  async function lease(lane: Lane) {
    if (places[lane] <= 0) return false;
    const { each } = LANES[lane];
    const leased = await sql.leaseWebhooks(context.background, {
      ...{ isSlow: lane === 'slow', each, limit: places[lane], seconds: LEASE_SECONDS },
    });
    for (const webhook of leased) begin(webhook, lane);
    return false;
  }

  function begin(webhook: sql.LeasedWebhook, lane: Lane) {
    let place = lane;
    const take = (next: Lane) => {
      places[next]--;
      place = next;
    };
    take(lane);
    const onSlow = () => {
      if (place === 'slow' || places.slow <= 0) return;
      places[place]++;
      take('slow');
    };
    const work: Promise<void> = sendTo(context, webhook, ends, onSlow)
      .catch(failed)
      .then(() => {
        places[place]++;
        working.delete(work);
      });
    working.add(work);
  }

  return {
    start: () => {
      loops = Promise.all([
        repeat(() => tell(context, ending.signal)),
        repeat(() => readEvents(context)),
        ...(['fast', 'slow'] as const).map((lane) => repeat(() => lease(lane))),
      ]);
    },
    /** Ends after the calls in flight; those that take too long are made again. */
    stop: async () => {
      ending.abort();
      const grace = setTimeout(() => cutting.abort(), GRACE_MS);
      await loops;
      await Promise.allSettled(working);
      clearTimeout(grace);
    },
  };
}

/** Writes down what has happened, for those who want to know. */
async function tell(context: AppContext, ending: AbortSignal): Promise<boolean> {
  await readForWebhooks({ ...context, database: context.background }, { ending });
  return false;
}

/** Reads what events say, some of each workspace; says whether there were any. */
async function readEvents(context: AppContext): Promise<boolean> {
  const { background: database } = context;
  const events = await sql.takeEvents(database, {
    each: EVENTS_OF_A_WORKSPACE,
    limit: EVENTS,
    leftSeconds: LEFT_SECONDS,
  });
  const inTurn = limitConcurrency(READS);
  await Promise.all(
    events.map((event) =>
      inTurn(async () => {
        const read = await readEvent({ ...context, database }, event);
        await sql.setBody(database, { id: event.id, ...read });
      }),
    ),
  );
  return events.length > 0;
}

/**
 * Sends what is due to an endpoint, until its turn is over or it accepts no more.
 * @param onSlow is told of each call that takes long
 */
async function sendTo(
  context: AppContext,
  webhook: sql.LeasedWebhook,
  { ending, cutting }: Ends,
  onSlow: () => void,
): Promise<void> {
  const { background: database, live } = context;
  const endsAt = performance.now() + TURN_MS;
  const calling = limitConcurrency(CALLS);
  let [isOpen, isSlow] = [true, false];
  const isOver = () => !isOpen || ending.aborted || performance.now() > endsAt;
  while (!isOver()) {
    const due = await sql.listDue(database, { webhook: webhook.id, limit: BATCH });
    await Promise.all(
      due.map((delivery) =>
        calling(async () => {
          if (isOver()) return;
          const [endpoint] = await sql.confirm(database, { ...webhook, seconds: LEASE_SECONDS });
          if (!endpoint) {
            isOpen = false;
            return;
          }
          const timer = setTimeout(onSlow, SLOW_MS);
          const ms = await deliver(context, webhook, endpoint, delivery, cutting).finally(() =>
            clearTimeout(timer),
          );
          if (ms > SLOW_MS) isSlow = true;
        }),
      ),
    );
    if (due.length) live.announce({ workspaceId: webhook.workspace, topic: 'webhooks', tab: '' });
    if (due.length < BATCH) break;
  }
  await sql.release(database, { ...webhook, isSlow });
}

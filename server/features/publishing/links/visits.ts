import { randomBytes } from 'node:crypto';
import { type Clock, dayOf } from '../../../clock.ts';
import type { Database } from '../../../database/pool.ts';
import type { QuietLog } from '../../../lib/quiet-log.ts';
import { createWriteBehind } from '../../../lib/write-behind.ts';
import { type Caller, deviceOf, isBot, referrerHost, visitorHash } from './visitors.ts';
import * as sql from './visits.sql.ts';

/** Counts visits of links: written by each process once a second, after they were answered. */

const FLUSH_MS = 1000;
/** Of one statement. */
const BATCH = 1000;
/** What is held while the database does not respond; more is not counted. */
const MAX_HELD = 20_000;
const MAX_AGENT = 400;
/** Nobody follows so many links of ours within a minute. */
const MAX_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const SALT_BYTES = 16;
const MAX_WATCHED = 50_000;

type Held = { link: number; workspace: number; at: number; caller: Caller };

export type Visits = ReturnType<typeof createVisits>;

export function createVisits({
  database,
  clock,
  report,
}: {
  database: Database;
  clock: Clock;
  report: QuietLog;
}) {
  const rowOf = createJudge(database);
  const batches = createWriteBehind<Held>({
    what: 'visits of links',
    ms: FLUSH_MS,
    size: BATCH,
    max: MAX_HELD,
    report,
    write: async (batch) => {
      const visits: sql.Visit[] = [];
      for (const visit of batch) visits.push(await rowOf(visit));
      await sql.insertVisits(database, { visits: JSON.stringify(visits) });
      return [];
    },
  });
  return {
    add: (link: { id: number; workspace: number }, caller: Caller) =>
      batches.add({
        link: link.id,
        workspace: link.workspace,
        at: clock.now(),
        caller: { ...caller, agent: caller.agent.slice(0, MAX_AGENT) },
      }),

    /** Writes what is held. */
    close: batches.close,
  };
}

/** Makes of what is held what is stored: neither the address nor the agent. */
function createJudge(database: Database) {
  /** Of the last two days that were needed. */
  const salts = new Map<string, Buffer>();
  /** How many links each visitor followed in this minute. */
  let minute = { began: 0, links: new Map<string, number>() };

  async function saltOf(day: string): Promise<Buffer> {
    const known = salts.get(day);
    if (known) return known;
    await sql.keepSalt(database, { day, salt: randomBytes(SALT_BYTES) });
    const [row] = await sql.findSalt(database, { day });
    if (!row) throw new Error(`the salt of ${day} is gone`);
    for (const former of [...salts.keys()].slice(0, -1)) salts.delete(former);
    salts.set(day, row.salt);
    return row.salt;
  }

  function isTooFast(visitor: string, at: number): boolean {
    if (at - minute.began >= MINUTE_MS || minute.links.size >= MAX_WATCHED)
      minute = { began: at, links: new Map() };
    const count = (minute.links.get(visitor) ?? 0) + 1;
    minute.links.set(visitor, count);
    return count > MAX_A_MINUTE;
  }

  return async ({ link, workspace, at, caller }: Held): Promise<sql.Visit> => {
    const { agent, isPrivate } = caller;
    const referrer = referrerHost(caller.referrer);
    const visitor = visitorHash(await saltOf(dayOf(at)), caller, workspace).toString('hex');
    const is_bot = isBot(agent, referrer) || isTooFast(visitor, at);
    return {
      link,
      at: new Date(at).toISOString(),
      visitor: isPrivate || is_bot ? null : visitor,
      is_bot,
      referrer,
      device: deviceOf(agent),
      click: is_bot ? null : (caller.click ?? null),
    };
  };
}

import { isHostOf } from '#contract/publishing/sent-links.ts';
import { isSigned } from '#contract/publishing/utm.ts';
import type { Clock } from '../../../clock.ts';
import type { Listener } from '../../../database/listener.ts';
import type { Database } from '../../../database/pool.ts';
import { type Followed, findByCodes } from './visits.sql.ts';

/** Where links lead, in the memory of each process. */

const MAX_KNOWN = 20_000;
/** Codes that nobody has made, each for a while. */
const MAX_UNKNOWN = 5000;
const UNKNOWN_MS = 30_000;
/** What waits for one look into the database; all of it is one statement. */
const MAX_WANTED = 1000;

/**
 * `location`: the target as a header has it; null once the link has ended. `isOfSite`: it leads to a
 * site of the workspace, where visits are measured.
 */
export type KnownLink = {
  id: number;
  workspace: number;
  location: string | null;
  isOfSite: boolean;
};
type Waiter = { resolve: (link: KnownLink | undefined) => void; reject: (error: unknown) => void };

function knownOf({ id, workspace, target, has_ended, site_hosts }: Followed): KnownLink {
  const { href, hostname } = new URL(target);
  return {
    id,
    workspace,
    location: has_ended ? null : href,
    // A signature does not hold with a click id.
    isOfSite: isHostOf(hostname, site_hosts ?? []) && !isSigned(href),
  };
}

export type KnownLinks = ReturnType<typeof createKnownLinks>;

export function createKnownLinks({
  database,
  listener,
  clock,
}: {
  database: Database;
  listener: Listener;
  clock: Clock;
}) {
  const known = new Map<string, KnownLink>();
  const unknown = new Map<string, number>();
  let wanted = new Map<string, Waiter[]>();
  let isAsking = false;
  /** Grows whenever something was forgotten: what was read before is not remembered. */
  let changes = 0;

  const forget = (clear: () => void) => {
    changes++;
    clear();
  };
  listener.on('link', (code) => forget(() => known.delete(code)));
  // Seldom: a workspace has named other hosts.
  listener.on('site_hosts', () => forget(() => known.clear()));
  // Changes of the time without a connection are unknown.
  listener.onConnect(async () => forget(() => known.clear()));

  function remember<Value>(map: Map<string, Value>, code: string, value: Value, max: number) {
    if (map.size >= max) for (const oldest of map.keys()) if (map.delete(oldest)) break;
    map.set(code, value);
  }

  async function ask() {
    isAsking = true;
    while (wanted.size > 0) {
      const asked = wanted;
      wanted = new Map();
      const before = changes;
      try {
        const rows = await findByCodes(database, { codes: [...asked.keys()] });
        const found = new Map(rows.map((row) => [row.code, row]));
        for (const [code, waiters] of asked) {
          const row = found.get(code);
          const link = row && knownOf(row);
          if (link && before === changes) remember(known, code, link, MAX_KNOWN);
          if (!link) remember(unknown, code, clock.now() + UNKNOWN_MS, MAX_UNKNOWN);
          for (const { resolve } of waiters) resolve(link);
        }
      } catch (error) {
        for (const waiters of asked.values()) for (const { reject } of waiters) reject(error);
      }
    }
    isAsking = false;
  }

  return {
    /** What is in memory: 'unknown' where there is no such link, undefined where it is to be found. */
    recall: (code: string): KnownLink | 'unknown' | undefined => {
      const link = known.get(code);
      if (link) return link;
      const until = unknown.get(code);
      if (until === undefined) return undefined;
      if (until > clock.now()) return 'unknown';
      unknown.delete(code);
      return undefined;
    },

    /** Whether more can be looked for now. */
    isFree: () => wanted.size < MAX_WANTED,

    find: (code: string) =>
      new Promise<KnownLink | undefined>((resolve, reject) => {
        const waiters = wanted.get(code) ?? [];
        waiters.push({ resolve, reject });
        wanted.set(code, waiters);
        if (!isAsking) void ask();
      }),
  };
}

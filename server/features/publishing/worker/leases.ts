import type { Executor } from '../../../database/pool.ts';
import * as sql from './leases.sql.ts';

/**
 * The leases of this process on channels. They are renewed together, and one that cannot be renewed is
 * lost before it expires: its calls end, and nothing is written without it.
 * They are held by `performance.now()`: a clock that is set back must not keep one.
 */

export const LEASE_SECONDS = 20;
/** So long after it was renewed, a lease is used; the rest is for calls in flight to end. */
const HELD_MS = 14_000;
const RENEW_MS = 5000;
const WATCH_MS = 1000;

/** Thrown where another worker may have the channel by now. */
export class LeaseLost extends Error {}

export type Lease = {
  /** Aborted when it is lost. */
  signal: AbortSignal;
  isHeld: () => boolean;
  /**
   * Asks the database, and renews it: a process that was frozen does not know how long.
   * @throws LeaseLost
   */
  confirm: () => Promise<void>;
  /** Lets others have the channel. */
  release: () => Promise<void>;
};

type Held = { channel: number; until: number; lost: AbortController };

export function createLeases(database: Executor) {
  const held = new Map<string, Held>();
  let watching: NodeJS.Timeout | undefined;

  async function renew(due: readonly (readonly [string, Held])[]): Promise<void> {
    const asked = performance.now();
    const rows = await sql.renewLeases(database, {
      channels: due.map(([, { channel }]) => channel),
      leases: due.map(([lease]) => lease),
      seconds: LEASE_SECONDS,
    });
    const known = new Map(rows.map(({ lease, is_renewed }) => [lease, is_renewed]));
    for (const [lease, entry] of due)
      if (known.get(lease)) entry.until = asked + HELD_MS;
      else if (!known.has(lease)) entry.lost.abort();
  }

  let renewing = false;
  function watch() {
    const now = performance.now();
    for (const entry of held.values()) if (now > entry.until) entry.lost.abort();
    const due = [...held].filter(
      ([, { until, lost }]) => !lost.signal.aborted && now >= until - HELD_MS + RENEW_MS,
    );
    if (!due.length || renewing) return;
    renewing = true;
    // What cannot be renewed now is tried again, until it is lost.
    renew(due)
      .catch(() => {})
      .finally(() => {
        renewing = false;
      });
  }

  return {
    /** A lease that was taken by a statement that was sent at `askedAt` (`performance.now()`). */
    hold: ({ id, lease }: sql.LeasedChannel, askedAt: number): Lease => {
      const entry: Held = {
        channel: id,
        until: askedAt + HELD_MS,
        lost: new AbortController(),
      };
      held.set(lease, entry);
      watching ??= setInterval(watch, WATCH_MS);
      const isHeld = () => !entry.lost.signal.aborted && performance.now() <= entry.until;
      return {
        signal: entry.lost.signal,
        isHeld,
        confirm: async () => {
          const asked = performance.now();
          const [row] = isHeld()
            ? await sql.renewLease(database, { channel: id, lease, seconds: LEASE_SECONDS })
            : [];
          if (!row) {
            entry.lost.abort();
            throw new LeaseLost();
          }
          entry.until = asked + HELD_MS;
        },
        release: async () => {
          held.delete(lease);
          if (held.size === 0) {
            clearInterval(watching);
            watching = undefined;
          }
          await sql.releaseLease(database, { channel: id, lease });
        },
      };
    },
  };
}

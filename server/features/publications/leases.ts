import type { Executor } from '../../database/pool.ts';
import * as sql from './publisher.sql.ts';

/**
 * The leases of this process on channels. They are renewed together, and one that cannot be renewed is
 * lost before it expires: its calls end, and nothing is written without it.
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

type Held = { channel: number; until: number; renewedAt: number; lost: AbortController };

export function createLeases(database: Executor) {
  const held = new Map<string, Held>();
  let watching: NodeJS.Timeout | undefined;

  async function renew(leases: readonly string[]): Promise<void> {
    const asked = performance.now();
    const entries = leases.flatMap((lease) => {
      const entry = held.get(lease);
      return entry ? [[lease, entry] as const] : [];
    });
    for (const [, entry] of entries) entry.renewedAt = asked;
    const rows = await sql.renewLeases(database, {
      channels: entries.map(([, { channel }]) => channel),
      leases: entries.map(([lease]) => lease),
      seconds: LEASE_SECONDS,
    });
    const renewed = new Set(rows.map(({ lease }) => lease));
    for (const [lease, entry] of entries)
      if (renewed.has(lease)) entry.until = asked + HELD_MS;
      else entry.lost.abort();
  }

  function watch() {
    const now = performance.now();
    const due: string[] = [];
    for (const [lease, entry] of held)
      if (now > entry.until) entry.lost.abort();
      else if (now - entry.renewedAt >= RENEW_MS) due.push(lease);
    // What cannot be renewed now is tried again, until it is lost.
    if (due.length) renew(due).catch(() => {});
  }

  return {
    /** A lease that was taken by a statement that was sent at `askedAt` (`performance.now()`). */
    hold: ({ id, lease }: sql.LeasedChannel, askedAt: number): Lease => {
      const entry: Held = {
        channel: id,
        until: askedAt + HELD_MS,
        renewedAt: askedAt,
        lost: new AbortController(),
      };
      held.set(lease, entry);
      watching ??= setInterval(watch, WATCH_MS);
      const isHeld = () => !entry.lost.signal.aborted && performance.now() <= entry.until;
      return {
        signal: entry.lost.signal,
        isHeld,
        confirm: async () => {
          if (isHeld()) await renew([lease]);
          if (!isHeld()) throw new LeaseLost();
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

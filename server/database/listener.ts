import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig } from './pool.ts';

/** How long to wait before connecting again, growing from the first to the last. */
const RECONNECT_MS = [50, 200, 1000, 5000];

export type Listener = {
  /** Calls `receive` with the payload of each `NOTIFY` on this channel. */
  on: (channel: string, receive: (payload: string) => void) => void;
  /** Calls back after each connect, the first too: what was notified in between was missed and must be read anew. */
  onConnect: (refresh: () => Promise<void>) => void;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** One connection that listens for what other processes, and this one, notify; connects again for as long as it must. */
export function createListener(connection: Connection, onError: (error: unknown) => void): Listener {
  const channels = new Map<string, (payload: string) => void>();
  const refreshes: (() => Promise<void>)[] = [];
  let client: pg.Client | undefined;
  let stopped = false;

  async function connect() {
    const next = new pg.Client({ ...clientConfig(connection), keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
    const lost = new Promise<void>((resolve) => {
      next.on('end', resolve);
      next.on('error', (error) => {
        if (!stopped) onError(error);
        resolve();
      });
    });
    next.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.(payload));
    await next.connect();
    try {
      for (const channel of channels.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      for (const refresh of refreshes) await refresh();
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    lost.then(() => {
      if (!stopped) return reconnect();
    });
  }

  async function reconnect() {
    for (let attempt = 0; !stopped; attempt++) {
      await delay(RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)], undefined, { ref: false });
      try {
        return await connect();
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    on: (channel, receive) => channels.set(channel, receive),
    onConnect: (refresh) => refreshes.push(refresh),
    start: connect,
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}

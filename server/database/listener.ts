import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../config.ts';
import { type Connection, clientConfig, type Executor } from './pool.ts';

/** How long to wait before connecting again, growing from the first to the last. */
const RECONNECT_MS = [50, 200, 1000, 2000];
/** How often the connection is asked whether it is there, and how long it may take to say so. */
const HEARTBEAT_MS = 4000;
const SILENCE_MS = 4000;

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
    const next = new pg.Client({
      ...clientConfig(connection),
      application_name: 'postfolio listener',
      query_timeout: SILENCE_MS,
    });
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
      await close(next);
      throw error;
    }
    client = next;
    const beat = setInterval(() => {
      // Nothing tells of a connection whose other end is gone without a word.
      next.query('select').catch(() => close(next));
    }, HEARTBEAT_MS).unref();
    lost.then(() => {
      clearInterval(beat);
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
      if (client) await close(client);
    },
  };
}

/** Ends a connection, also one that does not answer any more. */
const close = (client: pg.Client) => Promise.race([client.end().catch(() => undefined), delay(1000)]);

const ARRIVAL_MS = 5000;

/**
 * Tries whether what is notified through the pool arrives where we listen. Behind a pooler in transaction mode it does not:
 * ended sessions and removed members would keep their access.
 * @throws SetupError
 */
export async function requireNotifications(listening: Connection, database: Executor): Promise<void> {
  const client = new pg.Client({ ...clientConfig(listening), query_timeout: ARRIVAL_MS });
  const id = randomUUID();
  client.on('error', () => undefined);
  await client.connect();
  try {
    const arrived = new Promise<boolean>((resolve) => {
      client.on('notification', ({ payload }) => payload === id && resolve(true));
    });
    await client.query('listen postfolio_start');
    await database.query("select pg_notify('postfolio_start', $1)", [id]);
    if (!(await Promise.race([arrived, delay(ARRIVAL_MS, false)])))
      throw new SetupError(
        'Notifications do not arrive through DATABASE_URL, as behind a pooler in transaction mode: set DATABASE_DIRECT_URL to the PostgreSQL itself.',
      );
  } finally {
    await close(client);
  }
}

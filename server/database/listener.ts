import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../config/config.ts';
import { type Connection, clientConfig, type Executor } from './pool.ts';

/** The delay before a reconnect, growing from the first value to the last. */
const RECONNECT_MS = [50, 200, 1000, 2000];
/** The interval of keep-alive queries, and their timeout. */
const HEARTBEAT_MS = 4000;
const SILENCE_MS = 4000;

export type Listener = {
  /** Calls `receive` with the payload of each `NOTIFY` on this channel. */
  on: (channel: string, receive: (payload: string) => void) => void;
  /**
   * Called after each connect, the first included: notifications in between were missed, so state
   * must be read again.
   */
  onConnect: (refresh: () => Promise<void>) => void;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * One connection that receives the notifications of all processes, this one included; reconnects
 * until it is stopped.
 */
export function createListener(
  connection: Connection,
  onError: (error: unknown) => void,
): Listener {
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
      for (const channel of channels.keys())
        await next.query(`listen ${next.escapeIdentifier(channel)}`);
      for (const refresh of refreshes) await refresh();
    } catch (error) {
      await close(next);
      throw error;
    }
    client = next;
    const beat = setInterval(() => {
      // A half-open connection reports no error.
      next.query('select').catch(() => close(next));
    }, HEARTBEAT_MS).unref();
    lost.then(() => {
      clearInterval(beat);
      if (!stopped) return reconnect();
    });
  }

  async function reconnect() {
    for (let attempt = 0; !stopped; attempt++) {
      await delay(RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)], undefined, {
        ref: false,
      });
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

/** Ends a connection, also one that does not respond any more. */
const close = (client: pg.Client) =>
  Promise.race([client.end().catch(() => undefined), delay(1000)]);

const ARRIVAL_MS = 5000;

/**
 * Checks that a notification through the pool reaches the listening connection. Behind a pooler in
 * transaction mode it would not, and revoked sessions and removed members would keep their access.
 * @param name of the setting with the address of `database`
 * @throws SetupError
 */
export async function requireNotifications(
  listening: Connection,
  database: Executor,
  name = 'DATABASE_URL',
): Promise<void> {
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
        `Notifications do not arrive through ${name}, probably because of a pooler in transaction mode: set DATABASE_DIRECT_URL to the PostgreSQL itself.`,
      );
  } finally {
    await close(client);
  }
}

import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** Where the database is: an address, or the parts of one for a Unix socket. */
export type Connection = (
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string }
) & {
  /**
   * Whether a pooler in transaction mode is in between: it preserves neither settings nor prepared
   * statements of a session.
   */
  pooled?: boolean;
};

/** What runs statements: the pool, or the connection of a transaction. */
export type Executor = Pick<pg.ClientBase, 'query'>;
export type Database = pg.Pool & {
  /** Cancels what runs on a connection of the pool. */
  cancel: (client: pg.PoolClient) => Promise<void>;
  /** Calls the listener with each error of a statement that PostgreSQL reports. */
  onFailure: (listener: (error: unknown) => void) => void;
};

/** The timeouts of a statement and of waiting for a lock, in milliseconds. */
export type Timeouts = { statementMs: number; lockMs: number };

/** For requests: a caller gives up before, and others wait. */
export const REQUEST_TIMEOUTS: Timeouts = { statementMs: 5000, lockMs: 4000 };
/** For jobs, exports and operations on thousands of items. */
const BACKGROUND_TIMEOUTS: Timeouts = { statementMs: 15 * 60_000, lockMs: 30_000 };

/** For requests that change thousands of rows: they wait for locks no longer than others. */
export const BULK_TIMEOUTS: Timeouts = { ...REQUEST_TIMEOUTS, statementMs: 45_000 };

/** A transaction that is idle for so long is rolled back. */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** PostgreSQL cancels a statement itself; where no response follows, the connection is dead. */
const SILENCE_MS = 3000;
const CONNECT_MS = 5000;

const { builtins } = pg.types;

/**
 * `2026-01-31 12:00:00.123456+00` as `2026-01-31T12:00:00.123456Z`. Every connection uses UTC.
 * Parsing a Date would cost time for each row and lose the microseconds that cursors need.
 */
const instant = (text: string) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;

const INT8_ARRAY: number = 1016;
const texts = pg.types.getTypeParser(INT8_ARRAY as typeof builtins.INT8, 'text');
const ids = (text: string) =>
  (texts(text) as (string | null)[]).map((id) => (id === null ? null : Number(id)));

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  if (id === builtins.TIMESTAMPTZ) return instant;
  // Ids and counts: far below 2^53.
  if (id === builtins.INT8) return Number;
  if (id === INT8_ARRAY) return ids;
  return pg.types.getTypeParser(id, format as 'text');
};

/**
 * A transposition changes most trigrams of a short word: the threshold is low enough for candidates
 * that search examines further.
 */
const ALIKE = 0.2;

/**
 * How values are written. Poolers keep these settings for each client, from the first connection that
 * they opened, and set them on every connection that they lend: the role's own have no effect.
 */
const FORMATS = { timezone: 'UTC', datestyle: 'ISO, MDY', standard_conforming_strings: 'on' };

/** The settings of every session. */
export const sessionSettings = ({ statementMs, lockMs }: Timeouts): Record<string, string> => ({
  ...FORMATS,
  intervalstyle: 'postgres',
  jit: 'off',
  // Of a disk without moving parts: with the default, made for others, a filter or a search in a
  // large workspace reads all workspaces.
  random_page_cost: '1.1',
  'pg_trgm.similarity_threshold': String(ALIKE),
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
});

/**
 * Plans each statement for all values, and a named one once. To plan a search takes longer than to
 * search a small workspace, and the plan for a large one is the same: PostgreSQL would plan it each
 * time.
 */
export const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

/** The options of every connection, of a pool or for listening. */
export function clientConfig(
  connection: Connection,
  timeouts: Timeouts = BACKGROUND_TIMEOUTS,
  added: Record<string, string> = {},
): pg.ClientConfig {
  const { pooled = false, ...address } = connection;
  const settings: pg.ClientConfig = {
    types: { getTypeParser },
    application_name: 'postfolio',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: timeouts.statementMs + SILENCE_MS,
  };
  const options = pooled
    ? ''
    : Object.entries({ ...sessionSettings(timeouts), ...added })
        .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
        .join(' ');
  if (!('connectionString' in address)) return { ...address, ...settings, options };
  // Options in the address would override ours.
  const [base = '', query = ''] = address.connectionString.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const all = `${parameters.get('options') ?? ''} ${options}`.trim();
  if (all) parameters.set('options', all);
  const search = parameters.size ? `?${parameters.toString().replaceAll('+', '%20')}` : '';
  return { connectionString: base + search, ...settings };
}

type Startup = { getStartupConf: () => Record<string, string> };
const startupOf = (pg.Client.prototype as unknown as Startup).getStartupConf;

/**
 * Names its settings when it connects, as poolers keep them. Removes the names of statements: behind a
 * pooler the next statement may run on another connection.
 */
class PooledClient extends pg.Client {
  getStartupConf() {
    return { ...startupOf.call(this as unknown as Startup), ...FORMATS };
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads, and all pass through here
  override query(config: any, ...rest: any[]): any {
    const { name, ...unnamed } =
      typeof config === 'object' && !config.submit ? config : { name: undefined };
    return super.query(name === undefined ? config : unnamed, ...rest);
  }
}

/**
 * @param canceller what cancels a statement of this pool; by default the pool itself
 * @param added settings of its sessions, beside those of all
 */
export function createPool(
  connection: Connection,
  onIdleError: (error: Error) => void,
  {
    max = 10,
    timeouts = BACKGROUND_TIMEOUTS,
    canceller,
    added = {},
  }: {
    max?: number;
    timeouts?: Timeouts;
    canceller?: Executor;
    added?: Record<string, string>;
  } = {},
): Database {
  const pool = new pg.Pool({
    ...clientConfig(connection, timeouts, added),
    // Statements that do not wait for each other are sent at once. COPY takes a client of its own.
    pipeline: true,
    max,
    ...(connection.pooled && { Client: PooledClient }),
  });
  // The pool reports errors of idle connections. A connection in a transaction needs a listener of
  // its own, or an error ends the process. The running query fails by itself.
  pool.on('connect', (client) => client.on('error', onIdleError));
  // Each error of a statement, whoever catches it: what nobody requests fails in silence else.
  const listeners: ((error: unknown) => void)[] = [];
  pool.on('connect', (client) => {
    const { connection: protocol } = client as unknown as { connection: EventEmitter };
    protocol.on('errorMessage', (error) => {
      for (const listener of listeners) listener(error);
    });
  });
  pool.on('error', onIdleError);
  const cancel = async (client: pg.PoolClient) => {
    // A pooler invents the process number; there the statement ends with its timeout.
    if (connection.pooled) return;
    const { processID } = client as unknown as { processID: number };
    await (canceller ?? pool).query('select pg_cancel_backend($1)', [processID]);
  };
  const onFailure = (listener: (error: unknown) => void) => void listeners.push(listener);
  return Object.assign(pool, { cancel, onFailure });
}

/** The pools of a process. */
export type Databases = {
  /** For requests: slow statements fail, so that others get their turn. */
  database: Database;
  /** For searches. */
  searching: Database;
  /**
   * Reserved for what must work while all other connections are busy: sign-in, sessions, limits,
   * health.
   */
  reserve: Database;
  /** For slow work. */
  background: Database;
  end: () => Promise<void>;
};

/** @param direct the connection that bypasses the pooler, where `connection` leads to one */
export function createDatabases(
  connection: Connection,
  direct: Connection,
  onIdleError: (error: Error) => void,
): Databases {
  const reserve = createPool(connection, onIdleError, { max: 3, timeouts: REQUEST_TIMEOUTS });
  const database = createPool(connection, onIdleError, {
    timeouts: REQUEST_TIMEOUTS,
    canceller: reserve,
  });
  // A search box takes three for each of its suggestions.
  const searching = createPool(connection, onIdleError, {
    max: 6,
    timeouts: REQUEST_TIMEOUTS,
    canceller: reserve,
    added: PLANNED_ONCE,
  });
  const background = createPool(direct, onIdleError, { max: 4 });
  return {
    database,
    searching,
    reserve,
    background,
    end: async () => {
      await Promise.all([database, searching, background].map((pool) => pool.end()));
      await reserve.end();
    },
  };
}

import pg from 'pg';

/** Where the database is: an address, or the parts of one for a Unix socket. */
export type Connection = (
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string }
) & {
  /** Whether a pooler in transaction mode stands in between: it keeps neither settings nor prepared statements of a session. */
  pooled?: boolean;
};

/** What a statement runs on: the pool, or the connection of a transaction. */
export type Executor = Pick<pg.ClientBase, 'query'>;
export type Database = pg.Pool & {
  /** Ends what runs on one of the pool's connections. */
  cancel: (client: pg.PoolClient) => Promise<void>;
};

/** How long a statement may run, and wait for a lock, in milliseconds. */
export type Timeouts = { statementMs: number; lockMs: number };

/** What a request may cost: whoever called has given up before, and others wait. */
export const REQUEST_TIMEOUTS: Timeouts = { statementMs: 5000, lockMs: 4000 };
/** What jobs, exports and operations on thousands of items may cost. */
const BACKGROUND_TIMEOUTS: Timeouts = { statementMs: 15 * 60_000, lockMs: 30_000 };

/** What a request may cost that changes thousands of rows: it waits for locks no longer than others. */
export const BULK_TIMEOUTS: Timeouts = { ...REQUEST_TIMEOUTS, statementMs: 45_000 };

/** A transaction whose process says nothing between two statements for so long is rolled back. */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** PostgreSQL ends a statement itself; where nothing at all comes back after that, the connection is dead. */
const SILENCE_MS = 3000;
const CONNECT_MS = 5000;

const { builtins } = pg.types;

/**
 * `2026-01-31 12:00:00.123456+00` as `2026-01-31T12:00:00.123456Z`. Every connection speaks UTC; kept as text because a
 * Date costs time on every row and loses the microseconds that cursors need.
 */
const instant = (text: string) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  if (id === builtins.TIMESTAMPTZ) return instant;
  // Ids and counts: far below 2^53.
  if (id === builtins.INT8) return Number;
  return pg.types.getTypeParser(id, format as 'text');
};

/** Two letters changed round leave little of a short word: what is alike enough for a search to look at more closely. */
const ALIKE = 0.2;

/** What every session is set to. */
export const sessionSettings = ({ statementMs, lockMs }: Timeouts): Record<string, string> => ({
  timezone: 'UTC',
  jit: 'off',
  'pg_trgm.similarity_threshold': String(ALIKE),
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
});

/** How every connection is set up, be it of a pool or the one that listens. */
export function clientConfig(connection: Connection, timeouts: Timeouts = BACKGROUND_TIMEOUTS): pg.ClientConfig {
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
    : Object.entries(sessionSettings(timeouts))
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' ');
  if (!('connectionString' in address)) return { ...address, ...settings, options };
  // An address may bring options of its own, which would take the place of ours.
  const [base = '', query = ''] = address.connectionString.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const all = `${parameters.get('options') ?? ''} ${options}`.trim();
  if (all) parameters.set('options', all);
  const search = parameters.size ? `?${parameters.toString().replaceAll('+', '%20')}` : '';
  return { connectionString: base + search, ...settings };
}

/** Sends statements without their names: the next one of this client may run on another connection. */
class UnnamedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads, and all pass through here
  override query(config: any, ...rest: any[]): any {
    const { name, ...unnamed } = typeof config === 'object' && !config.submit ? config : { name: undefined };
    return super.query(name === undefined ? config : unnamed, ...(rest as []));
  }
}

/** @param canceller what ends a statement of this pool; the pool itself, where none is given */
export function createPool(
  connection: Connection,
  onIdleError: (error: Error) => void,
  {
    max = 10,
    timeouts = BACKGROUND_TIMEOUTS,
    canceller,
  }: { max?: number; timeouts?: Timeouts; canceller?: Executor } = {},
): Database {
  const pool = new pg.Pool({
    ...clientConfig(connection, timeouts),
    max,
    ...(connection.pooled && { Client: UnnamedClient }),
  });
  // Of an idle connection the pool tells; one that is lost in the middle of a transaction must have a listener of its own,
  // or it ends the process. What was running on it fails by itself.
  pool.on('connect', (client) => client.on('error', onIdleError));
  pool.on('error', onIdleError);
  const cancel = async (client: pg.PoolClient) => {
    // A pooler has made up the number; there the statement ends with its timeout.
    if (connection.pooled) return;
    const { processID } = client as unknown as { processID: number };
    await (canceller ?? pool).query('select pg_cancel_backend($1)', [processID]);
  };
  return Object.assign(pool, { cancel });
}

/** The pools of a process. */
export type Databases = {
  /** For requests: what takes long fails, so that others get their turn. */
  database: Database;
  /** Kept for what must go on while everything else waits: sign-in, sessions, limits, health. */
  reserve: Database;
  /** For what may take long. */
  background: Database;
  end: () => Promise<void>;
};

/** @param direct where sessions are kept, if `connection` leads to a pooler */
export function createDatabases(
  connection: Connection,
  direct: Connection,
  onIdleError: (error: Error) => void,
): Databases {
  const reserve = createPool(connection, onIdleError, { max: 3, timeouts: REQUEST_TIMEOUTS });
  const database = createPool(connection, onIdleError, { timeouts: REQUEST_TIMEOUTS, canceller: reserve });
  const background = createPool(direct, onIdleError, { max: 4 });
  return {
    database,
    reserve,
    background,
    end: async () => {
      await Promise.all([database, background].map((pool) => pool.end()));
      await reserve.end();
    },
  };
}

import pg from 'pg';

/** Where the database is: an address, or the parts of one for a Unix socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string };

/** What a statement runs on: the pool, or the connection of a transaction. */
export type Executor = Pick<pg.ClientBase, 'query'>;
export type Database = pg.Pool;

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

const OPTIONS = `-c timezone=UTC -c jit=off -c pg_trgm.similarity_threshold=${ALIKE}`;

/** How every connection is set up, be it of the pool or the one that listens. */
export function clientConfig(connection: Connection): pg.ClientConfig {
  const settings = { types: { getTypeParser }, application_name: 'postfolio' };
  if (!('connectionString' in connection)) return { ...connection, ...settings, options: OPTIONS };
  // An address may bring options of its own, which would take the place of ours.
  const [address = '', query = ''] = connection.connectionString.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${OPTIONS}`.trim());
  return { connectionString: `${address}?${parameters.toString().replaceAll('+', '%20')}`, ...settings };
}

export function createPool(connection: Connection, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({ ...clientConfig(connection), max: 10, connectionTimeoutMillis: 10_000 });
  // Of an idle connection the pool tells; one that is lost in the middle of a transaction must have a listener of its own,
  // or it ends the process. What was running on it fails by itself.
  pool.on('connect', (client) => client.on('error', onIdleError));
  pool.on('error', onIdleError);
  return pool;
}

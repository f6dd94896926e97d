/** PostgreSQL is starting, stopping, out of connections or unreachable. */
const AWAY = /^(57P0|08|53300)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/;

type Failure = { code?: unknown; message?: unknown };

export const isDatabaseAway = ({ code, message }: Failure) =>
  AWAY.test(String(code ?? '')) ||
  /^Connection terminated|^timeout exceeded when trying to connect|not queryable|^Query read timeout/.test(
    String(message ?? ''),
  );

/** Of the database, or of a file. */
const DISK_FULL = ['53100', 'ENOSPC'];

export const isDiskFull = (error: unknown) =>
  DISK_FULL.includes(String((error as Failure | undefined)?.code));

/** No room, memory or connections, a broken disk, or a database that accepts no writes. */
const UNWRITABLE = /^(53\w{3}|58030|25006|ENOSPC)$/;

/** Whether others cannot write, either: what a write alone may tell. */
export const mayPreventWrites = (error: unknown) =>
  UNWRITABLE.test(String((error as Failure | undefined)?.code));

/** Statement and lock timeout, a standby, a full disk, deadlock, serialization failure. */
const TEMPORARY = new Set(['57014', '55P03', '25006', ...DISK_FULL, '40P01', '40001']);

/** Whether the same statement may succeed later: neither the value nor the program is at fault. */
export const passesByItself = (error: unknown) =>
  isDatabaseAway(error as Failure) || TEMPORARY.has(String((error as Failure).code));

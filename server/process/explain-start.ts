import { SetupError } from '../config/config.ts';
import { isDiskFull } from '../database/failures.ts';

/** Of SQLite, which locks the folder, and of a system call whose program prints its message. */
const FULL = /database or disk is full|no space left on device/i;
const NO_ACCOUNT = /could not look up effective user ID (\d+)/;

/** One line for what the operator can fix; undefined where it is a defect. */
export function explainStart(error: Error & { code?: string; syscall?: string }) {
  const { code, message, syscall } = error;
  if (isDiskFull(error) || FULL.test(message))
    return 'A disk is full, probably that of DATA_DIR or of the database: free some space, and start again.';
  const [, id] = NO_ACCOUNT.exec(message) ?? [];
  if (id)
    return `The embedded PostgreSQL does not run as the user id ${id}, because the system has no account of that id: start as another user, or set DATABASE_URL to a PostgreSQL of yours.`;
  if (error instanceof SetupError) return message;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  if (code === 'EADDRINUSE')
    return 'PORT is in use by another process: end it, or set PORT to another number.';
  if (code === 'EACCES')
    return 'PORT may not be used by this user: set PORT to a number above 1023.';
  return `Cannot listen on HOST: ${message}.`;
}

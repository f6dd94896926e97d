import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Failure } from './failure.ts';
import { withLock } from './lock.ts';

/** The keys and tokens of this person, by server, in a file that nobody else reads. */

export type Tokens = {
  access: string;
  refresh: string;
  /** When the access token ends, in milliseconds since 1970. */
  until: number;
  /** Where they are renewed and ended. */
  token_endpoint: string;
  revocation_endpoint: string | null;
};
export type Credential = { key: string } | Tokens;

type Stored = {
  version: 1;
  /** The server of commands that name none. */
  server: string | null;
  servers: Record<string, Credential>;
};

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MAX_BYTES = 1024 * 1024;

export function credentialsFile(): string {
  const { XDG_CONFIG_HOME: folder } = process.env;
  // A relative one does not count (XDG Base Directory Specification).
  const base = folder && isAbsolute(folder) ? folder : join(homedir(), '.config');
  return join(base, 'postfolio', 'credentials.json');
}

/** Whether others can read a file, or enter a folder; undefined where there is none. */
export function isOpenToOthers(path: string): boolean | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && (found.mode & 0o077) !== 0;
}

/** @throws Failure where the file cannot be read */
export function readCredentials(): Stored {
  const file = credentialsFile();
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return { version: 1, server: null, servers: {} };
  try {
    if (size > MAX_BYTES) throw new Error('too large');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    if (stored.version !== 1 || typeof stored.servers !== 'object') throw new Error('another form');
    return stored;
  } catch (error) {
    // A message of the parser would quote the file.
    const why = (error as { code?: string }).code ?? 'it is not what this version has written';
    throw new Failure(`${file} cannot be read (${why}): delete it, and sign in again.`);
  }
}

/** Replaces the file as a whole: after a crash there is the old one or the new one. */
function write(stored: Stored) {
  const file = credentialsFile();
  const part = `${file}.${randomUUID()}`;
  try {
    const open = openSync(part, 'wx', FILE_MODE);
    try {
      writeFileSync(open, `${JSON.stringify(stored, null, 2)}\n`);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new Failure(`${file} cannot be written: ${(error as Error).message}.`);
  }
}

/**
 * Changes what is kept, while no other command does.
 * @param change gets what is kept now; what it returns is kept in its place, unless it is undefined
 */
export async function changeCredentials(
  change: (stored: Stored) => Promise<Stored | undefined> | Stored | undefined,
): Promise<void> {
  const file = credentialsFile();
  try {
    mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  } catch (error) {
    throw new Failure(`${dirname(file)} cannot be made: ${(error as Error).message}.`);
  }
  await withLock(`${file}.lock`, async () => {
    const changed = await change(readCredentials());
    if (changed) write(changed);
  });
}

export const keep = (server: string, credential: Credential) =>
  changeCredentials((stored) => ({
    ...stored,
    server,
    servers: { ...stored.servers, [server]: credential },
  }));

/** What is kept without a server; another one becomes that of commands that name none. */
export function without(stored: Stored, server: string): Stored {
  const { [server]: _, ...servers } = stored.servers;
  const next = stored.server === server ? (Object.keys(servers)[0] ?? null) : stored.server;
  return { ...stored, server: next, servers };
}

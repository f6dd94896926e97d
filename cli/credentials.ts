import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Failure } from './failure.ts';
import { homeFolder } from './home.ts';
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
  const base = folder && isAbsolute(folder) ? folder : join(homeFolder(), '.config');
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
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return { version: 1, server: null, servers: {} };
    if (size > MAX_BYTES) throw new Error('too large');
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isStored(stored)) throw new Error('another form');
    return stored;
  } catch (error) {
    // A message of the parser would quote the file.
    const why = (error as { code?: string }).code ?? 'it is not what this version has written';
    throw new Failure(`${file} cannot be read (${why}): delete it, and sign in again.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isStored = (value: unknown): value is Stored =>
  isObject(value) &&
  value.version === 1 &&
  (value.server === null || typeof value.server === 'string') &&
  isObject(value.servers) &&
  Object.values(value.servers).every(isCredential);

const isCredential = (value: unknown) =>
  isObject(value) &&
  ('key' in value
    ? typeof value.key === 'string'
    : typeof value.until === 'number' &&
      [value.access, value.refresh, value.token_endpoint].every(
        (text) => typeof text === 'string',
      ));

/** More than a change adds. */
const ROOM = 16 * 1024;

/**
 * Replaces the file as a whole: after a crash there is the old one or the new one. The room is taken
 * before the change is made, which may use up what cannot be had again.
 */
async function replace(make: () => Promise<Stored | undefined>, bytes: number) {
  const file = credentialsFile();
  const part = `${file}.${randomUUID()}`;
  const written = <Result>(work: () => Result) => {
    try {
      return work();
    } catch (error) {
      throw new Failure(`${file} cannot be written: ${(error as Error).message}.`);
    }
  };
  const open = written(() => openSync(part, 'wx', FILE_MODE));
  try {
    written(() => writeAll(open, Buffer.alloc(bytes + ROOM)));
    const stored = await make();
    if (!stored) return;
    written(() => {
      const text = Buffer.from(`${JSON.stringify(stored, null, 2)}\n`);
      writeAll(open, text);
      ftruncateSync(open, text.length);
      fsyncSync(open);
      renameSync(part, file);
    });
  } finally {
    closeSync(open);
    rmSync(part, { force: true });
  }
}

function writeAll(open: number, bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) at += writeSync(open, bytes, at, bytes.length - at, at);
  fsyncSync(open);
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
    const stored = readCredentials();
    await replace(async () => change(stored), JSON.stringify(stored, null, 2).length);
  });
}

/** Whether it can be kept, before a person is asked for it. @throws Failure */
export const requireRoom = () => changeCredentials(() => undefined);

/** @returns what was kept of this server before */
export async function keep(
  server: string,
  credential: Credential,
): Promise<Credential | undefined> {
  let former: Credential | undefined;
  await changeCredentials((stored) => {
    former = stored.servers[server];
    return { ...stored, server, servers: { ...stored.servers, [server]: credential } };
  });
  return former;
}

/** What is kept without a server; another one becomes that of commands that name none. */
export function without(stored: Stored, server: string): Stored {
  const { [server]: _, ...servers } = stored.servers;
  const next = stored.server === server ? (Object.keys(servers)[0] ?? null) : stored.server;
  return { ...stored, server: next, servers };
}

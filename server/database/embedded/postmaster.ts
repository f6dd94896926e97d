import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Connection } from '../pool.ts';
import type { Account } from './account.ts';

/**
 * How long a start may take: crash recovery replays the write-ahead log since the last checkpoint.
 */
export const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
/**
 * The longest path of a Unix socket that every system accepts, without the name of the socket
 * itself.
 */
const MAX_SOCKET_FOLDER_LENGTH = 80;

export const DATABASE = 'postfolio';
export const USER = 'postfolio';

export type Postmaster = { pid: number; socketFolder: string };

/** The content of `postmaster.pid`; undefined where there is none. */
export async function readPidFile(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', , , , socketFolder = ''] = text.split('\n');
  return Number(pid) > 0 ? { pid: Number(pid), socketFolder: socketFolder.trim() } : undefined;
}

function readProcessFile(pid: number, name: string) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Whether that process is a postmaster of this folder, and not another process that has received
 * the same number.
 */
export async function isPostmaster(pid: number, data: string): Promise<boolean> {
  // Its working directory is its data folder, also after that was moved.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder) return folder === data && readProcessFile(pid, 'cmdline').includes('postgres');
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(data);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') return false;
    const line = readProcessFile(pid, 'cmdline');
    return line.includes('postgres') && line.includes(data);
  }
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    // A zombie: in a container, nothing may have reaped the ended process.
    return !/\) Z /.test(readProcessFile(pid, 'stat'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Waits until the server responds and confirms its data folder.
 * @returns 'no' also after the timeout, or where `alive` returns false
 */
export async function probe(
  connection: Connection,
  data: string,
  timeoutMs: number,
  alive: () => boolean,
): Promise<'yes' | 'no' | 'wrong password'> {
  let end = performance.now() + timeoutMs;
  while (alive() && performance.now() < end) {
    const client = new pg.Client({
      ...connection,
      database: 'postgres',
      connectionTimeoutMillis: 5000,
    } as pg.ClientConfig);
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return rows[0]?.data_directory === data ? 'yes' : 'no';
    } catch (error) {
      // 28xxx: it responds, and refuses our password.
      const { code = '' } = error as { code?: string };
      if (code.startsWith('28')) return 'wrong password';
      // It is in recovery, which takes its time and would begin again after a stop.
      if (code === '57P03') end = performance.now() + timeoutMs;
    } finally {
      await client.end().catch(() => undefined);
    }
    await delay(25);
  }
  return 'no';
}

const MB = 1024 * 1024;

/**
 * The cache of PostgreSQL in MB: an eighth of the memory, from its default to where more gains
 * nothing. A page that is not in it is read from the system and its checksum computed: with the
 * default, most of the time of writes to a large workspace.
 */
function cacheMb() {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.floor(Math.min(Math.max(memory / 8 / MB, 128), 1024));
}

/** Starts a postmaster that survives a kill of this process and ignores Ctrl+C of the terminal. */
export async function startPostmaster(options: {
  binaries: string;
  data: string;
  account: Account;
  settings: Record<string, string>;
}): Promise<Postmaster & { exited: () => boolean; log: string }> {
  const { binaries, data, account, settings } = options;
  const socketFolder = await makeSocketFolder(data, account);
  // The folder belongs to this cluster alone, and no postmaster runs: PostgreSQL would mistake a
  // process with the recorded number for one.
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(socketFolder, name), { force: true });
  const log = join(data, '..', 'start.log');
  const output = openSync(log, 'w', 0o600);
  const configuration = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    logging_collector: 'on',
    log_directory: '../log',
    log_filename: 'postgres-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_checkpoints: 'off',
    // Values that people typed, in a unique violation for example, are not logged.
    log_error_verbosity: 'terse',
    shared_buffers: `${cacheMb()}MB`,
    ...settings,
  };
  const flags = Object.entries(configuration).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', data, ...flags], {
    ...account,
    cwd: data,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
  });
  let hasExited = false;
  child.on('exit', () => {
    hasExited = true;
  });
  child.on('error', () => {
    hasExited = true;
  });
  child.unref();
  closeSync(output);
  return { pid: child.pid ?? 0, socketFolder, exited: () => hasExited, log };
}

/**
 * Sets the password of a stopped cluster in single-user mode.
 * @throws where PostgreSQL refuses
 */
export async function setPassword(options: {
  binaries: string;
  data: string;
  account: Account;
  password: string;
}) {
  const { binaries, data, account, password } = options;
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    ['--single', '-D', data, '-c', 'logging_collector=off', 'postgres'],
    {
      ...account,
      cwd: data,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: START_TIMEOUT_MS,
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  child.stdin.end(`alter role ${USER} password '${password}'\n`);
  const code = await new Promise((resolve, reject) =>
    child.on('exit', resolve).on('error', reject),
  );
  if (code !== 0 || /ERROR|FATAL/.test(output))
    throw new Error(`the password could not be set: ${output.slice(-500)}`);
}

/**
 * Stops a postmaster: open transactions are rolled back and the cluster is left clean; as a last
 * resort by force.
 */
export async function stopPostmaster(
  pid: number,
  signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'],
) {
  for (const signal of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const end = performance.now() + STOP_TIMEOUT_MS;
    while (performance.now() < end) {
      if (!isAlive(pid)) return;
      await delay(10);
    }
  }
}

/**
 * Inside the folder of the cluster where the path is short enough for a socket, else in the folder
 * for temporary files.
 */
async function makeSocketFolder(data: string, account: Account) {
  const beside = join(data, '..');
  if (beside.length <= MAX_SOCKET_FOLDER_LENGTH) return beside;
  const folder = join(
    tmpdir(),
    `postfolio-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`,
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

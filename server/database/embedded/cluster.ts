import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeDataDir, SetupError } from '../../config/config.ts';
import { writeOnce } from '../../lib/write-once.ts';
import { commandLine } from '../../root.ts';
import type { Connection } from '../pool.ts';
import { type Account, clusterAccount } from './account.ts';
import { exists, findBinaries, majorOf } from './binaries.ts';
import { lockDataDir } from './owner.ts';
import {
  type ClusterLocation,
  knownFolders,
  recordFolder,
  requireKnownCluster,
  resolveLocation,
} from './place.ts';
import {
  DATABASE,
  isAlive,
  isPostmaster,
  probe,
  readPidFile,
  START_TIMEOUT_MS,
  setPassword,
  startPostmaster,
  stopPostmaster,
  USER,
} from './postmaster.ts';

/**
 * How long a surviving postmaster may take to respond before it is stopped: it may be in recovery.
 */
const ADOPT_TIMEOUT_MS = 30_000;
const RETRY_TIMEOUT_MS = 15_000;
const RETRY_DELAY_MS = 100;
const WATCH_EVERY_MS = 1000;
/**
 * Where the server ends repeatedly, for want of disk space for example, restarts back off to this
 * interval.
 */
const MAX_BACK_OFF_MS = 30_000;
/** A server that has run for so long has started successfully. */
const STABLE_AFTER_MS = 60_000;

export type Cluster = {
  connection: Connection;
  /** How the cluster was started, for the log. */
  how: 'created' | 'started' | 'adopted';
  stop: () => Promise<void>;
};

/**
 * Starts the PostgreSQL cluster of this data folder, whatever state it was left in, and keeps it
 * running until `stop`.
 * @param settings additional PostgreSQL settings, for tests
 * @param onSpawned called when its process runs, and is not ready yet
 * @throws SetupError where the folder is in use, or this platform has no binaries
 */
export async function startCluster(
  dataDir: string,
  {
    settings = {},
    onSpawned = () => {},
    onRestart = () => {},
  }: {
    settings?: Record<string, string>;
    onSpawned?: () => void;
    onRestart?: (error?: unknown) => void;
  } = {},
): Promise<Cluster> {
  const packaged = await findBinaries();
  makeDataDir(dataDir);
  const account = clusterAccount(await knownFolders(dataDir));
  const owner = lockDataDir(dataDir);
  try {
    const found = await resolveLocation(await realpath(dataDir), packaged, account);
    // Resolved as the database process sees it: the folder may be a link to another disk.
    const place = { ...found, folder: await realpath(found.folder) };
    const data = join(place.folder, 'data');
    await requireKnownCluster(dataDir, place, data);
    await requireSameMajor(data, packaged);
    const isNew = !(await exists(passwordFile(dataDir)));
    const password = await loadOrCreatePassword(dataDir);
    const created = await createIfMissing(place, data, account, password);
    if (isNew && !created) await replacePassword(place, data, account, password);
    await recordFolder(dataDir, place);
    const launch = (retryForMs: number) =>
      adoptOrStart({ place, data, account, password, settings, onSpawned, retryForMs });
    let running = await launch(RETRY_TIMEOUT_MS);
    await createDatabase(running.connection).catch(async (error) => {
      await stopPostmaster(running.pid);
      throw error;
    });
    const restart = async () => {
      running = await launch(0);
      onRestart();
    };
    const watch = keepRunning(() => running.pid, restart, onRestart);
    return {
      connection: { ...running.connection, database: DATABASE } as Connection,
      how: created ? 'created' : running.how,
      stop: async () => {
        await watch.stop();
        await stopPostmaster(running.pid);
        owner.release();
      },
    };
  } catch (error) {
    owner.release();
    throw error;
  }
}

/** Whether this data folder has a cluster, wherever its files are. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const found = (await knownFolders(dataDir)).map((folder) =>
    exists(join(folder, 'data', 'PG_VERSION')),
  );
  return (await Promise.all(found)).includes(true);
}

/**
 * Whether a start can use the files of this data folder. It changes nothing.
 * @throws SetupError where they are of another version, or gone
 */
export async function requireUsable(dataDir: string): Promise<void> {
  const packaged = await findBinaries();
  for (const folder of await knownFolders(dataDir)) {
    const data = join(folder, 'data');
    if (await exists(join(data, 'PG_VERSION'))) return requireSameMajor(data, packaged);
  }
  const folder = join(dataDir, 'postgres');
  await requireKnownCluster(dataDir, { folder, binaries: packaged }, join(folder, 'data'));
}

/** The connection to the cluster of this data folder that another process has started. */
export async function runningCluster(dataDir: string): Promise<Connection | undefined> {
  const password = (await readFile(passwordFile(dataDir), 'utf8').catch(() => '')).trim();
  for (const folder of await knownFolders(dataDir)) {
    const data = await realpath(join(folder, 'data')).catch(() => undefined);
    const found = data && (await readPidFile(data));
    if (!found || !isAlive(found.pid) || !(await isPostmaster(found.pid, data))) continue;
    const connection = { host: found.socketFolder, user: USER, password, database: DATABASE };
    if ((await probe(connection, data, ADOPT_TIMEOUT_MS, () => isAlive(found.pid))) === 'yes')
      return connection;
  }
  return undefined;
}

async function adoptOrStart(options: {
  place: ClusterLocation;
  data: string;
  account: Account;
  password: string;
  settings: Record<string, string>;
  onSpawned: () => void;
  /** How long a start is retried where the server ends at once. */
  retryForMs: number;
}) {
  const { place, data, account, password, settings, onSpawned, retryForMs } = options;
  const connect = (host: string) => ({ host, user: USER, password, database: 'postgres' });
  const found = await readPidFile(data);
  if (found && isAlive(found.pid) && (await isPostmaster(found.pid, data))) {
    const connection = connect(found.socketFolder);
    if ((await probe(connection, data, ADOPT_TIMEOUT_MS, () => isAlive(found.pid))) === 'yes') {
      return { ...found, connection, how: 'adopted' as const };
    }
    await stopPostmaster(found.pid, ['SIGQUIT', 'SIGKILL']);
  }
  if (found) {
    // Its process is gone, or another process has its number: PostgreSQL would take that process
    // for a postmaster.
    await rm(join(data, 'postmaster.pid'), { force: true });
  }
  const end = performance.now() + retryForMs;
  for (let isKnown = false; ; ) {
    const started = await startPostmaster({ binaries: place.binaries, data, account, settings });
    onSpawned();
    const connection = connect(started.socketFolder);
    const result = await probe(connection, data, START_TIMEOUT_MS, () => !started.exited());
    if (result === 'yes') return { ...started, connection, how: 'started' as const };
    if (result === 'wrong password' && !isKnown) {
      // The file is of another copy, or was recreated by an interrupted start. The database is
      // ours, so its password is set to this one.
      await replacePassword(place, data, account, password);
      isKnown = true;
      continue;
    }
    // The last backends of a killed postmaster hold its shared memory, and end within moments.
    if (!started.exited() || performance.now() >= end) {
      await stopPostmaster(started.pid);
      throw new SetupError(
        `The embedded PostgreSQL did not start. ${await logTail(place.folder, started.log)}`,
      );
    }
    await delay(RETRY_DELAY_MS);
  }
}

/** The last log lines of PostgreSQL: from before its logging began, or from the log of today. */
async function logTail(folder: string, startLog: string) {
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date().getUTCDay()];
  const logs = [startLog, join(folder, 'log', `postgres-${today}.log`)];
  const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8').catch(() => '')));
  return texts.join('').trim().split('\n').slice(-5).join('\n');
}

/** Restarts the server when it ends: killed by the OOM killer for example. */
function keepRunning(
  pid: () => number,
  restart: () => Promise<void>,
  onFailure: (error: unknown) => void,
) {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let backOff = WATCH_EVERY_MS;
  let [startedAt, waitUntil] = [Number.NEGATIVE_INFINITY, 0];
  let looking = Promise.resolve();
  const look = async () => {
    const now = performance.now();
    if (!isAlive(pid()) && now >= waitUntil) {
      backOff =
        now - startedAt > STABLE_AFTER_MS ? WATCH_EVERY_MS : Math.min(backOff * 2, MAX_BACK_OFF_MS);
      await restart().catch(onFailure);
      startedAt = performance.now();
      waitUntil = startedAt + backOff;
    }
    if (!stopped) timer = setTimeout(begin, WATCH_EVERY_MS).unref();
  };
  const begin = () => {
    looking = look();
  };
  timer = setTimeout(begin, WATCH_EVERY_MS).unref();
  return {
    /** Resolves once no start is in progress. */
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/**
 * Created beside its final place and moved there when complete: an interrupted start leaves nothing
 * half created.
 */
async function createIfMissing(
  place: ClusterLocation,
  data: string,
  account: Account,
  password: string,
) {
  if (await exists(join(data, 'PG_VERSION'))) return false;
  const unfinished = join(place.folder, 'unfinished');
  const input = join(place.folder, 'password');
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(input, password, { mode: 0o600 });
  if (account) await chown(input, account.uid, account.gid);
  try {
    await promisify(execFile)(
      join(place.binaries, 'bin', 'initdb'),
      [
        [
          '-D',
          unfinished,
          '-U',
          USER,
          '--pwfile',
          input,
          '--auth',
          'scram-sha-256',
          '--encoding',
          'UTF8',
        ],
        // PostgreSQL's own Unicode rules for case and order: the same on every machine and after
        // every upgrade.
        ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-locale'],
        ['--no-instructions'],
      ].flat(),
      { ...account, cwd: place.folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } },
    );
  } catch (error) {
    throw new SetupError(
      `The embedded PostgreSQL could not be set up: ${(error as { stderr?: string }).stderr?.trim() || error}`,
    );
  } finally {
    await rm(input, { force: true });
  }
  await rename(unfinished, data);
  return true;
}

async function createDatabase(connection: Connection) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** A lost password of our own cluster, after a partial restore for example, is replaced. */
async function replacePassword(
  place: ClusterLocation,
  data: string,
  account: Account,
  password: string,
) {
  const found = await readPidFile(data);
  if (found && isAlive(found.pid) && (await isPostmaster(found.pid, data)))
    await stopPostmaster(found.pid);
  await rm(join(data, 'postmaster.pid'), { force: true });
  await setPassword({ binaries: place.binaries, data, account, password });
}

/**
 * @throws SetupError where another major version created the cluster: its files are incompatible
 */
async function requireSameMajor(data: string, packaged: string) {
  const created = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const ours = await majorOf(packaged);
  if (created && created !== ours)
    throw new SetupError(
      `The database in '${data}' was created by PostgreSQL ${created}, and this version contains ${ours}: start the previous version, run '${commandLine('backup')}' there, and '${commandLine('restore')}' here with DATA_DIR set to an empty folder.`,
    );
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password');

/** The password of the cluster, created once. */
async function loadOrCreatePassword(dataDir: string) {
  const file = passwordFile(dataDir);
  writeOnce(file, randomBytes(24).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}

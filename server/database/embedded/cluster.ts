import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeDataDir, SetupError } from '../../config.ts';
import { writeOnce } from '../../files.ts';
import type { Connection } from '../pool.ts';
import { type Account, clusterAccount } from './account.ts';
import { exists, findBinaries, majorOf } from './binaries.ts';
import { takeOwnership } from './owner.ts';
import { findPlace, knownFolders, noteFolder, type Place, requireKnownCluster } from './place.ts';
import {
  answers,
  DATABASE,
  isAlive,
  isPostmaster,
  readPidFile,
  START_TIMEOUT_MS,
  setPassword,
  startPostmaster,
  stopPostmaster,
  USER,
} from './postmaster.ts';

/** How long a postmaster that survived us may take to answer before it is ended: it may be recovering, too. */
const ADOPT_TIMEOUT_MS = 30_000;
const RETRY_FOR_MS = 15_000;
const TRY_AGAIN_MS = 100;
const WATCH_EVERY_MS = 1000;
/** Where the server ends again and again, for want of disk say, it is started less and less often. */
const MAX_BACK_OFF_MS = 30_000;
/** Who has run for so long has started well. */
const STEADY_MS = 60_000;

export type Cluster = {
  connection: Connection;
  /** How it came to run: for the log. */
  how: 'created' | 'started' | 'adopted';
  stop: () => Promise<void>;
};

/**
 * Makes the PostgreSQL cluster of this data folder run, whatever state it was left in, and keeps it running until `stop`
 * (design: 'The embedded PostgreSQL').
 * @param settings PostgreSQL settings of the caller's, for tests
 * @throws SetupError when the folder is in use, or this platform has no binaries
 */
export async function startCluster(
  dataDir: string,
  {
    settings = {},
    onRestart = () => {},
  }: { settings?: Record<string, string>; onRestart?: (error?: unknown) => void } = {},
): Promise<Cluster> {
  const packaged = await findBinaries();
  makeDataDir(dataDir);
  const account = clusterAccount(await knownFolders(dataDir));
  const owner = takeOwnership(dataDir);
  try {
    const found = await findPlace(await realpath(dataDir), packaged, account);
    // As the process of the database has it, where the folder is a link to another disk.
    const place = { ...found, folder: await realpath(found.folder) };
    const data = join(place.folder, 'data');
    await requireKnownCluster(dataDir, place, data);
    await requireSameMajor(data, packaged);
    const isNew = !(await exists(passwordFile(dataDir)));
    const password = await keptPassword(dataDir);
    const created = await createUnlessThere(place, data, account, password);
    if (isNew && !created) await replacePassword(place, data, account, password);
    await noteFolder(dataDir, place);
    const launch = (retryForMs: number) => adoptOrStart({ place, data, account, password, settings, retryForMs });
    let running = await launch(RETRY_FOR_MS);
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

/** Whether this data folder has a cluster, wherever that lies. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const found = (await knownFolders(dataDir)).map((folder) => exists(join(folder, 'data', 'PG_VERSION')));
  return (await Promise.all(found)).includes(true);
}

/** How to reach the cluster of this data folder where it runs already, as another process has started it. */
export async function runningCluster(dataDir: string): Promise<Connection | undefined> {
  const password = (await readFile(passwordFile(dataDir), 'utf8').catch(() => '')).trim();
  for (const folder of await knownFolders(dataDir)) {
    const data = await realpath(join(folder, 'data')).catch(() => undefined);
    const found = data && (await readPidFile(data));
    if (!found || !isAlive(found.pid) || !(await isPostmaster(found.pid, data))) continue;
    const connection = { host: found.socketFolder, user: USER, password, database: DATABASE };
    if ((await answers(connection, data, ADOPT_TIMEOUT_MS, () => isAlive(found.pid))) === 'yes') return connection;
  }
  return undefined;
}

async function adoptOrStart(options: {
  place: Place;
  data: string;
  account: Account;
  password: string;
  settings: Record<string, string>;
  /** How long it is tried again where it ends at once. */
  retryForMs: number;
}) {
  const { place, data, account, password, settings, retryForMs } = options;
  const connect = (host: string) => ({ host, user: USER, password, database: 'postgres' });
  const found = await readPidFile(data);
  if (found && isAlive(found.pid) && (await isPostmaster(found.pid, data))) {
    const connection = connect(found.socketFolder);
    if ((await answers(connection, data, ADOPT_TIMEOUT_MS, () => isAlive(found.pid))) === 'yes') {
      return { ...found, connection, how: 'adopted' as const };
    }
    await stopPostmaster(found.pid, ['SIGQUIT', 'SIGKILL']);
  }
  if (found) {
    // Its process is gone, or its number belongs to a stranger now; PostgreSQL would take the stranger for it.
    await rm(join(data, 'postmaster.pid'), { force: true });
  }
  const end = Date.now() + retryForMs;
  for (let isKnown = false; ; ) {
    const started = await startPostmaster({ binaries: place.binaries, data, account, settings });
    const connection = connect(started.socketFolder);
    const answer = await answers(connection, data, START_TIMEOUT_MS, () => !started.exited());
    if (answer === 'yes') return { ...started, connection, how: 'started' as const };
    if (answer === 'another password' && !isKnown) {
      // The file is of another copy, or was made anew and the start cut short: the database is ours, and takes this one.
      await replacePassword(place, data, account, password);
      isKnown = true;
      continue;
    }
    // The last backends of a postmaster that was killed still hold its memory; they notice and go within moments.
    if (!started.exited() || Date.now() >= end) {
      await stopPostmaster(started.pid);
      throw new SetupError(`The embedded PostgreSQL did not start. ${await lastWords(place.folder, started.log)}`);
    }
    await delay(TRY_AGAIN_MS);
  }
}

/** What PostgreSQL said last: before its logging began, or in the log of today. */
async function lastWords(folder: string, startLog: string) {
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date().getUTCDay()];
  const logs = [startLog, join(folder, 'log', `postgres-${today}.log`)];
  const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8').catch(() => '')));
  return texts.join('').trim().split('\n').slice(-5).join('\n');
}

/** Starts the server again when it is gone: killed for want of memory, say. */
function keepRunning(pid: () => number, restart: () => Promise<void>, onFailure: (error: unknown) => void) {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let backOff = WATCH_EVERY_MS;
  let [startedAt, waitUntil] = [0, 0];
  let looking = Promise.resolve();
  const look = async () => {
    const now = Date.now();
    if (!isAlive(pid()) && now >= waitUntil) {
      backOff = now - startedAt > STEADY_MS ? WATCH_EVERY_MS : Math.min(backOff * 2, MAX_BACK_OFF_MS);
      await restart().catch(onFailure);
      startedAt = Date.now();
      waitUntil = startedAt + backOff;
    }
    if (!stopped) timer = setTimeout(begin, WATCH_EVERY_MS).unref();
  };
  const begin = () => {
    looking = look();
  };
  timer = setTimeout(begin, WATCH_EVERY_MS).unref();
  return {
    /** Resolves once nothing is being started any more. */
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Made beside its place and moved there when it is complete: a start that was cut short leaves nothing half made. */
async function createUnlessThere(place: Place, data: string, account: Account, password: string) {
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
        ['-D', unfinished, '-U', USER, '--pwfile', input, '--auth', 'scram-sha-256', '--encoding', 'UTF8'],
        // Unicode's rules for case and order, from PostgreSQL itself: the same on every machine and after every upgrade.
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
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** The password of a cluster whose own was lost, as in a folder that was restored in part, is replaced: it is ours. */
async function replacePassword(place: Place, data: string, account: Account, password: string) {
  const found = await readPidFile(data);
  if (found && isAlive(found.pid) && (await isPostmaster(found.pid, data))) await stopPostmaster(found.pid);
  await rm(join(data, 'postmaster.pid'), { force: true });
  await setPassword({ binaries: place.binaries, data, account, password });
}

/** @throws SetupError where another major version made the cluster: its files mean something else to this one */
async function requireSameMajor(data: string, packaged: string) {
  const made = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const ours = await majorOf(packaged);
  if (made && made !== ours)
    throw new SetupError(
      `The database in '${data}' was made by PostgreSQL ${made}, and this version brings ${ours}: start the version before, run 'npm run backup' there, and 'npm run restore' here with DATA_DIR set to an empty folder.`,
    );
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password');

/** The cluster's password, made once. */
async function keptPassword(dataDir: string) {
  const file = passwordFile(dataDir);
  writeOnce(file, randomBytes(24).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}

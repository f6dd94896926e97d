// Looks for what is wrong with this installation, and changes nothing. Prints a line of JSON for
// each thing that it looked at, for 'postfolio doctor'.
// usage: node server/commands/doctor.ts
import { existsSync, type Stats, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, type Settings, SetupError } from '../config.ts';
import { hasCluster, runningCluster } from '../database/embedded/cluster.ts';
import { pendingMigrations } from '../database/migrate.ts';
import { type Connection, createPool, type Database } from '../database/pool.ts';
import { readServerClock, readServerVersion } from '../database/server-version.ts';
import { explainStart } from '../explain-start.ts';
import { commandLine } from '../root.ts';
import { localUrl } from './command.ts';

type State = 'ok' | 'warning' | 'error';

const TIMEOUT_MS = 5000;
const GIGABYTE = 1024 ** 3;
const FULL_BYTES = 0.2 * GIGABYTE;
const NEARLY_FULL_BYTES = GIGABYTE;
/** Tokens and slots of calendars bear less. */
const MAX_SKEW_MS = 5000;
const FAR_SKEW_MS = 60_000;
const MIN_POSTGRESQL = 150_000;

/** @param mend what to do, where something is wrong */
function say(check: string, state: State, detail: string, mend?: string) {
  console.log(JSON.stringify({ check, state, detail, ...(mend && { mend }) }));
}

/** Nothing of an address but where it is: it may have a password. */
const reasonOf = (error: unknown) => {
  const { code, message } = error as Error & { code?: string };
  const said = explainStart(error as Error) ?? code ?? message;
  return said.replaceAll(/:\/\/\S+/g, '://…').replace(/\.$/, '');
};

function configuration(): Settings | undefined {
  try {
    const settings = readConfig();
    for (const { name, nearest } of settings.misspelt)
      say(
        'settings',
        'warning',
        `${name} is no setting, and is ignored`,
        `Did you mean ${nearest}?`,
      );
    if (!settings.misspelt.length) say('settings', 'ok', 'all of them can be used');
    return settings;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    for (const line of error.message.split('\n'))
      say('settings', 'error', line, 'See docs/configuration.md');
    return undefined;
  }
}

async function dataFolder({ dataDir }: Settings) {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  if (!found)
    return say('data folder', 'warning', `${dataDir} does not exist`, 'The first start makes it');
  const uid = process.getuid?.();
  if (!found.isDirectory())
    say('data folder', 'error', `${dataDir} is no folder`, 'Set DATA_DIR to a folder');
  else if (uid !== undefined && uid !== 0 && found.uid !== uid)
    say(
      'data folder',
      'error',
      `${dataDir} belongs to the user ${found.uid}, and this is ${uid}`,
      'Start as its owner, or change its owner',
    );
  else say('data folder', 'ok', dataDir);
  await freeSpace('free space', dataDir);
  for (const name of ['secret', 'postgres.password']) secretFile(join(dataDir, name), uid);
}

async function freeSpace(check: string, folder: string) {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const state = free < FULL_BYTES ? 'error' : free < NEARLY_FULL_BYTES ? 'warning' : 'ok';
  const mend = state === 'ok' ? undefined : 'Free some space, or move it to a larger disk';
  say(check, state, `${(free / GIGABYTE).toFixed(1)} GB are free for ${folder}`, mend);
}

function secretFile(file: string, uid: number | undefined) {
  let found: Stats | undefined;
  try {
    found = statSync(file, { throwIfNoEntry: false });
  } catch {
    // The folder cannot be entered, which was said above.
  }
  if (!found) return;
  const mode = found.mode & 0o777;
  if (mode & 0o077)
    say(
      'secret files',
      'error',
      `${file} can be read by others (mode ${mode.toString(8)})`,
      `chmod 600 ${file}`,
    );
  else if (uid !== undefined && uid !== 0 && found.uid !== uid)
    say('secret files', 'error', `${file} belongs to another user`, 'Change its owner');
  else say('secret files', 'ok', file);
}

/** The connection to the database, where it can be reached without starting one. */
async function findDatabase(settings: Settings): Promise<Connection | undefined> {
  const { databaseUrl, directUrl, dataDir } = settings;
  const address = directUrl ?? databaseUrl;
  if (address) return { connectionString: address };
  if (!(await hasCluster(dataDir))) {
    say('database', 'warning', `there is none in ${dataDir} yet`, 'The first start makes it');
    return undefined;
  }
  const running = await runningCluster(dataDir);
  if (!running)
    say(
      'database',
      'warning',
      'the embedded PostgreSQL is not running',
      'Start Postfolio, and look again',
    );
  return running;
}

async function database(connection: Connection) {
  const pool: Database = createPool(connection, () => {});
  try {
    const version = await readServerVersion(pool);
    const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
    if (version < MIN_POSTGRESQL)
      say('database', 'error', `PostgreSQL ${major} is too old`, 'Install 15 or newer');
    else say('database', 'ok', `PostgreSQL ${major}.${minor}`);
    await clock(pool);
    const pending = await pendingMigrations(pool);
    if (pending.length)
      say(
        'migrations',
        'warning',
        `${pending.length} are not applied`,
        `The next start applies them, and so does '${commandLine('db:migrate')}'`,
      );
    else say('migrations', 'ok', 'all are applied');
  } catch (error) {
    say('database', 'error', reasonOf(error), 'See docs/deployment.md');
  } finally {
    await pool.end();
  }
}

async function clock(pool: Database) {
  const before = Date.now();
  const theirs = await readServerClock(pool);
  const skew = theirs - (before + Date.now()) / 2;
  const seconds = `${(Math.abs(skew) / 1000).toFixed(1)} seconds ${skew < 0 ? 'behind' : 'ahead of'} this machine`;
  if (Math.abs(skew) < MAX_SKEW_MS)
    say('clock', 'ok', 'that of the database agrees with this machine');
  else
    say(
      'clock',
      Math.abs(skew) < FAR_SKEW_MS ? 'warning' : 'error',
      `that of the database is ${seconds}`,
      'Set both by NTP',
    );
}

/** @returns why it does not answer */
async function ask(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const { status } = (await response.json().catch(() => ({}))) as { status?: string };
    return response.ok ? undefined : `it answers ${response.status}${status ? ` (${status})` : ''}`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message: string } };
    return cause?.code ?? cause?.message ?? message;
  }
}

async function server(settings: Settings) {
  const local = localUrl(settings);
  const up = await ask(`${local}/healthz`);
  if (up)
    say(
      'server',
      'warning',
      `${local} does not answer: ${up}`,
      `Start it: ${commandLine('start')}`,
    );
  else {
    const why = await ask(`${local}/readyz`);
    const isStarting = why?.includes('migrating');
    if (isStarting) say('server', 'warning', `${local} is migrating its database`, 'Wait for it');
    else if (why) say('server', 'error', `${local} is up and not ready: ${why}`, 'See its log');
    else say('server', 'ok', `${local} is up and ready`);
  }
  const { publicUrl } = settings;
  if (!publicUrl)
    return say(
      'public address',
      'warning',
      'PUBLIC_URL is not set: links in emails lead to this machine',
      'Set it to the address that people use',
    );
  if (!publicUrl.startsWith('https:'))
    say(
      'public address',
      'warning',
      `${publicUrl} is not https: most networks cannot be connected`,
      'Put a proxy that speaks TLS in front',
    );
  const reached = await ask(`${publicUrl}/healthz`);
  if (!reached) say('public address', 'ok', `${publicUrl} leads to a server that answers`);
  else
    say(
      'public address',
      'warning',
      `${publicUrl} cannot be reached from here: ${reached}`,
      'See that the proxy runs, and that the name leads here',
    );
}

async function rest({ smtpUrl, mailFrom, s3Url, backupDir, dataDir }: Settings) {
  if (smtpUrl)
    say('mail', 'ok', `sent by ${new URL(smtpUrl).host}${mailFrom ? ` as ${mailFrom}` : ''}`);
  else
    say(
      'mail',
      'warning',
      `SMTP_URL is not set: emails are written to ${join(dataDir, 'outbox')}`,
      'Set SMTP_URL',
    );
  const media = join(dataDir, 'media');
  if (s3Url) say('files', 'ok', `in the bucket at ${new URL(s3Url).host}`);
  else if (existsSync(media)) await freeSpace('files', media);
  if (!backupDir)
    say(
      'backups',
      'warning',
      'BACKUP_DIR is not set: nothing is backed up by itself',
      'Set BACKUP_DIR',
    );
  else if (!existsSync(backupDir))
    say('backups', 'warning', `${backupDir} does not exist`, 'The next start makes it');
  else await freeSpace('backups', backupDir);
}

const found = configuration();
say('node', 'ok', `${process.versions.node} runs the server`);
if (found) {
  const attempt = async (check: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => say(check, 'error', reasonOf(error)));
  await attempt('data folder', () => dataFolder(found));
  await attempt('database', async () => {
    const connection = await findDatabase(found);
    if (connection) await database(connection);
  });
  await attempt('server', () => server(found));
  await attempt('files', () => rest(found));
}
process.exit();

import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../../config/config.ts';
import { writeOnce } from '../../lib/write-once.ts';
import { commandLine } from '../../root.ts';
import { type Account, canReach } from './account.ts';
import { copyBinaries, exists } from './binaries.ts';

/** The parent folder of clusters whose user cannot reach the data folder. */
const ELSEWHERE = '/var/lib/postfolio';

const ID = /^[0-9a-f-]{36}$/;
const pointerOf = (dataDir: string) => join(dataDir, 'postgres.id');

/** The folders that may contain an existing cluster of this data folder. */
export async function knownFolders(dataDir: string): Promise<string[]> {
  const id = await readPointer(dataDir);
  return [join(dataDir, 'postgres'), ...(id ? [join(ELSEWHERE, id)] : [])];
}

async function readPointer(dataDir: string) {
  const text = await readFile(pointerOf(dataDir), 'utf8').catch(() => undefined);
  const id = text?.trim();
  if (id !== undefined && !ID.test(id)) {
    throw new SetupError(
      `'${pointerOf(dataDir)}' does not name a database: put back the one from your backup.`,
    );
  }
  return id;
}

/** The folder that contains the cluster, and the PostgreSQL that runs it. */
export type ClusterLocation = { folder: string; binaries: string };

/**
 * Chooses where the cluster of this data folder is: inside it, or, where the user of the cluster
 * cannot enter (a parent folder with mode 0700, such as the home of root), in a folder of its own
 * under /var/lib/postfolio. The choice is permanent.
 */
export async function resolveLocation(
  dataDir: string,
  packaged: string,
  account: Account,
): Promise<ClusterLocation> {
  const inside = join(dataDir, 'postgres');
  if (!account) return { folder: await makeFolder(inside, account), binaries: packaged };
  const id = await readPointer(dataDir);
  if (id === undefined) {
    const reachable = (await exists(inside)) || canReach(account, dataDir);
    if (reachable) {
      const folder = await makeFolder(inside, account);
      if (!canReach(account, folder)) {
        throw new SetupError(
          `'${folder}' cannot be reached by the user that runs PostgreSQL: open the folders above it.`,
        );
      }
      const runnable = canReach(account, join(packaged, 'bin', 'postgres'));
      return {
        folder,
        binaries: runnable ? packaged : await copyBinaries(packaged, await makeElsewhere()),
      };
    }
  }
  return elsewhere(dataDir, id ?? randomUUID(), packaged, account);
}

async function elsewhere(
  dataDir: string,
  id: string,
  packaged: string,
  account: Account,
): Promise<ClusterLocation> {
  const pointer = pointerOf(dataDir);
  const base = await makeElsewhere();
  const home = join(base, id);
  if ((await readPointer(dataDir)) !== undefined && !(await exists(home)))
    throw missingCluster(dataDir, home);
  const folder = await makeFolder(home, account);
  const owner = join(home, 'data-dir');
  const here = await realpath(dataDir);
  const before = (await readFile(owner, 'utf8').catch(() => here)).trim();
  // A moved data folder keeps its cluster; a copy must not share it with the original.
  if (
    before !== here &&
    (await readFile(join(before, 'postgres.id'), 'utf8').catch(() => '')).trim() === id
  ) {
    throw new SetupError(
      `DATA_DIR '${here}' is a copy of '${before}', and the database belongs to that one: set DATA_DIR to an empty folder to begin with an empty database.`,
    );
  }
  await writeFile(owner, `${here}\n`);
  writeOnce(pointer, `${id}\n`);
  return { folder, binaries: await copyBinaries(packaged, base) };
}

const noteOf = (dataDir: string) => join(dataDir, 'postgres.folder');

/** Records where the cluster is, once there is one. */
export async function recordFolder(dataDir: string, { folder }: ClusterLocation): Promise<void> {
  const note = await readFile(noteOf(dataDir), 'utf8').catch(() => '');
  // Readable for whoever starts it next, root or not.
  if (note.trim() !== folder) await writeFile(noteOf(dataDir), `${folder}\n`, { mode: 0o644 });
}

/**
 * A data folder that had a cluster never gets an empty one: all data would seem lost.
 * @throws SetupError
 */
export async function requireKnownCluster(
  dataDir: string,
  { folder }: ClusterLocation,
  data: string,
): Promise<void> {
  const note = await readFile(noteOf(dataDir), 'utf8').catch(() => undefined);
  if (note === undefined || (await exists(join(data, 'PG_VERSION')))) return;
  throw missingCluster(dataDir, note.trim() || folder);
}

const missingCluster = (dataDir: string, folder: string) =>
  new SetupError(
    `The database of DATA_DIR '${dataDir}' does not exist; it was in '${folder}'. Put that folder back, or set DATA_DIR to an empty folder and restore a backup with '${commandLine('restore')}'.`,
  );

async function makeElsewhere() {
  await mkdir(ELSEWHERE, { recursive: true });
  // Independent of the umask of root: the user of the cluster must be able to enter.
  await chmod(ELSEWHERE, 0o755);
  return ELSEWHERE;
}

async function makeFolder(folder: string, account: Account) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

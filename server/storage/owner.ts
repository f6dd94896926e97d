import { buffer } from 'node:stream/consumers';
import { SetupError } from '../config/config.ts';
import { type Installation, lockInstallation } from '../database/installation.ts';
import type { Database, Executor } from '../database/pool.ts';
import { runTransaction } from '../database/transaction.ts';
import { AppError } from '../errors.ts';
import { commandLine } from '../root.ts';
import type { Storage } from './storage.ts';

/**
 * A folder or a bucket belongs to one installation, whose id is in it. Another one, such as a restored
 * copy with the settings of its original, only reads there.
 */

const KEY = 'installation';
const MAX_ID = 100;
/** How long the owner is believed to be the same: a copy may take over at any time. */
const KNOWN_MS = 5000;

type Files = Pick<Storage, 'open' | 'put' | 'place' | 'isFolder'>;

/** The id of the installation that files belong to; undefined where none has claimed them. */
async function ownerOf(storage: Pick<Storage, 'open'>): Promise<string | undefined> {
  const stored = await storage.open(KEY, { start: 0, end: MAX_ID - 1 });
  return stored && String(await buffer(stored)).trim();
}

const own = (storage: Pick<Storage, 'put'>, id: string) =>
  storage.put(KEY, { bytes: Buffer.from(`${id}\n`) });

const nameOf = ({ place, isFolder }: Files) => (isFolder ? `The folder '${place}'` : place);

const foreign = (storage: Files, owner: string, id: string) =>
  `${nameOf(storage)} has the files of another installation (${owner}; this one is ${id}): set ${storage.isFolder ? 'DATA_DIR to another folder' : 'S3_URL to another bucket or prefix'}, or, if the other one has ended for good, run '${commandLine('take-over')}'.`;

/**
 * Whether nobody has files yet, which this installation may then claim. It changes nothing.
 * @throws SetupError as `claimFiles`
 */
export async function areUnclaimed(
  storage: Files,
  { id, has_folder }: { id: string; has_folder: boolean },
  isShared: boolean,
): Promise<boolean> {
  const owner = await ownerOf(storage);
  if (owner === id) return false;
  if (owner !== undefined) throw new SetupError(foreign(storage, owner, id));
  if (storage.isFolder && has_folder && isShared)
    throw new SetupError(
      `${nameOf(storage)} has none of the files of this installation (${id}), which are in another folder: share DATA_DIR/media with the other processes, or set S3_URL. If the other folder is lost, run '${commandLine('take-over')}'.`,
    );
  return true;
}

/**
 * Claims files without an owner for this installation.
 * @param isShared whether other processes may use the database, which then need the same folder
 * @throws SetupError where they belong to another installation, or are not those that this one has
 */
export async function claimFiles(
  database: Database,
  storage: Files,
  { isShared }: { isShared: boolean },
): Promise<void> {
  await runTransaction(database, async (tx) => {
    // Locked: one of several processes that start together writes it.
    const row = await lockInstallation(tx);
    if (await areUnclaimed(storage, row, isShared)) await ownFiles(tx, storage, row.id);
  });
}

/**
 * @throws SetupError where files belong to an installation
 */
export async function requireNoOwner(storage: Files): Promise<void> {
  const owner = await ownerOf(storage);
  if (owner === undefined) return;
  throw new SetupError(
    `${nameOf(storage)} has the files of another installation (${owner}): set ${storage.isFolder ? 'DATA_DIR to an empty folder' : 'S3_URL to another bucket or prefix'}, or, if the other one has ended for good, restore with --take-over.`,
  );
}

/** Makes files those of this installation, whoever had them. */
export async function ownFiles(tx: Executor, storage: Files, id: string): Promise<void> {
  await own(storage, id);
  if (storage.isFolder) await tx.query('update installation set has_folder = true');
}

/**
 * The same storage, which writes and deletes only while the installation is active and the files
 * are its own.
 */
export function owned(storage: Storage, installation: Installation): Storage {
  let knownAt = Number.NEGATIVE_INFINITY;
  async function allow() {
    installation.requireActive();
    if (performance.now() - knownAt < KNOWN_MS) return;
    const owner = await ownerOf(storage);
    if (owner !== installation.id)
      throw Object.assign(
        new AppError('unavailable', 503, 'The files belong to another installation now.'),
        // For the log: members are not told where they are.
        { cause: new Error(foreign(storage, owner ?? 'unknown', installation.id)) },
      );
    knownAt = performance.now();
  }
  return {
    ...storage,
    put: async (key, source) => {
      await allow();
      await storage.put(key, source);
    },
    remove: async (key) => {
      await allow();
      await storage.remove(key);
    },
  };
}

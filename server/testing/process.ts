import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The program as it is run: `vitest.setup.ts` builds it. */
export const MAIN = 'dist/server/main.js';

export type Account = { uid: number; gid: number };
export type ServerProcess = {
  child: ChildProcess;
  base: string;
  /** Its output so far. */
  output: () => string;
  /** Resolves with the exit code when the process ends. */
  exited: Promise<number | null>;
};

/** Makes the many starts of a run of tests shorter. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node') };

type Options = { account?: Account; environment?: Record<string, string>; root?: string };

/**
 * Starts the built server as a process; it is killed, with its PostgreSQL, at the end of the test.
 */
export function spawnServer(
  dataDir: string,
  { account, environment = {}, root = ROOT }: Options = {},
) {
  const child = spawn(join(root, relative(ROOT, process.execPath)), [MAIN], {
    cwd: root,
    ...account,
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000',
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, output: () => output, exited };
}

export type Finding = { check: string; state: string; detail: string; mend?: string };

/** What 'postfolio doctor' says of an installation that is not running. */
export async function examine(
  dataDir: string,
  environment: Record<string, string>,
): Promise<Finding[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/apart/doctor.js', '--json'],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        ...COMPILE_CACHE,
        ...{ PORT: '0', DATA_DIR: dataDir, ...environment },
      },
    },
    // It ends with 1 where something is wrong.
  ).catch((error: { stdout: string }) => error);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Finding);
}

/** Starts the server and waits until it is ready. */
export async function startServer(dataDir: string, options: Options = {}): Promise<ServerProcess> {
  let started: ChildProcess | undefined;
  // Before it: after the end of a test this throws, and nothing would end what is started.
  onTestFinished(() => started && killEverything(started, dataDir));
  const server = spawnServer(dataDir, options);
  started = server.child;
  const ready = new Promise<string>((resolve) => {
    const look = () => {
      const port = /Ready: .*:(\d+)/.exec(server.output())?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    server.child.stdout.on('data', look);
  });
  const crashed = server.exited.then((code) => {
    throw new Error(`the server ended with ${code}: ${server.output()}`);
  });
  crashed.catch(() => {});
  return { ...server, base: await Promise.race([ready, crashed]) };
}

/** The postmasters of this data folder, wherever their cluster is. */
export function postmasters(dataDir: string): number[] {
  const { stdout } = spawnSync('ps', ['-ww', '-eo', 'pid=,stat=,args='], { encoding: 'utf8' });
  const id = spawnSync('cat', [join(dataDir, 'postgres.id')], { encoding: 'utf8' }).stdout.trim();
  return stdout
    .split('\n')
    .filter(
      (line) =>
        / -D /.test(line) &&
        !/^\s*\d+ Z/.test(line) &&
        (line.includes(`${dataDir}/`) || (id && line.includes(id))),
    )
    .map((line) => Number(line.trim().split(' ')[0]));
}

export function killEverything(child: ChildProcess, dataDir: string) {
  child.kill('SIGKILL');
  for (const pid of postmasters(dataDir)) {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    for (const entry of [pid, ...stdout.split('\n').filter(Boolean).map(Number)]) {
      try {
        process.kill(entry, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }
}

/** The data folders of two processes of one installation: they share the folder of files. */
export function twoDataFolders(): [string, string] {
  const [first, second] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'data')];
  mkdirSync(second);
  symlinkSync(join(first, 'media'), join(second, 'media'));
  return [first, second];
}

/**
 * A temporary folder for a test, deleted at its end, together with a cluster elsewhere that belongs
 * to it.
 */
export function temporaryFolder({
  mode = 0o755,
  account,
}: {
  mode?: number;
  account?: Account;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'postfolio-process-'));
  chmodSync(folder, mode);
  if (account) chownSync(folder, account.uid, account.gid);
  onTestFinished(() => {
    const { stdout } = spawnSync(
      'find',
      [folder, '-name', 'postgres.id', '-exec', 'cat', '{}', ';'],
      {
        encoding: 'utf8',
      },
    );
    for (const id of stdout.split('\n').filter(Boolean))
      rmSync(join('/var/lib/postfolio', id), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

let template: Promise<string> | undefined;

/**
 * The data folder of a server that was started once and stopped, as a copy: most tests begin there,
 * without the seconds that a first start takes.
 */
export async function startedDataFolder() {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postfolio-template-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    // PostgreSQL runs as another user where root runs the tests.
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    const server = await startServer(dataDir);
    server.child.kill('SIGTERM');
    await server.exited;
    return dataDir;
  })();
  const dataDir = join(temporaryFolder(), 'data');
  const copied = spawnSync('cp', ['-a', await template, dataDir], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  return dataDir;
}

/** A user who is not root, if root runs the tests. */
export function ordinaryAccount(): Account {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout),
  );
  return { uid, gid };
}

/** The program where this user can read it: here, or in a copy. */
export function readableRoot(account: Account): string {
  if (spawnSync('test', ['-r', join(ROOT, MAIN)], { ...account, cwd: '/' }).status === 0)
    return ROOT;
  const copy = temporaryFolder();
  for (const entry of ['package.json', 'contract', 'server', 'dist', 'node_modules']) {
    const linked = spawnSync('cp', ['-al', join(ROOT, entry), copy]);
    if (linked.status !== 0)
      cpSync(join(ROOT, entry), join(copy, entry), { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}

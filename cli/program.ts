import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure, usage } from './failure.ts';
import { homeFolder } from './home.ts';
import { endOnInterrupt, SIGNALS } from './interrupt.ts';
import { IS_CHECKOUT, ROOT } from './version.ts';

/** The server and the commands of operators: programs of their own, on the Node that they need. */

const NODE_MAJOR = 24;
/** As in package.json, 'start'. */
const SERVER_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=4'];

/** The Node of this process, or the one that the package `node` has brought. @throws Failure */
function findNode(): string {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  try {
    const folder = dirname(createRequire(join(ROOT, 'package.json')).resolve('node/package.json'));
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(file)) return file;
  } catch {
    // It is optional.
  }
  throw new Failure(
    `The server runs on Node ${NODE_MAJOR} or newer, and this is ${process.versions.node}. Install Node ${NODE_MAJOR}, or install postfolio again so that npm may run the install script of the package 'node', which brings it.`,
  );
}

const environment = () => ({
  ...process.env,
  DATA_DIR:
    process.env.DATA_DIR || (IS_CHECKOUT ? join(ROOT, 'data') : join(homeFolder(), '.postfolio')),
});

type Settings = {
  cwd?: string;
  /** Where its output goes; else to that of this process. */
  output?: (chunk: Buffer) => void;
};

/** Runs a program to its end. @returns its exit code */
function run(
  node: string,
  words: readonly string[],
  { cwd, output }: Settings = {},
): Promise<number> {
  const child = spawn(node, words, {
    ...(cwd && { cwd }),
    env: environment(),
    // The channel tells it when this process ends in any way.
    stdio: ['inherit', output ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  if (output) child.stdout?.on('data', output);
  // It ends as the program does, which a terminal tells of Ctrl+C, too.
  for (const signal of SIGNALS)
    process.removeAllListeners(signal).on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Failure(`${node} cannot be run: ${error.message}.`)));
    child.once('close', (code, signal) => {
      for (const name of SIGNALS) process.removeAllListeners(name);
      endOnInterrupt();
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/** Starts the server, and serves until it ends. */
export async function startServer({ words }: { words: readonly string[] }): Promise<void> {
  if (words.length)
    throw usage(`'${words[0]}' was not expected: settings are variables of the environment.`);
  const file = IS_CHECKOUT
    ? join(ROOT, 'scripts', 'start.js')
    : join(ROOT, 'dist', 'server', 'main.js');
  const node = IS_CHECKOUT ? process.execPath : findNode();
  process.exitCode = await run(node, [...SERVER_FLAGS, file]);
}

/** Runs a command of operators. @param output as in `Settings` */
export async function runProgram(
  name: string,
  words: readonly string[],
  output?: Settings['output'],
): Promise<void> {
  // Of the present sources. What they need is installed: 'bin/postfolio.js' has seen to it.
  if (
    IS_CHECKOUT &&
    (await run(findNode(), [join('scripts', 'build.js'), 'server'], { cwd: ROOT }))
  )
    throw new Failure('The commands could not be built.');
  process.exitCode = await run(
    findNode(),
    [join(ROOT, 'dist', 'apart', `${name}.js`), ...words],
    output ? { output } : {},
  );
}

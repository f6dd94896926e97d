// Starts the whole application: installs and builds what is stale, then serves. Runs on the Node of
// the machine.
// usage: node scripts/start.js [--demo]   (--demo adds a workspace of sample content to click
// through)
import './node-version.js';
import { spawn } from 'node:child_process';
// Not by name: the Node of the machine reads this file, too, and may not have all of them.
import * as module from 'node:module';
import { join } from 'node:path';
import { NODE } from './install.js';
import { buildStale } from './stale.js';

const ROOT = join(import.meta.dirname, '..');
const WORDS = process.argv.slice(2);
if (WORDS.some((word) => word !== '--demo')) {
  console.error(
    `'${WORDS.find((word) => word !== '--demo')}' was not expected: settings are variables of the environment.`,
  );
  process.exit(2);
}

// Those before 10.3 keep SIGTERM to themselves; of Ctrl+C the terminal tells this process, too.
const [, npm, major, minor] = /npm\/((\d+)\.(\d+))/.exec(process.env.npm_config_user_agent) ?? [];
if ((major < 10 || (major === '10' && minor < 3)) && !process.stdin.isTTY)
  console.error(
    `npm ${npm} does not pass SIGTERM on: to be able to end it, start 'node scripts/start.js' instead of 'npm start'.`,
  );

if (Number(process.versions.node.split('.')[0]) < 24) {
  // The channel tells the child when this process ends in any way.
  const child = spawn(NODE, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  // What a checkout is built of is there; paths of settings are those of the present folder.
  const present = process.cwd();
  process.chdir(ROOT);
  buildStale();
  // What is compiled once is not compiled at the next start.
  module.enableCompileCache(join(ROOT, 'node_modules/.cache/node'));
  process.chdir(present);
  process.env.DATA_DIR ||= join(ROOT, 'data');
  await import(`../dist/server/${process.argv.includes('--demo') ? 'demo' : 'main'}.js`);
}

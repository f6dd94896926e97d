// Starts the whole application: installs and builds what is stale, then serves. Runs on the Node of
// the machine.
// usage: node scripts/start.js [--demo]   (--demo adds a workspace of sample content to click
// through)
import { spawn } from 'node:child_process';
// Not by name: the Node of the machine reads this file, too, and may not have all of them.
import * as module from 'node:module';
import { join } from 'node:path';
import { NODE } from './install.js';
import { buildStale } from './stale.js';

const ROOT = join(import.meta.dirname, '..');
process.chdir(ROOT);

if (Number(process.versions.node.split('.')[0]) < 24) {
  // The channel tells the child when this process ends in any way.
  const child = spawn(NODE, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  buildStale();
  // What is compiled once is not compiled at the next start.
  module.enableCompileCache('node_modules/.cache/node');
  await import(`../dist/server/${process.argv.includes('--demo') ? 'demo' : 'main'}.js`);
}

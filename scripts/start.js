// Starts the whole application: installs and builds what is stale, then serves. Runs on the Node of
// the machine.
// usage: node scripts/start.js [--demo]   (--demo adds a workspace of sample content to click
// through)
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
// Not by name: the Node of the machine reads this file, too, and may not have all of them.
import * as fs from 'node:fs';
import * as module from 'node:module';
import { join } from 'node:path';
import { NODE } from './install.js';

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
  build('server', ['server', 'scripts'], ['scripts/build-server.ts']);
  build('web', ['web', 'docs/pictures'], ['node_modules/vite/bin/vite.js', 'build']);
  // What is compiled once is not compiled at the next start.
  module.enableCompileCache('node_modules/.cache/node');
  await import(`../dist/server/${process.argv.includes('--demo') ? 'demo' : 'main'}.js`);
}

/** Builds `dist/{part}`, unless it is up to date. */
function build(part, folders, command) {
  const stamp = `dist/${part}/.built`;
  const sources = [...folders, 'contract'].flatMap(filesOf).sort();
  const hash = createHash('sha256');
  for (const file of [...sources, 'vite.config.ts', 'package-lock.json'])
    hash.update(file).update(fs.readFileSync(file));
  const wanted = hash.digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Building …');
  const { status } = spawnSync(process.execPath, command, { stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) process.exit(status ?? 1);
  fs.writeFileSync(stamp, wanted);
}

/** The files of a folder, but for tests and what they need. */
function filesOf(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : filesOf(path);
    return entry.name.includes('.test.') ? [] : path;
  });
}

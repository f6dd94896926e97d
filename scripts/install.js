// Installs the packages of package-lock.json, unless they are installed. Runs on the Node of the
// machine.
// usage: node scripts/install.js
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'node_modules', '.installed');

/** The Node of the project, whatever the machine has. */
export const NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const wanted = createHash('sha256')
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';

if (installed !== wanted) {
  console.error('Installing …');
  // Not `npm ci`: the lock file names the binaries of the platform that wrote it, and `ci` requires
  // those of all.
  run('npm', ['install', '--no-save', '--include=dev', '--loglevel=error']);
  // Where install scripts are off, the package `node` has not fetched its binary yet.
  if (!existsSync(NODE))
    run(process.execPath, [join(ROOT, 'node_modules', 'node', 'installArchSpecificPackage.js')]);
  writeFileSync(STAMP, wanted);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

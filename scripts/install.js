// Installs the packages of package-lock.json, unless they are installed. Runs on the Node of the
// machine.
// usage: node scripts/install.js [--tests]   (--tests: the servers that tests run against, too)
import './node-version.js';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The Node of the project, whatever the machine has. */
export const NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

install(ROOT, [], () => {
  // Where install scripts are off, the package `node` has not fetched its binary yet. It does so by
  // an npm that would inherit the setting.
  if (!existsSync(NODE))
    run(
      ROOT,
      process.execPath,
      [join(ROOT, 'node_modules', 'node', 'installArchSpecificPackage.js')],
      { ...process.env, npm_config_ignore_scripts: 'false', npm_config_loglevel: 'error' },
    );
  if (existsSync(NODE)) return;
  console.error(
    `The package 'node' could not fetch its program, ${NODE}: install Node 24, with which it is not needed, or allow npm its install scripts.`,
  );
  process.exit(1);
});
// Its packages would be compiled otherwise, and need nothing of that.
if (process.argv.includes('--tests'))
  for (const name of ['bluesky', 'openapi'])
    install(join(ROOT, 'server', 'testing', name), ['--ignore-scripts']);

function install(folder, flags, then = () => {}) {
  const stamp = join(folder, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing …');
  // Not `npm ci`: the lock file names the binaries of the platform that wrote it, and `ci` requires
  // those of all.
  run(folder, 'npm', ['install', '--no-save', '--include=dev', '--loglevel=error', ...flags]);
  then();
  writeFileSync(stamp, wanted);
}

function run(folder, command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
// Not by name: the Node of the machine reads this file, too, and may not have all of them.
import * as fs from 'node:fs';
import { join } from 'node:path';

const VITE = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];

/**
 * Builds what is stale of `dist/server` and `dist/web`, in the folder of the project. Ends the process
 * where a part cannot be built.
 */
export function buildStale(parts = ['server', 'web']) {
  if (parts.includes('server'))
    build('server', ['server', 'scripts', 'cli'], ['scripts/build-server.ts']);
  if (parts.includes('web')) build('web', ['web', 'docs/pictures'], VITE);
}

/** Builds `dist/{part}`, unless it is up to date. */
function build(part, folders, command) {
  const stamp = `dist/${part}/.built`;
  const sources = [...folders, 'contract'].flatMap(filesOf).sort();
  const hash = createHash('sha256');
  for (const file of [...sources, 'vite.config.ts', 'scripts/site-script.ts', 'package-lock.json'])
    hash.update(file).update(fs.readFileSync(file));
  const wanted = hash.digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Building the ${part === 'web' ? 'pages' : part} …`);
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

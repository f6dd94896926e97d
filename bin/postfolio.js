#!/usr/bin/env node
// The command `postfolio`. Runs on the Node of the machine; what it runs is in `dist`.
import '../scripts/node-version.js';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist', 'cli', 'main.js');

// A package has it. In a checkout it is built at the first use, and with the server from then on.
if (!existsSync(CLI)) {
  const { NODE } = await import('../scripts/install.js');
  const { status } = spawnSync(NODE, [join('scripts', 'build.js'), 'server'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import(new URL('../dist/cli/main.js', import.meta.url));

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { COMPILE_CACHE } from './process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a command to its end, like at a terminal. */
export async function spawnCommand(
  script: string,
  parameters: string[],
  environment: Record<string, string>,
) {
  const child = spawn(process.execPath, [script, ...parameters], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { code, output };
}

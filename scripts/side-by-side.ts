// Runs scripts of package.json at the same time. Prints the output of each in one piece, in their
// order: of the first as it comes. Fails where one of them fails, after all have ended.
// usage: node scripts/side-by-side.ts <script>…
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

/** A script never waits until its output is printed. */
const MAX_WAITING_BYTES = 2 ** 30;

const runs = process.argv.slice(2).map((name) => {
  const begun = performance.now();
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  const output = new PassThrough({ highWaterMark: MAX_WAITING_BYTES });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => output.write(chunk));
  const ended = once(child, 'close').then(([code]) => {
    output.end();
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { hasPassed: code === 0, seconds };
  });
  return { name, child, output, ended };
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const { child } of runs) child.kill(signal);
  });

for (const { name, output, ended } of runs) {
  console.log(`── ${name}`);
  for await (const chunk of output) process.stdout.write(chunk);
  const { hasPassed, seconds } = await ended;
  console.log(`── ${name} ${hasPassed ? 'passed' : 'FAILED'} after ${seconds} s`);
  if (!hasPassed) process.exitCode = 1;
}

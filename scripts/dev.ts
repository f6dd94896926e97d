// The server and the pages, each reloading when its files change.
// usage: npm run dev    then open the address that Vite prints
import { type ChildProcess, spawn } from 'node:child_process';

const children: ChildProcess[] = [
  spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'],
    {
      stdio: 'inherit',
      env: { RATE_LIMIT_FACTOR: '1000', ...process.env },
    },
  ),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' }),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);

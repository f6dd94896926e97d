import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../server/testing/eventually.ts';
import { mp4 } from '../server/testing/media-files.ts';
import {
  type Account,
  killEverything,
  ordinaryAccount,
  postmasters,
  temporaryFolder,
} from '../server/testing/process.ts';

/** The package, as somebody installs it in an empty folder, with the Node and the npm of the machine. */

const ROOT = join(import.meta.dirname, '..');
const isRoot = process.getuid?.() === 0;
/** Without the folders of the project. */
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postfolio-package-'));
  // Another user runs it.
  chmodSync(folder, 0o755);
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, stdio: 'ignore' });
  const [file = ''] = readdirSync(folder);
  const app = join(folder, 'app');
  mkdirSync(app);
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  execFileSync('npm', ['install', ...options, join(folder, file)], {
    ...{ cwd: app, stdio: 'ignore', env: { PATH, HOME: folder } },
  });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(account: Account | undefined) {
  const home = temporaryFolder({ mode: 0o755, ...(account && { account }) });
  const environment = { PATH, HOME: home, PORT: '0' };
  const options = { cwd: join(folder, 'app'), env: environment, ...account };
  const run = (...words: string[]) =>
    execFileSync('npx', ['--no-install', 'postfolio', ...words], { ...options, encoding: 'utf8' });
  const child = spawn('node_modules/.bin/postfolio', ['start'], options);
  const dataDir = join(home, '.postfolio');
  onTestFinished(() => killEverything(child, dataDir));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const base = await eventually(async () => {
    const port = /Ready: .*:(\d+)/.exec(output)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
    throw new Error(`not ready: ${output}`);
  }, 120_000);
  return { run, child, exited, base, dataDir, output: () => output };
}

test.each([
  { who: 'root', account: undefined },
  { who: 'another user', account: isRoot ? ordinaryAccount() : undefined },
])('an installed package starts as $who, without a build', async ({ who, account }) => {
  // Who is not root cannot become another user: the first of the two is that user then.
  if (who !== 'root' && !isRoot) return;
  const { run, child, exited, base, dataDir, output } = await started(account);
  expect(output()).not.toMatch(/Installing|Building/);
  expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await (await fetch(base)).text()).toContain('<title>');
  expect((await fetch(`${base}/api/docs/`)).status).toBe(200);

  const { access } = await (
    await fetch(`${base}/api/auth/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ email: 'ada@example.org', name: 'Ada' },
        ...{ password: 'Corr3ct-horse!', password_confirm: 'Corr3ct-horse!' },
      }),
    })
  ).json();
  // Looked at by a process of its own, which runs no TypeScript in a package.
  const uploaded = await fetch(`${base}/api/media/?name=a.mp4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: new Uint8Array(await mp4({ codec: 'avc', seconds: 1 })),
  });
  expect([uploaded.status, await uploaded.json()]).toMatchObject([
    201,
    { kind: 'video', codec: 'avc' },
  ]);

  const file = join(dataDir, 'backup.tar.gz');
  expect(run('backup', file)).toContain(`${file}: `);
  expect(run('migrate')).toBe('Nothing to apply\n');
  const findings = JSON.parse(run('doctor', '--json')) as { check: string; state: string }[];
  expect(findings.filter(({ state }) => state === 'error')).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'migrations', state: 'ok' }));

  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(postmasters(dataDir)).toEqual([]);
});

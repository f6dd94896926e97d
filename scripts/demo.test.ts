import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCOUNT, COLLEAGUE } from './demo/content.ts';

/** Starts the demo; resolves with its address once it is filled. */
async function startDemo(dataDir: string) {
  const { DATABASE_URL: _, ...env } = process.env;
  const demo = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const text of demo.stdout) {
    said += text;
    if (said.includes('Sign in as')) break;
  }
  const base = /Ready: (\S+)/.exec(said)?.[1];
  return { demo, said, base };
}

test('the demo fills every page', { timeout: 180_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'));
  const { demo, said, base } = await startDemo(dataDir);
  try {
    expect(said).toContain(`Sign in as ${ACCOUNT.email} with the password ${ACCOUNT.password}`);
    const signIn = async ({ email, password }: typeof ACCOUNT) => {
      const response = await fetch(`${base}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { access } = (await response.json()) as { access: string };
      return async (path: string) => {
        const headers = { authorization: `Bearer ${access}` };
        return (await fetch(`${base}/api/${path}`, { headers })).json();
      };
    };
    const get = await signIn(ACCOUNT);
    const count = async (path: string) => (await get(path)).count;
    const channels = await get('channels/');
    const queues = await Promise.all(
      channels.map(({ id }: { id: number }) => count(`channels/${id}/queue/`)),
    );
    expect({
      channels: channels.length,
      drawn: channels.every(({ picture }: { picture: string | null }) => picture),
      queues: queues.every((queued) => queued > 0),
      attention: await count('attention/count/'),
      published: await count('publications/?state=published'),
      scheduled: await count('publications/?state=scheduled'),
      planned: await count('content/items/?has_time=true'),
      threads: await count('content/items/?is_thread_root=true'),
      review: (await get('content/items/dashboard_stats/')).waiting_for_review,
      folders: await count('content/folders/'),
      media: await count('media/'),
      described: (await get('media/')).results.filter(({ alt }: { alt: string }) => alt).length,
      trash: await count('content/trash/'),
      templates: (await get('templates/')).length,
      rules: (await get('rules/')).rules.map(({ state }: { state: string }) => state),
    }).toEqual({
      channels: 4,
      drawn: true,
      queues: true,
      attention: 1,
      published: 403,
      scheduled: 32,
      planned: 4,
      threads: 2,
      review: 3,
      folders: 7,
      media: 12,
      described: 9,
      trash: 1,
      templates: 2,
      rules: ['off', 'on', 'on'],
    });
    const [first] = (await get('publications/?state=published&page_size=100')).results.slice(-1);
    const { publications: figures } = await get(`content/items/${first.item}/figures/`);
    expect(figures[0].readings.length).toBeGreaterThan(5);
    const others = await signIn(COLLEAGUE);
    for (const person of [get, others]) {
      const { results } = await person('notifications/');
      expect(results.map(({ kind }: { kind: string }) => kind)).toContain('mentioned');
    }
  } finally {
    demo.kill('SIGTERM');
    if (demo.exitCode === null) await once(demo, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
});

import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useApp, writer } from '../server/testing/app.ts';
import { startAuthorization } from '../server/testing/authorization.ts';
import { atTerminal, printed } from '../server/testing/cli.ts';
import { eventually } from '../server/testing/eventually.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startLossyProxy } from '../server/testing/lossy-proxy.ts';
import { APP_TABLES } from '../server/testing/oauth.ts';
import { passTime } from '../server/testing/pass-time.ts';

/** Signing in by a code, against a server that does what RFC 8414, 8628, 6749 and 7009 say, strictly. */

const login = (base: string) => ['login', '--server', base, '--scope', 'read,write,publish'];

async function signedIn(options: Parameters<typeof startAuthorization>[0] = {}) {
  const server = await startAuthorization(options);
  const shell = atTerminal();
  server.allow();
  expect((await shell.run(login(server.base))).code).toBe(0);
  const stored = () => JSON.parse(readFileSync(shell.file, 'utf8')).servers[server.base];
  return { server, ...shell, stored };
}

describe('signing in by a code', () => {
  test('shows the code, waits as slowly as it is told, and keeps the tokens', async () => {
    const server = await startAuthorization({ slowDowns: 1 });
    const shell = atTerminal();
    const { said, ended } = shell.start(login(server.base));
    await eventually(async () => expect(said.stderr).toContain('enter the code WDJB-MJHT'));
    expect(said.stderr).toContain(`Open ${server.base}/device in a browser`);
    await eventually(async () => expect(server.polls()).toBeGreaterThan(0));
    server.allow();
    expect(await ended).toMatchObject({ code: 0, stdout: '' });
    expect(server.asked()).toMatchObject({
      client_id: 'postfolio-cli',
      scope: 'read write publish',
      resource: `${server.base}/api`,
      device_name: expect.any(String),
    });
    expect(server.early()).toBe(0);
    const { access, refresh } = server.tokens();
    const kept = readFileSync(shell.file, 'utf8');
    expect(kept).toContain(refresh);
    for (const secret of [access, refresh]) expect(said.stderr).not.toContain(secret);
    expect(printed(await shell.run(['whoami', '--json']))).toMatchObject({ user: { name: 'Ada' } });
  });

  test('ends where somebody says no, and where the server has another address', async () => {
    const server = await startAuthorization();
    const shell = atTerminal();
    server.deny();
    const denied = await shell.run(login(server.base));
    expect([denied.code, denied.stderr]).toEqual([4, expect.stringContaining('Somebody said no.')]);
    const port = new URL(server.base).port;
    const other = await shell.run(login(`http://localhost:${port}`));
    expect([other.code, other.stderr]).toEqual([
      1,
      `This server says that its address is ${server.base}: use that one. It is PUBLIC_URL of the server.\n`,
    ]);
  });

  test('sends tokens to no other server', async () => {
    const server = await startAuthorization({ tokenEndpoint: 'https://elsewhere.example/token' });
    const { code, stderr } = await atTerminal().run(login(server.base));
    expect([code, stderr]).toEqual([1, expect.stringContaining('offers no sign-in for commands')]);
  });

  test('ends at once by Ctrl+C', async () => {
    const server = await startAuthorization();
    const { child, said, ended } = atTerminal().start(login(server.base));
    await eventually(async () => expect(said.stderr).toContain('enter the code'));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });
});

describe('tokens', () => {
  test('are renewed once, however many commands run at once', async () => {
    const { server, run, stored } = await signedIn();
    const before = stored();
    server.endAccess();
    const all = await Promise.all(Array.from({ length: 4 }, () => run(['whoami', '--json'])));
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([0, '']));
    expect([server.renewals(), server.reuses()]).toEqual([1, 0]);
    expect(stored().refresh).not.toBe(before.refresh);
  });

  test('wait for a command that is frozen while it renews them', async () => {
    const { server, start, file } = await signedIn();
    server.endAccess();
    const release = server.holdTokens();
    const frozen = start(['whoami']);
    await eventually(async () => expect(server.renewals()).toBe(1));
    frozen.child.kill('SIGSTOP');
    release();
    const changedAt = () => statSync(dirname(file)).mtimeMs;
    const before = changedAt();
    const other = start(['whoami']);
    await eventually(async () => expect(server.refusals()).toBe(2));
    // It tries to take the lock.
    await eventually(async () => expect(changedAt()).toBeGreaterThan(before));
    frozen.child.kill('SIGCONT');
    expect([(await frozen.ended).code, (await other.ended).code]).toEqual([0, 0]);
    expect([server.renewals(), server.reuses()]).toEqual([1, 0]);
  });

  test('are renewed where the server has ended the access token early', async () => {
    const { server, run } = await signedIn();
    server.endAccess();
    expect((await run(['whoami'])).code).toBe(0);
    expect(server.renewals()).toBe(1);
  });

  test('do not wait for ever for a lock whose process id runs again', async () => {
    const { server, run, file } = await signedIn();
    server.endAccess();
    // In a container, each command is process 1.
    writeFileSync(`${file}.lock`, '1 somebody elsewhere 7');
    const old = new Date(Date.now() - 10 * 60_000);
    utimesSync(`${file}.lock`, old, old);
    expect((await run(['whoami'])).code).toBe(0);
    expect(server.renewals()).toBe(1);
  });

  test('survive an answer that was lost, and a command that was killed with the lock', async () => {
    const { server, run, file } = await signedIn();
    server.endAccess();
    server.loseAnswer();
    // A process that has ended: no system has so many.
    writeFileSync(`${file}.lock`, '999999999 somebody');
    expect((await run(['whoami'])).code).toBe(0);
    expect(server.reuses()).toBe(0);
    expect((await run(['whoami'])).code).toBe(0);
  });

  test('that were revoked end the sign-in', async () => {
    const { server, run, file } = await signedIn();
    server.revokeAll();
    const { code, stderr } = await run(['whoami']);
    expect([code, stderr]).toEqual([4, 'This sign-in has ended. Sign in again: postfolio login\n']);
    expect(JSON.parse(readFileSync(file, 'utf8')).servers).toEqual({});
  });

  test('are ended by signing out', async () => {
    const { server, run, file } = await signedIn();
    const { refresh } = server.tokens();
    const { code, stderr } = await run(['logout']);
    expect([code, stderr]).toEqual([0, `Signed out of ${server.base}.\n`]);
    expect(server.revoked()).toEqual([refresh]);
    expect(readFileSync(file, 'utf8')).not.toContain(refresh);
  });

  test('of a former sign-in are ended by the next one', async () => {
    const { server, run, stored } = await signedIn();
    const former = stored().refresh;
    expect((await run(login(server.base))).code).toBe(0);
    expect(server.revoked()).toEqual([former]);
    expect(stored().refresh).toBe(server.tokens().refresh);
    // A key takes the place of tokens, too.
    const key = { input: `${server.tokens().access}\n` };
    const withKey = ['login', '--server', server.base, '--with-key'];
    expect((await run(withKey, key)).code).toBe(0);
    expect(server.revoked()).toEqual([former, server.tokens().refresh]);
    expect((await run(withKey, key)).stderr).not.toContain('former');
  });

  test('of a former sign-in that cannot be ended are named, and the new ones kept', async () => {
    const { server, run, stored } = await signedIn();
    server.refuseRevocation();
    const { code, stderr } = await run(login(server.base));
    expect([code, stored().refresh]).toEqual([0, server.tokens().refresh]);
    expect(stderr).toContain('The former sign-in still counts');
    expect((await run(['whoami'])).code).toBe(0);
  });

  test('that cannot be kept are ended', async () => {
    const server = await startAuthorization();
    const shell = atTerminal();
    const { said, ended } = shell.start(login(server.base));
    await eventually(async () => expect(said.stderr).toContain('enter the code'));
    writeFileSync(shell.file, 'damaged');
    server.allow();
    expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining('be read') });
    expect(server.revoked()).toEqual([server.tokens().refresh]);
  });
});

describe('the server of the application', () => {
  let port = 0;
  const app = useApp(async () => {
    port = await freePort();
    return { PUBLIC_URL: `http://127.0.0.1:${port}` };
  });

  test('lets a command in, renews its tokens, and ends them', async () => {
    const me = await writer(app);
    // It is reached where it says that it is.
    const { base } = await startLossyProxy(app.base, 0, port);
    const shell = atTerminal();
    const { said, ended } = shell.start(login(base));
    const code = await eventually(async () => {
      const [, found] = /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(said.stderr) ?? [];
      return found ?? Promise.reject(new Error(`no code: ${said.stderr}`));
    });
    const entered = await app.post('/api/apps/devices/', { user_code: code }, me.token);
    const { request } = entered.body;
    const consent = { request, scopes: ['read', 'write'], drafts_only: false };
    expect((await app.post('/api/apps/', consent, me.token)).status).toBe(201);
    expect(await ended).toMatchObject({ code: 0, stdout: '' });

    const made = await shell.run(['posts', 'create', '--json', 'By an app']);
    expect(printed(made)).toMatchObject({ post: { text: 'By an app' } });
    const before = readFileSync(shell.file, 'utf8');
    // Access tokens are valid for an hour of the server.
    await passTime(app, 2 * 60 * 60_000, APP_TABLES, async () => {
      const all = await Promise.all([1, 2, 3].map(() => shell.run(['whoami'])));
      expect(all.map((result) => result.code)).toEqual([0, 0, 0]);
    });
    expect(readFileSync(shell.file, 'utf8')).not.toBe(before);
    const copy = readFileSync(shell.file);
    expect(await shell.run(['logout'])).toMatchObject({ code: 0 });
    writeFileSync(shell.file, copy, { mode: 0o600 });
    expect((await shell.run(['whoami'])).code).toBe(4);
  });
});

test('a file of credentials that is damaged or open to others is named', async () => {
  const { run, file } = atTerminal({ POSTFOLIO_URL: 'http://127.0.0.1:2' });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, '{"version": 1, "servers": {"pf_secret', { mode: 0o644 });
  chmodSync(file, 0o644);
  const { code, stderr } = await run(['whoami']);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} cannot be read`)]);
  expect(stderr).not.toContain('pf_secret');
  writeFileSync(file, '{"version": 1, "server": null, "servers": {}}');
  const found = await run(['doctor', '--json', '--server', 'http://127.0.0.1:2']);
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout)).toContainEqual({
    ...{ of: 'command', check: 'credentials', state: 'error' },
    ...{ detail: `${file} can be read by others`, mend: `chmod 600 ${file}` },
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { backupName } from '../../database/backup/backup-name.ts';
import { ROOT } from '../../root.ts';
import { useApp, workspaceOf, writer } from '../../testing/app.ts';
import { examine, temporaryFolder } from '../../testing/process.ts';
import { connections } from './work.ts';

/** Each thing that doctor looks at says so in a state in which something is wrong. */

const backups = mkdtempSync(join(tmpdir(), 'postfolio-backups-'));
const app = useApp({ BACKUP_DIR: backups }, { still: true });
const DAY_MS = 24 * 3600_000;

const look = async (environment: Record<string, string> = {}) =>
  examine(app.dataDir, { DATABASE_URL: app.databaseUrl, ...environment });

const linesOf = (found: Awaited<ReturnType<typeof look>>, ...checks: string[]) =>
  found
    .filter(({ check }) => checks.includes(check))
    .map(({ check, state, detail }) => `${check} ${state} ${detail}`);

const WORK = ['worker', 'publications', 'networks', 'accounts', 'jobs', 'events', 'unsent mail'];

test('Where all is well, it says what it looked at', async () => {
  const found = await look();
  expect(linesOf(found, ...WORK)).toEqual([
    'publications ok none is late',
    'networks ok those that were called answer',
    'accounts ok none must be connected again within a week',
    'jobs ok none failed for good in a week',
    'events ok what has happened is read',
    'unsent mail ok none waits',
  ]);
  const [version, connected, processes, size] = ['version', 'connections', 'processes', 'size'].map(
    (check) => linesOf(found, check)[0],
  );
  const commit = readFileSync(join(ROOT, 'dist/apart/commit.txt'), 'utf8').trim();
  expect(version).toBe(`version ok 0.1.0${commit && `, commit ${commit}`}`);
  expect(connected).toMatch(/^connections ok \d+ of \d+ are used$/);
  expect(processes).toBe('processes ok 1 of Postfolio use this database');
  expect(size).toMatch(/^size ok the database has \d+\.\d GB$/);
});

test('Late publications, failing networks, ending accounts, failed jobs and old mails are named', async () => {
  const me = await writer(app);
  const workspace = await workspaceOf(app, me.folder);
  for (const statement of [
    `insert into channels (workspace_id, network, remote_id, handle, name, state, credentials, expires_at)
     values ($1, 'mastodon', 'a', '@a', 'A', 'connected', 'x', now() + interval '3 days'),
       ($1, 'mastodon', 'b', '@b', 'B', 'reconnect', 'x', null)`,
    `insert into publications (workspace_id, channel_id, state, due_at, next_attempt_at, late_because,
       version, text_hash)
     select $1, id, 'scheduled', now() - interval '2 hours', now() - interval '2 hours', because, 1,
       sha256('x')
     from channels, (values (null), ('worker')) late (because)
     where workspace_id = $1 and state = 'connected'`,
    `insert into publication_parts (publication_id, channel_id, position, content)
     select id, channel_id, 0, 'x' from publications where workspace_id = $1`,
    `insert into publication_attempts (publication_id, position, step, ended_at, outcome, code)
     select id, 0, 'find', now(), 'transient', 'HTTP 503' from publications, generate_series(1, 2)
     where workspace_id = $1`,
  ])
    await app.database.query(statement, [workspace]);
  await app.database.query(
    "insert into event_readers values ('rules', 0) on conflict (name) do update set seq = 0",
  );
  await app.database.query(
    "update events set at = at - interval '10 minutes' where workspace_id = $1",
    [workspace],
  );
  await app.database.query(
    "insert into publisher_heartbeat (seen_at) values (now() - interval '10 minutes')",
  );
  await app.database.query(
    `insert into jobs.job (name, state, output, created_on, completed_on, retry_count)
     values ('feeds.read', 'failed', '{"message": "Out of order"}', now(), now() - interval '3 hours', 0),
       ('contact.mail', 'retry', '{"message": "Greylisted"}', now() - interval '2 hours', null, 3)`,
  );
  expect(linesOf(await look(), ...WORK)).toEqual([
    'worker error no process has sent anything or said that it runs for 10 minutes',
    'publications error 1 are late, the first for 2 hours',
    'publications warning 1 were too late to be sent, and wait for a person',
    'networks error mastodon fails: 4 of 4 calls in 6 hours, the last: HTTP 503',
    expect.stringMatching(
      /^accounts warning of mastodon: 1 must be connected again, 1 end within a week, the first on \d{4}-\d\d-\d\d$/,
    ),
    'jobs warning feeds.read failed for good, 1 times in a week, the last 3 hours ago: Out of order',
    'events error rules have not read what has happened for 10 minutes',
    // That of the registration waits, too: nothing is sent here.
    'unsent mail error 2 wait, the oldest for 2 hours: Greylisted',
  ]);
});

test('What is scheduled and lacks an approval is named', async () => {
  const me = await writer(app);
  const { body: channel } = await app.post(
    '/api/channels/',
    { network: 'practice', fields: { name: 'Harbour' } },
    me.token,
  );
  const { id: item } = await me.write({ content: 'A plum' });
  const at = new Date(Date.now() + 7 * DAY_MS).toISOString();
  const path = `/api/content/items/${item}/publications/` as const;
  const { body } = await app.post(path, { channels: [channel.id], at }, me.token);
  const [ok] = linesOf(await look(), 'approvals');
  expect(ok).toMatch(/^approvals ok/);
  const id = body[0]?.id;
  await app.database.query('delete from approvals where publication_id = $1', [id]);
  expect(linesOf(await look(), 'approvals')).toEqual([
    `approvals warning #${id} (changed since it was approved) will stop when due`,
  ]);
});

test('A restored copy at rest is late with nothing', async () => {
  const saved = 'update installation set restored_at = $1, backup_at = $1';
  await app.database.query(saved, [new Date().toISOString()]);
  const found = await look();
  await app.database.query(saved, [null]);
  expect(linesOf(found, 'worker', 'publications', 'unsent mail')).toEqual([]);
  expect(linesOf(found, 'jobs')).toHaveLength(1);
});

test('A backup that is old, empty or failed is named', async () => {
  const last = async (schedule = '0 3 * * *') =>
    linesOf(await look({ BACKUP_DIR: backups, BACKUP_SCHEDULE: schedule }), 'last backup');
  const put = (days: number, text: string) =>
    writeFileSync(join(backups, backupName(new Date(Date.now() - days * DAY_MS), false)), text);
  expect(await last()).toEqual(['last backup warning there is none yet']);
  put(5, 'x');
  expect(await last()).toEqual([
    expect.stringMatching(/^last backup error postfolio-.*gz: 5 days ago, 0\.00 GB$/),
  ]);
  expect(await last('0 3 * * 0')).toEqual([expect.stringMatching(/^last backup ok .*5 days ago/)]);
  put(0, '');
  await app.database.query(
    `insert into jobs.job (name, state, output, completed_on)
     values ('backup.run', 'failed', '{"message": "the backup failed: full"}', now())`,
  );
  expect(await last()).toEqual([
    expect.stringMatching(/^last backup error postfolio-.*gz is empty$/),
    'last backup error it failed 0 minutes ago: the backup failed: full',
  ]);
});

test('Connections that are nearly used up are named', () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    connections({ used: 90, max: 97, processes: 3, bytes: 0 });
    expect(print.mock.calls[0]?.[0]).toBe(
      'warning  connections: 90 of 97 are used. Raise max_connections, or use a pooler: docs/deployment.md',
    );
  } finally {
    print.mockRestore();
  }
});

test('In an image, which has no scripts, doctor runs, prints lines, and ends with 1', () => {
  const image = temporaryFolder();
  for (const path of ['package.json', 'dist/cli', 'dist/apart', 'server/database/migrations'])
    cpSync(join(ROOT, path), join(image, path), { recursive: true });
  writeFileSync(join(image, 'server/main.ts'), '');
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const DATA_DIR = join(image, 'data');
  mkdirSync(DATA_DIR, { mode: 0o700 });
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR, DATABASE_URL: app.databaseUrl };
  const run = (words: string[], more = {}) =>
    spawnSync(process.execPath, words, {
      cwd: image,
      env: { ...env, ...more },
      encoding: 'utf8',
    });
  const whole = run(['dist/cli/main.js', 'doctor']);
  expect([whole.stderr, whole.stdout]).toEqual(['', expect.stringContaining('all are applied')]);
  const alone = run(['dist/apart/doctor.js'], { PORT: 'x' });
  expect([alone.status, alone.stdout]).toEqual([
    1,
    expect.stringMatching(/^error {4}settings: PORT is 'x'.*\. See docs\/configuration\.md$/m),
  ]);
  expect(run(['dist/apart/doctor.js', '--jsno']).status).toBe(2);
});

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { start, useApp, writer } from '../../testing/app.ts';
import { spawnCommand } from '../../testing/command.ts';
import { startServer, temporaryFolder } from '../../testing/process.ts';
import { writeBackup } from './backup.ts';

const PASSPHRASE = 'correct horse battery staple';
const app = useApp();

/** An empty database on the test server. */
async function emptyDatabase() {
  const { url } = inject('postgres');
  const name = `postfolio_test_empty_${Math.random().toString(36).slice(2)}`;
  await app.database.query(`create database ${name}`);
  return url.replace('{database}', name);
}

/** Every row of every table, as text. */
async function everything(url: string) {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const all: { items?: string[]; users?: string[]; [table: string]: string[] | undefined } = {};
    for (const { name } of tables) {
      // Data that expires within a minute, jobs that are scheduled at start, and the heartbeat,
      // which beats between a backup and this; a copy is another installation.
      if (['presence', 'restored_jobs', 'publisher_heartbeat', 'installation'].includes(name))
        continue;
      // Every database has its own times of migrations.
      const columns = name === 'migrations' ? 'name || checksum' : 't::text';
      const { rows } = await client.query(`select ${columns} as row from ${name} t order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    const { rows } = await client.query(
      "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1",
    );
    return { ...all, sequences: rows.map(({ name, last }) => `${name} ${last}`) };
  } finally {
    await client.end();
  }
}

/** Something in every table that a member can write to. */
async function fillUp() {
  const me = await writer(app);
  const thread = {
    folder: me.folder,
    items: [{ content: 'One\twith a tab' }, { content: 'Two\\N\n"quoted"' }],
  };
  const [root] = (await app.post('/api/content/items/thread/', thread, me.token)).body;
  await app.post(`/api/content/items/${root.id}/comments/`, { text: 'A thought 🎉' }, me.token);
  await app.post(`/api/content/items/${root.id}/view/`, {}, me.token);
  await me.write({ status: 'review', tags: ['ä', 'b c'] });
  const gone = await me.write();
  await app.delete(`/api/content/items/${gone.id}/`, me.token);
  await app.post('/api/invitations/', { role: 'viewer' }, me.token);
  await app.post('/api/contact/', {
    name: 'Grace',
    email: 'g@example.org',
    subject: 'Hello there',
    message: 'A message',
  });
  return me;
}

describe('a backup', () => {
  test.each([
    ['plain', undefined],
    ['encrypted', PASSPHRASE],
  ])('that is %s brings back every row, in another database', async (_, passphrase) => {
    await fillUp();
    const file = join(temporaryFolder(), 'backup');
    await app.database.query(
      "insert into jobs.job (name, data, singleton_key, start_after) values ('contact.mail', '{\"id\": 1}', 'a key', now() + interval '1 hour') on conflict do nothing",
    );
    // Concurrent writes: the file is a consistent snapshot.
    const { token, folder } = await writer(app);
    let busy = true;
    const write = () =>
      app.post(
        '/api/content/items/thread/',
        { folder, items: [{ content: 'a' }, { content: 'b' }] },
        token,
      );
    // The first one is in the backup.
    await write();
    const writing = (async () => {
      while (busy) await write();
    })();
    await writeBackup({ connectionString: app.databaseUrl }, file, { passphrase });
    busy = false;
    await writing;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).includes('with a tab')).toBe(false);
    const url = await emptyDatabase();
    const environment = { DATABASE_URL: url, ...(passphrase && { BACKUP_PASSPHRASE: passphrase }) };
    expect(await spawnCommand('server/commands/restore.ts', [file], environment)).toMatchObject({
      code: 0,
    });

    // A backup of the restored database is equal, row by row.
    const second = join(temporaryFolder(), 'backup');
    await writeBackup({ connectionString: url }, second, { passphrase });
    const twice = await emptyDatabase();
    const again = await spawnCommand('server/commands/restore.ts', [second], {
      ...environment,
      DATABASE_URL: twice,
    });
    expect(again.code).toBe(0);
    expect(await everything(twice)).toEqual(await everything(url));
    // It is operational.
    const restored = await start(url);
    try {
      expect((await restored.get('/api/content/items/', token)).body.count).toBeGreaterThan(0);
      const created = await restored.post(
        '/api/content/items/',
        { folder, content: 'After' },
        token,
      );
      expect(created.status).toBe(201);
      const { rows } = await restored.database.query(
        "select from jobs.job where singleton_key = 'a key'",
      );
      expect(rows).not.toEqual([]);
    } finally {
      await restored.stop();
    }
  });

  test('stops what was due: it may have been published since', async () => {
    const me = await writer(app);
    const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, me.token);
    // No worker takes it.
    await app.database.query(
      "update channels set lease = gen_random_uuid(), leased_until = 'infinity' where id = $1",
      [channel.id],
    );
    const ids: number[] = [];
    for (const state of ['scheduled', 'publishing', 'later']) {
      const { id: item } = await me.write();
      const body = { channels: [channel.id], at: '2030-01-01T09:00:00Z' };
      const path = `/api/content/items/${item}/publications/` as const;
      const { body: created } = await app.post(path, body, me.token);
      ids.push(created[0].id);
      if (state === 'later') continue;
      await app.database.query(
        'update publications set state = $2, due_at = now(), next_attempt_at = now() where id = $1',
        [created[0].id, state],
      );
    }
    const afterwards = [
      { kind: 'reply', hours: 1, text: 'More' },
      { kind: 'remove', days: 1, consent: true },
    ];
    const later = `/api/publications/${ids[2] as number}/afterwards/` as const;
    expect((await app.post(later, { afterwards }, me.token)).status).toBe(201);
    const file = join(temporaryFolder(), 'backup');
    await writeBackup({ connectionString: app.databaseUrl }, file, {});
    // Nothing is due any more: other backups are restored unchanged.
    await app.database.query('delete from publications where id = any($1)', [ids]);
    const url = await emptyDatabase();
    const { code } = await spawnCommand('server/commands/restore.ts', [file, '--take-over'], {
      DATABASE_URL: url,
      DATA_DIR: temporaryFolder(),
    });
    expect(code).toBe(0);
    const restored = new pg.Client({ connectionString: url });
    await restored.connect();
    const { rows } = await restored.query(
      'select state, reason from publications where id = any($1) order by id',
      [ids],
    );
    // A reply could come a second time, and a deletion could not.
    const open = 'select kind, state, reason from afterwards where publication_id = $1 order by id';
    const { rows: done } = await restored.query(open, [ids[2]]).finally(() => restored.end());
    expect(done).toEqual([
      { kind: 'reply', state: 'stopped', reason: 'unknown' },
      { kind: 'remove', state: 'stopped', reason: 'late' },
    ]);
    expect(rows).toEqual([
      { state: 'stopped', reason: 'late' },
      { state: 'stopped', reason: 'unknown' },
      { state: 'scheduled', reason: null },
    ]);
  });

  test('of a version before copies rested is at rest, too', async () => {
    await fillUp();
    const file = join(temporaryFolder(), 'backup');
    const [today, url] = [await emptyDatabase(), await emptyDatabase()];
    await writeBackup({ connectionString: app.databaseUrl }, file);
    const restore = (database: string) =>
      spawnCommand('server/commands/restore.ts', [file], { DATABASE_URL: database });
    expect((await restore(today)).code).toBe(0);
    const older = new pg.Client({ connectionString: today });
    await older.connect();
    await older.query(`drop table installation; drop function announce_installation;
      alter table publications drop column copied_at;
      delete from migrations where name = '0035_installations.sql'`);
    await older.end();
    await writeBackup({ connectionString: today }, file);
    expect((await restore(url)).code).toBe(0);
    const restored = await start(url);
    try {
      expect((await restored.get('/readyz')).body.status).toBe('at_rest');
    } finally {
      await restored.stop();
    }
  });

  test('of an idle database equals the database, row by row', async () => {
    const quiet = await emptyDatabase();
    const first = join(temporaryFolder(), 'backup');
    await writeBackup({ connectionString: app.databaseUrl }, first);
    const before = await everything(app.databaseUrl);
    expect(
      (await spawnCommand('server/commands/restore.ts', [first], { DATABASE_URL: quiet })).code,
    ).toBe(0);
    expect(await everything(quiet)).toEqual(before);
    expect(before.items?.length).toBeGreaterThan(5);
  });

  test('of the embedded database is made while it runs, and restored into an empty folder or any PostgreSQL', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const server = await startServer(dataDir);
    const account = {
      email: 'ada@example.org',
      name: 'Ada',
      password: 'Corr3ct-horse!',
      password_confirm: 'Corr3ct-horse!',
    };
    const post = (base: string, path: string, body: object) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { access } = (await (await post(server.base, '/api/auth/register/', account)).json()) as {
      access: string;
    };
    const folder = temporaryFolder();
    const file = join(folder, 'backup.tar.gz');
    const created = await spawnCommand('server/commands/backup.ts', [file], { DATA_DIR: dataDir });
    expect(created.output).toMatch(/backup\.tar\.gz: \d+ rows/);
    server.child.kill('SIGTERM');
    await server.exited;
    // A stopped database is started for the duration.
    const cold = join(folder, 'cold.tar.gz');
    expect(
      (await spawnCommand('server/commands/backup.ts', [cold], { DATA_DIR: dataDir })).code,
    ).toBe(0);
    expect(statSync(cold).size).toBeGreaterThan(1000);

    const elsewhere = join(temporaryFolder(), 'elsewhere');
    expect(
      (await spawnCommand('server/commands/restore.ts', [file], { DATA_DIR: elsewhere })).code,
    ).toBe(0);
    const url = await emptyDatabase();
    expect(
      (await spawnCommand('server/commands/restore.ts', [file], { DATABASE_URL: url })).code,
    ).toBe(0);
    for (const environment of [{}, { DATABASE_URL: url }] as Record<string, string>[]) {
      const restored = await startServer(elsewhere, { environment });
      // The secret was restored: sessions are still valid.
      const me = await fetch(`${restored.base}/api/users/me/`, {
        headers: { authorization: `Bearer ${access}` },
      });
      expect(me.status).toBe(200);
      restored.child.kill('SIGTERM');
      await restored.exited;
    }
  });

  test('that is damaged, truncated, encrypted with another key, or no backup, is refused in one line and writes nothing', async () => {
    await fillUp();
    const folder = temporaryFolder();
    const [file, secret] = [join(folder, 'plain'), join(folder, 'secret')];
    await writeBackup({ connectionString: app.databaseUrl }, file);
    await writeBackup({ connectionString: app.databaseUrl }, secret, { passphrase: PASSPHRASE });
    const changed = (name: string, from: string, change: (path: string) => void) => {
      const path = join(folder, name);
      copyFileSync(from, path);
      change(path);
      return path;
    };
    // Several bytes: one bit of a reference to earlier bytes may lead to others that are the same.
    const flip = (path: string) => {
      const bytes = readFileSync(path);
      const place = Math.floor(bytes.length / 2);
      for (let at = place; at < place + 16; at++) bytes[at] = ~(bytes[at] ?? 0);
      writeFileSync(path, bytes);
    };
    const cut = (path: string) => truncateSync(path, Math.floor(statSync(path).size * 0.9));
    const url = await emptyDatabase();
    for (const [path, passphrase] of [
      [changed('flipped', file, flip), ''],
      [changed('cut', file, cut), ''],
      [changed('flipped-secret', secret, flip), PASSPHRASE],
      [changed('cut-secret', secret, cut), PASSPHRASE],
      [secret, 'another passphrase'],
      [secret, ''],
      [join(folder, 'missing'), ''],
      [changed('text', file, (path) => writeFileSync(path, 'hello')), ''],
    ] as const) {
      const { code, output } = await spawnCommand('server/commands/restore.ts', [path], {
        DATABASE_URL: url,
        BACKUP_PASSPHRASE: passphrase,
      });
      expect([path, code, output.trim().split('\n').length]).toEqual([path, 1, 1]);
    }
    expect(
      (await spawnCommand('server/commands/restore.ts', [file], { DATABASE_URL: url })).code,
    ).toBe(0);
    const again = await spawnCommand('server/commands/restore.ts', [file], { DATABASE_URL: url });
    expect([again.code, again.output]).toEqual([
      1,
      expect.stringContaining('The database is not empty'),
    ]);
  });

  test('runs on schedule, and deletes old files', async () => {
    const folder = join(temporaryFolder(), 'backups');
    mkdirSync(folder);
    const older = ['2020-01-01T000000Z', '2020-01-02T000000Z', '2020-01-03T000000Z'];
    for (const day of older) writeFileSync(join(folder, `postfolio-${day}.tar.gz`), '');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const scheduled = await start(app.databaseUrl, {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
      BACKUP_DIR: folder,
      BACKUP_KEEP: '2',
    });
    try {
      // The schedule fires.
      for (let n = 0; n < 3; n++)
        await app.database.query("insert into jobs.job (name) values ('backup.run')");
      await expect.poll(() => readdirSync(folder).length, { timeout: 20_000 }).toBe(3);
      const [, , kept, made] = ['', ...readdirSync(folder).sort()];
      expect([kept, made]).toEqual([
        'postfolio-2020-01-03T000000Z.tar.gz',
        expect.stringMatching(/^postfolio-20(?!20-)/),
      ]);
    } finally {
      await scheduled.stop();
    }
  });
});

test.runIf(process.platform === 'linux')(
  'a backup that cannot be written fails without side effects',
  async () => {
    const { write } = await writer(app);
    for (let n = 0; n < 30; n++) await write({ content: randomBytes(60_000).toString('base64') });
    for (const passphrase of [undefined, PASSPHRASE])
      await expect(
        writeBackup({ connectionString: app.databaseUrl }, '/dev/full/backup', { passphrase }),
      ).rejects.toThrow();
    // A file size limit, like a full disk.
    const file = join(temporaryFolder(), 'backup');
    const script = `ulimit -f 100; exec "${process.execPath}" server/commands/backup.ts "${file}"`;
    const { status, stderr } = spawnSync('sh', ['-c', `trap '' XFSZ; ${script}`], {
      env: { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^EFBIG.*\n$/)]);
    expect(existsSync(file)).toBe(false);
  },
);

test('a backup contains every table of the application, and fails where there is none', async () => {
  const url = await emptyDatabase();
  const created = await spawnCommand('server/commands/backup.ts', [join(temporaryFolder(), 'b')], {
    DATABASE_URL: url,
  });
  expect([created.code, created.output]).toEqual([
    1,
    expect.stringContaining('There is nothing to back up'),
  ]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema app');
  const within = `${url}${url.includes('?') ? '&' : '?'}options=-csearch_path%3Dapp%2Cpublic`;
  expect(
    (await spawnCommand('server/commands/migrate.ts', [], { DATABASE_URL: within })).code,
  ).toBe(0);
  await client.query(
    "insert into app.users (email, name, password_hash) values ('a@example.org', 'A', 'x')",
  );
  // Other files in the folder are kept.
  await client.query('create table app.notes (text text)');
  await client.end();
  const file = join(temporaryFolder(), 'backup');
  const backup = await spawnCommand('server/commands/backup.ts', [file], { DATABASE_URL: within });
  expect(backup.output).toContain(': 1 rows');
  const target = await emptyDatabase();
  const restored = await spawnCommand('server/commands/restore.ts', [file], {
    DATABASE_URL: target,
  });
  expect(restored.output).toContain("Left out: 'notes' is not a table of the application.");
  expect((await everything(target)).users).toHaveLength(1);
});

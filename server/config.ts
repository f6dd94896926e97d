import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { writeOnce } from './files.ts';

/**
 * A configuration problem that the operator can fix: printed as one line, without a stack trace.
 */
export class SetupError extends Error {}

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value);
const setting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsMissing, schema);
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
const webUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));

/** Every environment variable, with its expected format for the error message. */
const variables = {
  PORT: [wholeNumber(0, 65535).default(3000), 'a port number from 0 to 65535'],
  HOST: [z.string().default('127.0.0.1'), 'an address or host name to listen on'],
  DATA_DIR: [z.string().default('./data'), 'the path of a folder'],
  DATABASE_URL: [
    // Not parsed as a URL: an address without a host and with a socket folder in its query is
    // valid, too.
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/)
      .optional(),
    'an address such as postgres://user:password@host/database',
  ],
  DATABASE_DIRECT_URL: [
    z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/)
      .optional(),
    'the address of PostgreSQL itself, where DATABASE_URL leads to a pooler in transaction mode',
  ],
  PUBLIC_URL: [
    webUrl.refine((text) => !/[?#@]/.test(text)).optional(),
    'an address such as https://posts.example.org',
  ],
  TRUST_PROXY: [
    z.string().refine(isAddressList).optional(),
    'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
  ],
  SECRET: [z.string().min(32).optional(), 'a text of at least 32 characters'],
  SECRET_PREVIOUS: [
    z.string().min(32).optional(),
    'the SECRET that is being replaced, a text of at least 32 characters',
  ],
  PLC_DIRECTORY: [
    webUrl.default('https://plc.directory'),
    'an address such as https://plc.directory',
  ],
  ALLOW_PRIVATE_NETWORKS: [z.enum(['true', 'false']).default('false'), "'true' or 'false'"],
  S3_URL: [
    webUrl
      .refine((text) => {
        const { username, password, pathname, hash } = new URL(text);
        return username !== '' && password !== '' && /^\/[^/]/.test(pathname) && hash === '';
      })
      .optional(),
    'an address such as https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1',
  ],
  FFMPEG_PATH: [z.string().optional(), 'the path of a program'],
  MEDIA_MAX_MB: [wholeNumber(1, 5000).default(512), 'a number of megabytes from 1 to 5000'],
  MEDIA_QUOTA_MB: [
    wholeNumber(1, 100_000_000).default(10_240),
    'a number of megabytes from 1, for each workspace',
  ],
  TRASH_DAYS: [wholeNumber(0, 36_500).default(30), 'a number of days from 0'],
  BACKUP_DIR: [z.string().optional(), 'the path of a folder'],
  BACKUP_SCHEDULE: [
    z.string().refine(isSchedule).default('17 3 * * *'),
    "five fields as in a crontab, such as '17 3 * * *', in UTC",
  ],
  BACKUP_KEEP: [wholeNumber(1, 10_000).default(14), 'a number of backups from 1'],
  BACKUP_PASSPHRASE: [z.string().min(12).optional(), 'a text of at least 12 characters'],
  CONTACT_TO: [z.email().optional(), 'an e-mail address'],
  SMTP_URL: [
    z
      .string()
      .refine(
        (text) =>
          URL.canParse(text) &&
          /^smtps?:$/.test(new URL(text).protocol) &&
          new URL(text).hostname !== '',
      )
      .optional(),
    'an address such as smtp://user:password@mail.example.org:587',
  ],
  MAIL_FROM: [
    z
      .string()
      .regex(/^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
      .optional(),
    "an e-mail address, or one with a name such as 'Posts <posts@example.org>'",
  ],
  X_CLIENT_ID: [z.string().optional(), 'the client id of an application at X'],
  X_CLIENT_SECRET: [z.string().optional(), 'the client secret of an application at X'],
  X_AUTHORIZE_URL: [
    webUrl.default('https://x.com/i/oauth2/authorize'),
    'the address where people allow the sign-in',
  ],
  X_API_URL: [webUrl.default('https://api.x.com'), 'the address that the API of X begins with'],
  LINKEDIN_CLIENT_ID: [z.string().optional(), 'the client id of an application at LinkedIn'],
  LINKEDIN_CLIENT_SECRET: [z.string().optional(), 'the client secret of that application'],
  LINKEDIN_PAGES: [z.enum(['true', 'false']).default('false'), "'true' or 'false'"],
  LINKEDIN_VERSION: [
    z
      .string()
      .regex(/^20\d{2}(0[1-9]|1[0-2])$/)
      .default('202608'),
    'a year and a month such as 202608',
  ],
  FACEBOOK_CLIENT_ID: [z.string().optional(), 'the id of an application at Meta'],
  FACEBOOK_CLIENT_SECRET: [z.string().optional(), 'the secret of that application'],
  INSTAGRAM_CLIENT_ID: [z.string().optional(), 'the Instagram id of an application at Meta'],
  INSTAGRAM_CLIENT_SECRET: [z.string().optional(), 'the Instagram secret of that application'],
  THREADS_CLIENT_ID: [z.string().optional(), 'the Threads id of an application at Meta'],
  THREADS_CLIENT_SECRET: [z.string().optional(), 'the Threads secret of that application'],
  META_GRAPH_VERSION: [
    z
      .string()
      .regex(/^v\d{2,3}\.\d$/)
      .default('v25.0'),
    'a version of the Graph API such as v25.0',
  ],
  TIKTOK_CLIENT_KEY: [z.string().optional(), 'the client key of an application at TikTok'],
  TIKTOK_CLIENT_SECRET: [z.string().optional(), 'the client secret of that application'],
  NETWORK_ADDRESSES: [
    z.string().refine(isAddressMap).optional(),
    'pairs such as https://api.example.org=http://127.0.0.1:4000, separated by commas',
  ],
  RATE_LIMIT_FACTOR: [
    z
      .string()
      .refine((text) => Number(text) > 0 && Number(text) <= 1e6)
      .transform(Number)
      .default(1),
    'a number above 0',
  ],
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'one of fatal, error, warn, info, debug, trace, silent',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

const HIDDEN = new Set([
  'SECRET',
  'SECRET_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'S3_URL',
  'BACKUP_PASSPHRASE',
  'X_CLIENT_SECRET',
  'LINKEDIN_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'INSTAGRAM_CLIENT_SECRET',
  'THREADS_CLIENT_SECRET',
  'TIKTOK_CLIENT_SECRET',
]);

const MEGABYTE = 1024 * 1024;

type Variables = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name][0]> };

/** The settings; `secret` only where SECRET is set. */
type Settings = ReturnType<typeof readConfig>;
/** The settings once all processes of the database agree on a secret. */
export type Config = Settings & { secret: string };

/**
 * Reads the settings; the only reader of the environment.
 * @throws SetupError that names the variable and the expected format
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, [schema, expected]]) => {
      const result = setting(schema).safeParse(environment[name]);
      if (!result.success) {
        // Secrets are not printed in error messages.
        const given = HIDDEN.has(name) ? '' : ` is '${environment[name]}', which`;
        throw new SetupError(`${name}${given} cannot be used: it expects ${expected}.`);
      }
      return [name, result.data];
    }),
  ) as Variables;
  const dataDir = resolve(values.DATA_DIR);
  const publicUrl = values.PUBLIC_URL?.replace(/\/+$/, '');
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    directUrl: values.DATABASE_DIRECT_URL,
    publicUrl,
    /** The base of links in mails and on pages. */
    origin: publicUrl ?? `http://localhost:${values.PORT}`,
    trustProxy: values.TRUST_PROXY?.split(',').map((part) => part.trim()),
    secret: values.SECRET,
    previousSecret: values.SECRET_PREVIOUS,
    plcDirectory: values.PLC_DIRECTORY.replace(/\/+$/, ''),
    allowPrivateNetworks: values.ALLOW_PRIVATE_NETWORKS === 'true',
    s3Url: values.S3_URL,
    /** The program that converts videos, where there is one. */
    ffmpeg: findFfmpeg(values.FFMPEG_PATH, environment.PATH),
    mediaMaxBytes: values.MEDIA_MAX_MB * MEGABYTE,
    mediaQuotaBytes: values.MEDIA_QUOTA_MB * MEGABYTE,
    trashDays: values.TRASH_DAYS,
    backupDir: values.BACKUP_DIR && resolve(values.BACKUP_DIR),
    backupSchedule: values.BACKUP_SCHEDULE,
    backupKeep: values.BACKUP_KEEP,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    contactTo: values.CONTACT_TO,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    x: values.X_CLIENT_ID
      ? {
          clientId: values.X_CLIENT_ID,
          clientSecret: values.X_CLIENT_SECRET,
          authorizeUrl: values.X_AUTHORIZE_URL,
          apiUrl: values.X_API_URL.replace(/\/+$/, ''),
        }
      : undefined,
    linkedin: {
      ...clientOf(values.LINKEDIN_CLIENT_ID, values.LINKEDIN_CLIENT_SECRET),
      /** Whether the application may publish on pages. */
      pages: values.LINKEDIN_PAGES === 'true',
      version: values.LINKEDIN_VERSION,
    },
    facebook: clientOf(values.FACEBOOK_CLIENT_ID, values.FACEBOOK_CLIENT_SECRET),
    instagram: clientOf(values.INSTAGRAM_CLIENT_ID, values.INSTAGRAM_CLIENT_SECRET),
    threads: clientOf(values.THREADS_CLIENT_ID, values.THREADS_CLIENT_SECRET),
    graphVersion: values.META_GRAPH_VERSION,
    tiktok: clientOf(values.TIKTOK_CLIENT_KEY, values.TIKTOK_CLIENT_SECRET),
    /** Where the origins of networks are, where they are somewhere else: tests, and proxies. */
    networkAddresses: new Map(
      (values.NETWORK_ADDRESSES ?? '')
        .split(',')
        .filter(Boolean)
        .map((pair) => pair.trim().split('=') as [string, string]),
    ),
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
    /** The raw environment, for child processes with the same settings. */
    environment: Object.fromEntries(
      Object.keys(variables).flatMap((name) =>
        environment[name] ? [[name, environment[name]]] : [],
      ),
    ),
  };
}

/** The application of this installation at a network; `client` only where both are set. */
const clientOf = (id: string | undefined, secret: string | undefined) => ({
  client: id !== undefined && secret !== undefined ? { id, secret } : undefined,
});

function isAddressMap(text: string) {
  return text.split(',').every((pair) => {
    const urls = pair.trim().split('=');
    return (
      urls.length === 2 && urls.every((url) => URL.canParse(url) && new URL(url).origin === url)
    );
  });
}

/** @throws SetupError where the given program cannot be run */
function findFfmpeg(given: string | undefined, path = ''): string | undefined {
  const isProgram = (file: string) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  if (given === undefined)
    return path
      .split(delimiter)
      .filter(isAbsolute)
      .map((folder) => join(folder, 'ffmpeg'))
      .find(isProgram);
  if (isProgram(given)) return resolve(given);
  throw new SetupError(`FFMPEG_PATH is '${given}', which cannot be used: it is no program.`);
}

/** The maximum of each field: minute, hour, day, month, day of the week. */
const FIELDS = [59, 23, 31, 12, 7];

function isSchedule(text: string) {
  const fields = text.split(' ');
  return (
    fields.length === FIELDS.length &&
    fields.every(
      (field, n) =>
        /^(\*|\d{1,2}(-\d{1,2})?)(\/[1-9]\d?)?(,\d{1,2}(-\d{1,2})?)*$/.test(field) &&
        (field.match(/\d+/g) ?? []).every((number) => Number(number) <= (FIELDS[n] ?? 0)) &&
        // Days and months begin with one.
        (n < 2 || n > 3 || !/(^|[,-])0/.test(field)),
    )
  );
}

function isAddressList(text: string) {
  return text.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/');
    if (bits === undefined) return isIP(address) !== 0;
    try {
      new BlockList().addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
      return /^[1-9]\d*$/.test(bits);
    } catch {
      return false;
    }
  });
}

/**
 * Creates the data folder with mode 0700. Where root runs the database as another user, that user
 * must be able to enter.
 */
export function makeDataDir(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** @throws SetupError where BACKUP_DIR is not writable: better at the start than at night */
export function makeBackupDir(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SetupError(
      `BACKUP_DIR is '${folder}', which cannot be used: ${(error as Error).message}.`,
    );
  }
}

/**
 * The secret of a data folder, readable by its owner alone.
 * @param make whether it is created where there is none
 */
export function secretOf(dataDir: string, make: boolean): string | undefined {
  const file = resolve(dataDir, 'secret');
  if (!make && !existsSync(file)) return undefined;
  makeDataDir(dataDir);
  let secret: string;
  try {
    writeOnce(file, randomBytes(32).toString('base64url'));
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw unusable(dataDir, error);
  }
  if (secret.length < 32)
    throw new SetupError(`${file} contains no secret: delete it to generate a new one.`);
  return secret;
}

const unusable = (dataDir: string, error: unknown) =>
  new SetupError(`DATA_DIR is '${dataDir}', which cannot be used: ${(error as Error).message}.`);

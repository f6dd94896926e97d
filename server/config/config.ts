import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { z } from 'zod';
import { writeOnce } from '../lib/write-once.ts';
import { asTyped, misspelt, readSetting } from './environment.ts';
import { type Setting, settings } from './settings.ts';

/**
 * A configuration problem that the operator can fix: printed as one line, without a stack trace.
 */
export class SetupError extends Error {}

const MEGABYTE = 1024 * 1024;

type Environment = Record<string, string | undefined>;
type Values = {
  [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']>;
};

/** The settings; `secret` only where SECRET is set. */
export type Settings = ReturnType<typeof readConfig>;
/** The settings once all processes of the database agree on a secret. */
export type Config = Settings & { secret: string };

/** @throws SetupError with a line for each setting that cannot be used */
function readValues(environment: Environment): Values {
  const read = Object.entries<Setting>(settings).map(
    ([name, setting]) => [name, readSetting(name, setting, environment[name])] as const,
  );
  const problems = read.flatMap(([, result]) => ('problem' in result ? result.problem : []));
  if (problems.length) throw new SetupError(problems.join('\n'));
  return Object.fromEntries(
    read.flatMap(([name, result]) => ('value' in result ? [[name, result.value]] : [])),
  ) as Values;
}

/**
 * Reads the settings; the only reader of the environment.
 * @throws SetupError with a line for each that cannot be used, which names the expected format
 */
export function readConfig(environment: Environment = process.env) {
  const values = readValues(environment);
  if (values.AI_URL !== undefined && values.AI_MODEL === undefined)
    throw new SetupError('AI_MODEL is missing: AI_URL needs the name of a model.');
  const dataDir = resolve(values.DATA_DIR);
  const publicUrl = values.PUBLIC_URL && new URL(values.PUBLIC_URL).href.replace(/\/+$/, '');
  const origin = publicUrl ?? `http://localhost:${values.PORT}`;
  /** With its quotes and blanks, as it was used before they were taken off. */
  const untrimmed = (name: string) =>
    environment[name] === asTyped(environment[name]) ? undefined : environment[name];
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    directUrl: values.DATABASE_DIRECT_URL,
    publicUrl,
    /** The base of links in mails and on pages. */
    origin,
    /** The path of PUBLIC_URL, below which the application is served: '' or '/posts'. */
    basePath: publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : '',
    /** The base of short links, where they have a host of their own. */
    linksUrl:
      values.LINKS_URL && new URL(values.LINKS_URL).host !== new URL(origin).host
        ? new URL(values.LINKS_URL).origin
        : undefined,
    trustProxy: values.TRUST_PROXY?.split(',').map((part) => part.trim()),
    secret: values.SECRET,
    previousSecret: values.SECRET_PREVIOUS ?? untrimmed('SECRET'),
    plcDirectory: values.PLC_DIRECTORY.replace(/\/+$/, ''),
    allowPrivateNetworks: values.ALLOW_PRIVATE_NETWORKS,
    s3Url: values.S3_URL,
    /** The program that converts videos, where there is one. */
    ffmpeg: findFfmpeg(values.FFMPEG_PATH, environment.PATH),
    mediaMaxBytes: values.MEDIA_MAX_MB * MEGABYTE,
    mediaQuotaBytes: values.MEDIA_QUOTA_MB * MEGABYTE,
    trashDays: values.TRASH_DAYS,
    contactDays: values.CONTACT_DAYS,
    invitationDays: values.INVITATION_DAYS,
    outboxDays: values.OUTBOX_DAYS,
    attemptDays: values.ATTEMPT_DAYS,
    backupDir: values.BACKUP_DIR && resolve(values.BACKUP_DIR),
    backupSchedule: values.BACKUP_SCHEDULE,
    backupKeep: values.BACKUP_KEEP,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    /** Those with which a backup may be encrypted. */
    passphrases: [values.BACKUP_PASSPHRASE, untrimmed('BACKUP_PASSPHRASE')].filter(
      (passphrase) => passphrase !== undefined,
    ),
    contactTo: values.CONTACT_TO,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailBounces: values.MAIL_BOUNCES,
    mailUnsubscribe: values.MAIL_UNSUBSCRIBE,
    /** Its secret may be missing: X has public clients. */
    x: {
      client: values.X_CLIENT_ID
        ? { id: values.X_CLIENT_ID, secret: values.X_CLIENT_SECRET }
        : undefined,
    },
    linkedin: {
      ...clientOf(values.LINKEDIN_CLIENT_ID, values.LINKEDIN_CLIENT_SECRET),
      /** Whether the application may publish on pages. */
      pages: values.LINKEDIN_PAGES,
      version: values.LINKEDIN_VERSION,
    },
    /** `figures`, also below: whether the application has the permissions for them. */
    facebook: {
      ...clientOf(values.FACEBOOK_CLIENT_ID, values.FACEBOOK_CLIENT_SECRET),
      figures: values.FACEBOOK_FIGURES,
    },
    instagram: {
      ...clientOf(values.INSTAGRAM_CLIENT_ID, values.INSTAGRAM_CLIENT_SECRET),
      figures: values.INSTAGRAM_FIGURES,
      /** The same for accounts of pages, which have the other application. */
      pageFigures: values.FACEBOOK_FIGURES,
    },
    threads: {
      ...clientOf(values.THREADS_CLIENT_ID, values.THREADS_CLIENT_SECRET),
      figures: values.THREADS_FIGURES,
    },
    graphVersion: values.META_GRAPH_VERSION,
    tiktok: {
      ...clientOf(values.TIKTOK_CLIENT_KEY, values.TIKTOK_CLIENT_SECRET),
      figures: values.TIKTOK_FIGURES,
    },
    /** Where the origins of networks are, where they are somewhere else: tests, and proxies. */
    networkAddresses: new Map(
      (values.NETWORK_ADDRESSES ?? '')
        .split(',')
        .filter(Boolean)
        .map((pair) => pair.trim().split('=') as [string, string]),
    ),
    /** The server of the assistant for all workspaces, where the operator has set one. */
    assistant:
      values.AI_URL !== undefined && values.AI_MODEL !== undefined
        ? {
            url: values.AI_URL.replace(/\/+$/, ''),
            key: values.AI_KEY ?? null,
            model: values.AI_MODEL,
            visionModel: values.AI_VISION_MODEL ?? null,
            context: values.AI_CONTEXT,
          }
        : undefined,
    /** How long an answer of the assistant may take. */
    assistantMs: values.AI_SECONDS * 1000,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    drainMs: values.DRAIN_SECONDS * 1000,
    logLevel: values.LOG_LEVEL,
    /** Variables that nearly have the name of a setting. */
    misspelt: misspelt(environment, Object.keys(settings)),
    /** The raw environment, for child processes with the same settings. */
    environment: Object.fromEntries(
      Object.keys(settings).flatMap((name) =>
        environment[name] ? [[name, environment[name]]] : [],
      ),
    ),
  };
}

/** The application of this installation at a network; `client` only where both are set. */
const clientOf = (id: string | undefined, secret: string | undefined) => ({
  client: id !== undefined && secret !== undefined ? { id, secret } : undefined,
});

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
  throw new SetupError(`FFMPEG_PATH is '${given}', which cannot be used: it is not a program.`);
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

/** Why a start can neither use nor make a folder; undefined where it can. It changes nothing. */
export function whyUnusable(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found && lstatSync(folder, { throwIfNoEntry: false }))
      return `${folder} is a link to nothing`;
    if (!found && dirname(folder) !== folder) return whyUnusable(dirname(folder));
    if (!found?.isDirectory()) return `${folder} is no folder`;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
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

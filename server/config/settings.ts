import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import {
  DEFAULT_CONTEXT,
  MAX_CONTEXT,
  MAX_SECONDS,
  MIN_CONTEXT,
} from '#contract/assistant/limits.ts';

/**
 * Every environment variable that Postfolio reads, by group; docs/configuration.md is made from
 * them (`npm run docs:configuration`).
 */

export type Setting = {
  readonly schema: z.ZodType;
  /** The expected format: the end of the sentence 'it expects …'. */
  readonly expects: string;
  /**
   * For operators, in Markdown, with links relative to `docs/`. Left out where the format says it
   * all.
   */
  readonly about?: string;
  /** What holds without it, in Markdown, where the schema has no default. */
  readonly otherwise?: string;
  /** Whether its value is left out of error messages. */
  readonly isSecret?: true;
  /** Whether it is an address, in which some characters are percent-encoded. */
  readonly isUrl?: true;
};
type Settings = Record<string, Setting>;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
const webUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    // What follows parses it.
    abort: true,
  });
const text = z.string().optional();
const YES = ['true', 'yes', 'on', '1'];
const NO = ['false', 'no', 'off', '0'];
const yesOrNo = {
  schema: z
    .string()
    .toLowerCase()
    .refine((word) => YES.includes(word) || NO.includes(word))
    .transform((word) => YES.includes(word))
    .default(false),
  expects: "'true' or 'false'",
} as const;
/** Not parsed as a URL: an address without a host and with a socket folder in its query is valid. */
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/)
  .optional();
const secretText = z.string().min(32).optional();

const required = {
  PUBLIC_URL: {
    schema: webUrl.refine((url) => !/[?#@]/.test(url)).optional(),
    isUrl: true,
    expects: 'an address such as https://posts.example.org',
    about:
      'The address that people use. Links in emails and the callback addresses of networks begin with it. It may have a path ([below a path](deployment.md#below-a-path)). Most networks need an https address.',
    otherwise: '`http://localhost:$PORT`',
  },
  TRUST_PROXY: {
    schema: z.string().refine(isAddressList).optional(),
    expects: 'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
    about:
      'The proxies whose forwarded headers are trusted, by their addresses as the application sees them. Without it, everyone behind a proxy shares its rate limits.',
    otherwise: 'none',
  },
  LINKS_URL: {
    schema: webUrl.refine((url) => !/[?#@]/.test(url) && new URL(url).pathname === '/').optional(),
    isUrl: true,
    expects: 'an address without a path, such as https://go.example.org',
    about:
      'The host of short links ([analytics.md](analytics.md)). It leads to this server, like that of `PUBLIC_URL`, and nothing else is served there. Links that are out stop working when it changes.',
    otherwise: '`PUBLIC_URL`',
  },
  SECRET: {
    schema: secretText,
    expects: 'a text of at least 32 characters',
    about:
      'Signs tokens and links, and encrypts the credentials of connected accounts. All processes of a database need the same one. Keep it: see [security.md](security.md).',
    otherwise:
      'generated and stored, in `DATA_DIR` or with `DATABASE_URL` in the database; `compose.yaml` requires one',
    isSecret: true,
  },
  SECRET_PREVIOUS: {
    schema: secretText,
    expects: 'a text of at least 32 characters',
    about:
      'The secret that is being replaced. Links, tokens and credentials made with it stay valid.',
    isSecret: true,
  },
  DATABASE_URL: {
    schema: postgresUrl,
    isUrl: true,
    expects: 'an address such as postgres://user:password@host/database',
    about:
      'Your own PostgreSQL: 15 or newer, in UTF-8, with the extensions `btree_gin` and `pg_trgm` available.',
    otherwise: 'the embedded PostgreSQL in `DATA_DIR`; set by `compose.yaml`',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    schema: postgresUrl,
    isUrl: true,
    expects: 'an address such as postgres://user:password@host/database',
    about:
      'PostgreSQL itself, if `DATABASE_URL` points to a pooler in transaction mode such as PgBouncer. It is verified at startup.',
    isSecret: true,
  },
  DATA_DIR: {
    schema: z.string().default('./data'),
    expects: 'the path of a folder',
    about:
      'The folder for the embedded database, the generated secret, uploaded files (`media`) and unsent emails (`outbox`). It is `/data` in the image, and `~/.postfolio` for `postfolio start`.',
  },
  HOST: {
    schema: z
      .string()
      // As in an address.
      .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
      .default('127.0.0.1'),
    expects: 'an address or host name to listen on',
    about: 'It is `0.0.0.0` in the image.',
  },
  PORT: {
    schema: wholeNumber(0, 65535).default(3000),
    expects: 'a port number from 0 to 65535',
    about:
      'The port to listen on. With `compose.yaml` it is the port of the host; the container always listens on 3000.',
  },
} as const satisfies Settings;

const mail = {
  SMTP_URL: {
    isUrl: true,
    schema: z
      .string()
      .refine(
        (url) =>
          URL.canParse(url) &&
          /^smtps?:$/.test(new URL(url).protocol) &&
          new URL(url).hostname !== '',
      )
      .optional(),
    expects: 'an address such as smtp://user:password@mail.example.org:587',
    about: 'The mail server.',
    otherwise: 'emails are written to `DATA_DIR/outbox`, and their links to the log',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
      .optional(),
    expects: "an e-mail address, or one with a name such as 'Posts <posts@example.org>'",
    about: 'The sender of emails.',
    otherwise: '`postfolio@` and the host of `PUBLIC_URL`',
  },
  MAIL_BOUNCES: {
    schema: z.email().optional(),
    expects: 'an e-mail address',
    about: 'Where mail servers return emails that cannot be delivered (the envelope sender).',
    otherwise: 'the address of `MAIL_FROM`',
  },
  MAIL_UNSUBSCRIBE: {
    schema: z.email().optional(),
    expects: 'an e-mail address',
    about:
      'A mailbox that is offered in digests to unsubscribe by email, beside the link. Somebody has to read it: its mails name the person in their subject.',
  },
  CONTACT_TO: {
    schema: z.email().optional(),
    expects: 'an e-mail address',
    about: 'Who receives messages from the contact page. All messages are stored in any case.',
  },
} as const satisfies Settings;

const files = {
  S3_URL: {
    isUrl: true,
    schema: webUrl
      .refine((url) => {
        const { username, password, pathname, hash } = new URL(url);
        return username !== '' && password !== '' && /^\/[^/]/.test(pathname) && hash === '';
      })
      .optional(),
    expects: 'an address such as https://KEY:SECRET@s3.example.org/bucket?region=eu-central-1',
    about:
      'A bucket for uploaded files, on S3 or a compatible server. A path after the bucket is a prefix of the keys; the default `region` is `us-east-1`.',
    otherwise: '`DATA_DIR/media`',
    isSecret: true,
  },
  MEDIA_MAX_MB: {
    schema: wholeNumber(1, 5000).default(512),
    expects: 'a number of megabytes from 1 to 5000',
    about: 'The maximum size of a file.',
  },
  MEDIA_QUOTA_MB: {
    schema: wholeNumber(1, 100_000_000).default(10_240),
    expects: 'a number of megabytes from 1, for each workspace',
    about:
      'The maximum size of all files of a workspace, including the trash and unfinished uploads.',
  },
  FFMPEG_PATH: {
    schema: text,
    expects: 'the path of a program',
    about:
      'The program that converts videos on request, and those that no browser plays as they arrive. The image has one.',
    otherwise: '`ffmpeg` on the `PATH`, if there is one',
  },
} as const satisfies Settings;

const networks = {
  X_CLIENT_ID: {
    schema: text,
    expects: 'the client id of an application at X',
    about: 'Publishing on X, and sign-in with it ([steps](networks/x.md)).',
  },
  X_CLIENT_SECRET: {
    schema: text,
    expects: 'the client secret of an application at X',
    isSecret: true,
  },
  LINKEDIN_CLIENT_ID: {
    schema: text,
    expects: 'the client id of an application at LinkedIn',
    about: 'Publishing on LinkedIn ([steps](networks/linkedin.md)).',
  },
  LINKEDIN_CLIENT_SECRET: {
    schema: text,
    expects: 'the client secret of that application',
    isSecret: true,
  },
  LINKEDIN_PAGES: { ...yesOrNo, about: '`true`: the application may publish on pages.' },
  LINKEDIN_VERSION: {
    schema: z
      .string()
      .regex(/^20\d{2}(0[1-9]|1[0-2])$/)
      .default('202608'),
    expects: 'a year and a month such as 202608',
    about: 'The version of its API.',
  },
  FACEBOOK_CLIENT_ID: {
    schema: text,
    expects: 'the id of an application at Meta',
    about:
      'Publishing on Facebook, and on Instagram accounts of pages ([steps](networks/facebook.md)).',
  },
  FACEBOOK_CLIENT_SECRET: {
    schema: text,
    expects: 'the secret of that application',
    isSecret: true,
  },
  FACEBOOK_FIGURES: {
    ...yesOrNo,
    about:
      '`true`: the application has the permissions for figures, `read_insights` and, for Instagram accounts of pages, `instagram_manage_insights`. A login that asks for a permission that the application lacks is refused.',
  },
  INSTAGRAM_CLIENT_ID: {
    schema: text,
    expects: 'the Instagram id of an application at Meta',
    about: 'Publishing on Instagram ([steps](networks/instagram.md)).',
  },
  INSTAGRAM_CLIENT_SECRET: {
    schema: text,
    expects: 'the Instagram secret of that application',
    isSecret: true,
  },
  INSTAGRAM_FIGURES: {
    ...yesOrNo,
    about: '`true`: the application has `instagram_business_manage_insights`.',
  },
  THREADS_CLIENT_ID: {
    schema: text,
    expects: 'the Threads id of an application at Meta',
    about: 'Publishing on Threads ([steps](networks/threads.md)).',
  },
  THREADS_CLIENT_SECRET: {
    schema: text,
    expects: 'the Threads secret of that application',
    isSecret: true,
  },
  THREADS_FIGURES: {
    ...yesOrNo,
    about: '`true`: the application has `threads_manage_insights`.',
  },
  META_GRAPH_VERSION: {
    schema: z
      .string()
      .regex(/^v\d{2,3}\.\d$/)
      .default('v25.0'),
    expects: 'a version of the Graph API such as v25.0',
    about: 'The version of the Graph API, for Facebook and Instagram.',
  },
  TIKTOK_CLIENT_KEY: {
    schema: text,
    expects: 'the client key of an application at TikTok',
    about: 'Publishing on TikTok ([steps](networks/tiktok.md)).',
  },
  TIKTOK_CLIENT_SECRET: {
    schema: text,
    expects: 'the client secret of that application',
    isSecret: true,
  },
  TIKTOK_FIGURES: {
    ...yesOrNo,
    about: '`true`: the application has the scopes `video.list` and `user.info.stats`.',
  },
  PLC_DIRECTORY: {
    schema: webUrl.default('https://plc.directory'),
    isUrl: true,
    expects: 'an address such as https://plc.directory',
    about: 'The directory of accounts of AT Protocol, for Bluesky.',
  },
  NETWORK_ADDRESSES: {
    schema: z.string().refine(isAddressMap).optional(),
    expects: 'pairs such as https://api.example.org=http://127.0.0.1:4000, separated by commas',
    about:
      'Replaces the addresses of networks, for tests and proxies. One with a private IP address needs `ALLOW_PRIVATE_NETWORKS`.',
    otherwise: 'the addresses of the networks',
  },
  ALLOW_PRIVATE_NETWORKS: {
    ...yesOrNo,
    about:
      '`true`: allow connections to servers with private IP addresses and servers without TLS, and connecting networks without an https `PUBLIC_URL`.',
  },
} as const satisfies Settings;

const assistant = {
  AI_URL: {
    schema: webUrl.refine((url) => !/[?#@]/.test(url)).optional(),
    isUrl: true,
    expects: 'an address such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1',
    about:
      'The server of the writing assistant, which speaks the protocol of OpenAI ([assistant.md](assistant.md)), for all workspaces. It may be in a private network.',
    otherwise: 'the owner of a workspace can choose one for it',
  },
  AI_KEY: {
    schema: text,
    expects: 'the key of that server',
    about: 'Sent to `AI_URL` and nowhere else.',
    isSecret: true,
  },
  AI_MODEL: {
    schema: text,
    expects: 'the name of a model of that server',
    about: 'Required with `AI_URL`.',
  },
  AI_VISION_MODEL: {
    schema: text,
    expects: 'the name of a model that sees pictures',
    about: 'It describes pictures.',
    otherwise: 'no pictures are described',
  },
  AI_CONTEXT: {
    schema: wholeNumber(MIN_CONTEXT, MAX_CONTEXT).default(DEFAULT_CONTEXT),
    expects: `a number of tokens from ${MIN_CONTEXT}`,
    about:
      'The context of the model. What is longer is refused before it is sent: some servers cut it without a word.',
  },
  AI_SECONDS: {
    schema: wholeNumber(1, 600).default(MAX_SECONDS),
    expects: 'a number of seconds from 1 to 600',
    about: 'How long an answer may take, in all workspaces.',
  },
} as const satisfies Settings;

const backup = {
  BACKUP_DIR: {
    schema: text,
    expects: 'the path of a folder',
    about:
      'The folder for scheduled backups. Each installation needs one of its own, because the oldest files in it are deleted. `compose.yaml` sets it to a volume.',
    otherwise: 'no scheduled backups',
  },
  BACKUP_SCHEDULE: {
    schema: z.string().refine(isSchedule).default('17 3 * * *'),
    expects: "five fields as in a crontab, such as '17 3 * * *', in UTC",
    about: 'When a backup is written.',
  },
  BACKUP_KEEP: {
    schema: wholeNumber(1, 10_000).default(14),
    expects: 'a number of backups from 1',
    about: 'How many scheduled backups are kept.',
  },
  BACKUP_PASSPHRASE: {
    schema: z.string().min(12).optional(),
    expects: 'a text of at least 12 characters',
    about: 'Encrypts backups, and decrypts them when they are restored.',
    otherwise: 'backups are not encrypted',
    isSecret: true,
  },
} as const satisfies Settings;

const tuning = {
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 300).default(0),
    expects: 'a number of seconds from 0 to 300',
    about:
      'How long a process that is told to end still serves, while `/readyz` says that it ends: as long as a balancer needs to notice ([shutdown](deployment.md#shutdown)).',
  },
  TRASH_DAYS: {
    schema: wholeNumber(0, 36_500).default(30),
    expects: 'a number of days from 0',
    about: 'The days until deleted items and files are purged.',
  },
  CONTACT_DAYS: {
    schema: wholeNumber(1, 36_500).default(365),
    expects: 'a number of days from 1',
    about: 'The days until messages of the contact page are purged.',
  },
  INVITATION_DAYS: {
    schema: wholeNumber(1, 36_500).default(90),
    expects: 'a number of days from 1',
    about: 'The days until invitations that were accepted, revoked or have expired are purged.',
  },
  OUTBOX_DAYS: {
    schema: wholeNumber(1, 36_500).default(30),
    expects: 'a number of days from 1',
    about: 'The days until emails in `DATA_DIR/outbox` are deleted.',
  },
  ATTEMPT_DAYS: {
    schema: wholeNumber(1, 36_500).default(180),
    expects: 'a number of days from 1',
    about:
      'The days until the attempts of publications that are published or cancelled are purged. The publications stay.',
  },
  LOG_LEVEL: {
    schema: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']))
      .default('info'),
    expects: 'one of fatal, error, warn, info, debug, trace, silent',
    about: 'How much is logged.',
  },
  RATE_LIMIT_FACTOR: {
    schema: z
      .string()
      .refine((value) => Number(value) > 0 && Number(value) <= 1e6)
      .transform(Number)
      .default(1),
    expects: 'a number above 0',
    about: 'Multiplies every rate limit, for load tests.',
  },
} as const satisfies Settings;

/** By what an operator looks for. */
export const settingGroups = {
  required,
  mail,
  files,
  networks,
  assistant,
  backup,
  tuning,
} as const;

export const settings = {
  ...required,
  ...mail,
  ...files,
  ...networks,
  ...assistant,
  ...backup,
  ...tuning,
} as const satisfies Settings;

function isAddressMap(map: string) {
  return map.split(',').every((pair) => {
    const urls = pair.trim().split('=');
    return (
      urls.length === 2 && urls.every((url) => URL.canParse(url) && new URL(url).origin === url)
    );
  });
}

/** The maximum of each field: minute, hour, day, month, day of the week. */
const FIELDS = [59, 23, 31, 12, 7];

function isSchedule(schedule: string) {
  const fields = schedule.split(' ');
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

function isAddressList(list: string) {
  return list.split(',').every((part) => {
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

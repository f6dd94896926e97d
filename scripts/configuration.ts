// Generates docs/configuration.md from server/config/settings.ts.
// usage: node scripts/configuration.ts [--verify]   (--verify: fails if the file is stale)
import { type Setting, settingGroups } from '../server/config/settings.ts';
import { keepDocument, wrap } from './documents/generated.ts';

const INTRODUCTION = `
<!-- Generated from server/config/settings.ts by 'npm run docs:configuration': do not edit. -->

# Configuration

Settings are environment variables. An empty one counts as not set; blanks and quotes around a value do not count.
Values that cannot be used stop the start, each with one line that names the variable and the expected format. The log
names variables that nearly have the name of a setting.

In an address, signs such as \`/ # ? % @\` in the user or the password are percent-encoded: \`%2F %23 %3F %25 %40\`.

Nothing has to be set to try Postfolio on one machine. In production, set \`PUBLIC_URL\`, and \`TRUST_PROXY\` behind a
reverse proxy ([deployment.md](deployment.md)); [security.md](security.md) has what else operators must do.

With Docker, put the settings into the file \`.env\` beside \`compose.yaml\`, which passes them to the application. Enclose
values with a \`$\` in single quotes. \`POSTGRES_PASSWORD\` is the password of the database there; make it of letters and
digits. \`compose.yaml\` itself sets \`DATABASE_URL\`, \`DATABASE_DIRECT_URL\`, \`DATA_DIR\`, \`HOST\` and \`BACKUP_DIR\`. Under
systemd, put them into \`/etc/postfolio.env\` ([deploy/postfolio.service](../deploy/postfolio.service)).
`;

type Group = keyof typeof settingGroups;
const TITLES: Record<Group, string> = {
  required: 'Required in production',
  mail: 'Mail',
  files: 'Files',
  networks: 'Networks',
  assistant: 'Assistant',
  backup: 'Backup',
  tuning: 'Tuning',
};
const INTRODUCTIONS: Partial<Record<Group, string>> = {
  required: 'The addresses, the secret and the database.',
  networks:
    'Mastodon, Bluesky, Telegram, Discord and Practice need no settings. At the others an operator registers an application once, and sets its ID and its secret.',
  assistant:
    'The writing assistant is off until a server is set, here or by the owner of a workspace. Recipes are in [assistant.md](assistant.md).',
  backup: 'How to write and restore backups is in [deployment.md](deployment.md#backup).',
};

function defaultOf({ schema, otherwise }: Setting): string {
  const value = schema.safeParse(undefined).data;
  return value === undefined ? (otherwise ?? 'none') : `\`${value}\``;
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const entryOf = ([name, setting]: [string, Setting]) => {
  const { about, expects } = setting;
  const meaning = about === undefined ? `${capitalised(expects)}.` : about;
  const format = about === undefined ? '' : ` Format: ${expects}.`;
  return `- **\`${name}\`** (default: ${defaultOf(setting)}). ${meaning}${format}`;
};

const section = ([group, settings]: [string, Record<string, Setting>]) => {
  const introduction = INTRODUCTIONS[group as Group];
  return [
    `## ${TITLES[group as Group]}`,
    ...(introduction ? [wrap(introduction)] : []),
    Object.entries(settings)
      .map((setting) => wrap(entryOf(setting), '  '))
      .join('\n'),
  ].join('\n\n');
};

const wanted = `${[INTRODUCTION.trim(), ...Object.entries(settingGroups).map(section)].join('\n\n')}\n`;
keepDocument('docs/configuration.md', wanted, 'server/config/settings.ts', 'docs:configuration');

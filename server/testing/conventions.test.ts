import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import {
  CHANGES_OF_OTHERS,
  changedIn,
  isBefore,
  isOwn,
  OWNED,
  READS_OF_LATER,
  tablesOf,
} from './tables.ts';

/** Promises of CONTRIBUTING.md that no import rule can check. */
const ROOT = join(import.meta.dirname, '../..');

const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file)),
  );
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const isTest = (file: string) => /\.test\.tsx?$|^server\/testing\//.test(file);

/** The tables with content. */
const CONTENT = new Set([
  'folders',
  'items',
  'posts',
  'item_versions',
  'transitions',
  'comments',
  'comment_mentions',
  'item_views',
  'item_viewers',
  'search_documents',
  'search_vocabulary',
  'presence',
  'post_counts',
  'post_count_changes',
]);

const isOnContent = (text: string) => {
  const { read, changed } = tablesOf(text);
  return [...read, ...changed].some((table) => CONTENT.has(table));
};

/** Expired rows are deleted in all workspaces. */
const OF_ALL = 'server/features/operations/maintenance/maintenance.sql.ts';

/** A condition on the workspace, an insert that sets it, or the lock of its content. */
const NAMES_WORKSPACE =
  /workspace_id"? = (\$\d|"?\w+"?\."?workspace_id)|insert into "?\w+"? \([^)]*workspace_id|'folders', \$1::bigint/;

/** The file that declares a statement at the moment, whichever file has imported it first. */
function declaringFile() {
  const [, file] = /\/(server\/\S+\.sql\.ts)/.exec(new Error('where').stack ?? '') ?? [];
  if (file === undefined)
    throw new Error('A statement is declared outside the files of statements.');
  return file;
}

/** The texts of all statements, with their files. */
async function allStatements(): Promise<{ file: string; text: string }[]> {
  // A statement is declared when its module is loaded, which other test files may have done.
  vi.resetModules();
  const { declared } = await import('../database/statement.ts');
  const texts: { file: string; text: () => string }[] = [];
  declared.listen = (text) => void texts.push({ file: declaringFile(), text });
  for (const file of filesIn('server').filter((entry) => entry.endsWith('.sql.ts'))) {
    const module = await import(join(ROOT, file));
    // Lists are compiled for each shape.
    if (file.endsWith('items-list.sql.ts')) {
      for (const filters of [[], ['status'], ['match']]) {
        for (const from of ['start', 'key', 'offset'])
          module.listStatement({ filters, field: 'updated_at', descending: true, from });
        module.countItems(filters);
        module.matchingIds(filters);
      }
    }
    if (file.endsWith('items-viewed.sql.ts'))
      for (const from of ['start', 'key', 'offset'])
        module.itemsByViews({ filters: [], descending: true, from });
    if (file.endsWith('posts/write.sql.ts'))
      for (const isNew of [true, false])
        for (const count of [1, 2]) {
          const row = { isNew, hasText: true, action: 'update', entry: 'update', copyOf: 1 };
          const rows = { posts: Array(count).fill(row), items: Array(count).fill(row) };
          await module.writePosts({ query: async () => ({ rows: [] }) }, {}, rows);
        }
    if (file.endsWith('items-ranked.sql.ts'))
      for (const deep of [true, false])
        module.rankedItems({ filters: ['match'], counted: true, deep });
  }
  vi.resetModules();
  return texts.map(({ file, text }) => ({ file, text: text() }));
}

const statements = allStatements();

/** A feature of the server: a folder of its group, or the group where that is one feature. */
const featureOf = (file: string) => {
  const [, feature] =
    /^server\/features\/((?:networks|media|assistant)|[^/]+\/[^/]+)\//.exec(file) ?? [];
  return feature;
};

/** What a file imports, types and tests included, as paths from the root. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : join(dirname(file), path).replaceAll('\\', '/'),
  );

/** The features of a circle, in its order; undefined where there is none. */
function circleIn(edges: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (feature: string, way: string[]): string[] | undefined => {
    if (way.includes(feature)) return [...way.slice(way.indexOf(feature)), feature];
    if (done.has(feature)) return undefined;
    for (const next of edges.get(feature) ?? []) {
      const circle = visit(next, [...way, feature]);
      if (circle) return circle;
    }
    done.add(feature);
    return undefined;
  };
  for (const feature of edges.keys()) {
    const circle = visit(feature, []);
    if (circle) return circle;
  }
  return undefined;
}

test('features of the server depend on each other in one direction, through folders in them as well', () => {
  // The import rule compares folders, and does not see that a folder belongs to the one around it.
  const edges = new Map<string, Set<string>>();
  for (const file of filesIn('server/features')) {
    const feature = featureOf(file);
    if (feature === undefined) continue;
    const others = importsOf(file).map(featureOf);
    const used = edges.get(feature) ?? new Set();
    for (const other of others) if (other !== undefined && other !== feature) used.add(other);
    edges.set(feature, used);
  }
  expect(circleIn(edges)).toBeUndefined();
  expect([...edges.values()].reduce((sum, used) => sum + used.size, 0)).toBeGreaterThan(100);
});

test('every time of a page is written by web/lib: in one zone, and in the format of the reader', () => {
  // web/start.ts warms the formats up.
  const own = /^web\/(lib\/time\/(clock|locale|time)|start)\.ts$/;
  const formats =
    /Intl\.(DateTimeFormat|RelativeTimeFormat)|toLocale(Date|Time)String|dateStyle|timeStyle|toLocaleString\((?!'en'[,)])/;
  const elsewhere = filesIn('web').filter(
    (file) => !own.test(file) && !isTest(file) && formats.test(read(file)),
  );
  expect(elsewhere).toEqual([]);
});

test('every statement on content names the workspace', async () => {
  const onContent = (await statements).filter(
    ({ file, text }) => file !== OF_ALL && isOnContent(text),
  );
  const silent = onContent.filter(({ text }) => !NAMES_WORKSPACE.test(text));
  expect(silent).toEqual([]);
  expect(onContent.length).toBeGreaterThan(60);
});

test('every statement that asks what is not in the trash asks of deleted folders as well', async () => {
  const asks = /\bnot ("?\w+"?\.)?"?trashed\b|deleted_at"? is null/;
  const asking = (await statements).filter(({ text }) => asks.test(text));
  const forgetful = asking.filter(({ text }) => !text.includes('deleted_folders'));
  // What empties these folders.
  const own = /^server\/features\/content\/posts\/(deleted-folders|posts)\.sql\.ts$/;
  expect(forgetful.filter(({ file }) => !own.test(file))).toEqual([]);
  expect(forgetful).toHaveLength(2);
  expect(asking.length).toBeGreaterThan(30);
});

test('every table has one owner', () => {
  const [, types = ''] = read('server/database/types.ts').split('export interface DB {');
  const tables = [...types.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(Object.values(OWNED).flat().toSorted()).toEqual(tables.toSorted());
});

/** What statements use of others, as the lists of exceptions say it. */
const usesOf = (all: { file: string; tables: string[] }[]) =>
  [
    ...new Set(all.flatMap(({ file, tables }) => tables.map((table) => `${file} ${table}`))),
  ].toSorted();
const exceptionsOf = (exceptions: typeof READS_OF_LATER) =>
  usesOf(exceptions.map(([file, tables]) => ({ file: `server/${file}`, tables: [...tables] })));

test('only the group that owns a table changes it', async () => {
  const declared = (await statements).map(({ file, text }) => ({
    file,
    tables: tablesOf(text).changed,
  }));
  const plain = filesIn('server')
    .filter((file) => !isTest(file) && !file.endsWith('.sql.ts'))
    .map((file) => ({ file, tables: changedIn(read(file)) }));
  const changes = [...declared, ...plain].map(({ file, tables }) => ({
    file,
    tables: tables.filter((table) => !isOwn(file, table)),
  }));
  expect(usesOf(changes)).toEqual(exceptionsOf(CHANGES_OF_OTHERS));
});

test('no statement computes with a time zone, but UTC: Node alone has the rules', async () => {
  const zoned =
    /at time zone (?!'UTC')|\btimezone\(|date_(trunc|bin)\([^()]*(\([^()]*\)[^()]*)*,[^()]*,[^()]*zone/;
  const found = (await statements).filter(({ text }) => zoned.test(text));
  expect(found).toEqual([]);
});

/** They show it. */
const READS_AUDIT_LOG = new Set(['apps', 'archive', 'audit', 'links', 'summary', 'trash']);

test('the audit log decides nothing: its entries can be archived', async () => {
  const readers = (await statements).filter(({ text }) =>
    tablesOf(text).read.includes('audit_log'),
  );
  const names = readers.map(({ file }) => /([\w-]+)\.sql\.ts$/.exec(file)?.[1] ?? file);
  expect(new Set(names)).toEqual(READS_AUDIT_LOG);
});

test('one statement writes versions, and takes whose words come in', async () => {
  const writers = (await statements).filter(({ text }) =>
    /insert into (item_versions|"item_versions")/i.test(text),
  );
  expect(writers.filter(({ text }) => !/principal_id, carried\)/.test(text))).toEqual([]);
});

/** What people can change without an approval: names, roles and versions (decision 90). */
const NOT_SENT = [
  'users',
  'memberships',
  'folders',
  'workspaces',
  'item_versions',
  'items',
  'snippets',
];
const READ_BY_WORKERS: typeof READS_OF_LATER = [
  [
    'features/publishing/worker/afterwards/afterward-runner.sql.ts',
    ['memberships', 'users'],
    'whether somebody has the workspace',
  ],
  [
    'features/publishing/worker/leases.sql.ts',
    ['memberships', 'users', 'workspaces'],
    'whether somebody has it, and what is too late there',
  ],
  ['features/publishing/worker/publisher.sql.ts', ['workspaces'], 'what it demands'],
];

test('what is sent is read from the publication: workers read no names, roles or versions', async () => {
  const read = (await statements)
    // What is due soon is checked like what is scheduled, and nothing of it is sent.
    .filter(({ file }) => /publishing\/worker\/(?!soon)(?:[\w-]+\/)*[\w-]+\.sql\.ts$/.test(file))
    .map(({ file, text }) => ({
      file,
      tables: tablesOf(text).read.filter((table) => NOT_SENT.includes(table)),
    }));
  expect(read.length).toBeGreaterThan(20);
  expect(usesOf(read)).toEqual(exceptionsOf(READ_BY_WORKERS));
});

test('a statement reads tables of its group and of those before it', async () => {
  const reads = (await statements).map(({ file, text }) => ({
    file,
    tables: tablesOf(text).read.filter((table) => !isBefore(file, table)),
  }));
  expect(usesOf(reads)).toEqual(exceptionsOf(READS_OF_LATER));
});

test('only contract/paths.ts knows the paths of pages', () => {
  const PAGE =
    /['"`]\/(content|threads|settings|analytics|social-accounts|login|register|forgot-password|reset-password|invite|confirm-address|unsubscribe|auth\/callback|features|pricing|about|contact|terms|privacy)\b(?![\w-])/;
  const knowing = filesIn('contract', 'server', 'web')
    .filter((file) => file !== 'contract/paths.ts' && !isTest(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => PAGE.test(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(knowing).toEqual([]);
});

test('only config.ts reads the environment, only secrets.ts and instance.ts derive keys', () => {
  const shipped = filesIn('server', 'contract').filter((file) => !isTest(file));
  const having = (pattern: RegExp, allowed: RegExp) =>
    shipped.filter((file) => pattern.test(read(file)) && !allowed.test(file));
  expect(
    having(
      /process\.env\b/,
      /^server\/(config\/config\.ts|features\/operations\/backup\/backup\.jobs\.ts|database\/embedded\/|commands\/)/,
    ),
  ).toEqual([]);
  expect(having(/createHmac|hkdfSync/, /^server\/(secrets|database\/instance)\.ts$/)).toEqual([]);
});

test('only http/outgoing/outgoing.ts calls other servers', () => {
  const others = [
    'server/http/outgoing/outgoing.ts',
    // A server before there is an application.
    'server/http/starting.ts',
    // They ask their own process.
    'server/commands/health.ts',
    'server/commands/doctor/servers.ts',
  ];
  const calling = filesIn('server')
    .filter((file) => !isTest(file) && !others.includes(file))
    .filter((file) => /(?<!\.)\bfetch\(|from 'undici'|from 'node:https?'/.test(read(file)))
    .filter((file) => !/import type \{[^}]*\} from 'node:https?'/.test(read(file)));
  expect(calling).toEqual([]);
});

test('what browsers have at https and localhost only is used in web/lib alone, with a fallback', () => {
  const SECURE =
    /\brandomUUID\b|\bcrypto\.subtle\b|\bnavigator\??\.(locks|clipboard|serviceWorker|share|canShare|wakeLock|mediaDevices|storage|credentials|permissions|geolocation|usb|bluetooth|serial|hid|gpu)\b|\bcaches\b|\bnew Notification\(|\bNotification\.|\bshow(Open|Save|Directory)\w*Picker\b|\b(Video|Audio|Image)(Decoder|Encoder)\b|\bcookieStore\b|\bSharedArrayBuffer\b|\bPublicKeyCredential\b|\bEyeDropper\b/;
  const allowed = ['web/lib/clipboard.ts', 'web/lib/drafts/lock.ts'];
  const using = filesIn('web')
    .filter((file) => !isTest(file) && !allowed.includes(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => SECURE.test(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(using).toEqual([]);
});

test('a network is named by its folder, its rules and its settings alone', () => {
  // Without those whose names are words of their own.
  const named = ALL_NETWORKS.filter((entry) => !['x', 'threads', 'practice'].includes(entry));
  const shared = [
    'contract/networks/networks.ts',
    'contract/networks/names.ts',
    // What each counts, beside what the others do.
    'contract/networks/metrics.ts',
    // A text is read without the rules of networks, which are as large as the editor.
    'contract/networks/handles.ts',
    'server/config/config.ts',
    'server/config/settings.ts',
    'server/features/networks/networks.service.ts',
    // Accounts of one network are managed by the pages of another one.
    'server/features/networks/meta/pages.ts',
    'server/features/networks/instagram/client.ts',
    'server/features/networks/instagram/connect.ts',
  ];
  const naming = filesIn('contract', 'server', 'web', 'cli')
    .filter((file) => !isTest(file) && !shared.includes(file) && !file.includes('node_modules'))
    .flatMap((file) =>
      named
        .filter((entry) => !file.startsWith(`server/features/networks/${entry}/`))
        .filter((entry) => file !== `contract/networks/${entry}.ts`)
        .filter((entry) => new RegExp(entry, 'i').test(read(file)))
        .map((entry) => `${file}: ${entry}`),
    );
  expect(naming).toEqual([]);
});

test('tests wait for as long as eventually.ts says', () => {
  const waiting = filesIn('server').filter(
    (file) => /\bvi\.wait(For|Until)\(/.test(read(file)) && file !== 'server/testing/eventually.ts',
  );
  expect(waiting).toEqual([]);
});

/** Where time passes on purpose; nothing is added. */
const FIXED_WAITS = new Set([
  // Kills, freezes and disconnects workers after some seconds.
  'server/features/automation/rules/chaos.test.ts',
  'server/features/publishing/worker/chaos.test.ts',
  'server/testing/publishing-chaos.ts',
  'server/features/automation/webhooks/chaos.test.ts',
  // An endpoint that takes longer than two seconds.
  'server/features/automation/webhooks/failing.test.ts',
  // Disconnects after each half of the first 20 milliseconds.
  'server/features/content/search/search.test.ts',
  // A server that responds late, or not at all.
  'server/testing/networks/fault-proxy.ts',
  // A server that answers as slowly as a model.
  'server/testing/assistant/server.ts',
  // Bounds the steps of a shutdown.
  'server/testing/app.ts',
]);

test('tests wait for a state, or for a clock that they hold, and for no fixed time', () => {
  const waiting = filesIn('contract', 'server', 'web', 'cli', 'e2e').filter(
    (file) =>
      (isTest(file) || file.startsWith('e2e/')) &&
      !file.includes('node_modules') &&
      /\bwaitForTimeout\(|(?<![.\w])(setTimeout|delay)\(|node:timers\/promises/.test(read(file)),
  );
  expect(waiting.filter((file) => !FIXED_WAITS.has(file))).toEqual([]);
  expect([...FIXED_WAITS].filter((file) => !waiting.includes(file))).toEqual([]);
});

test('a value is called by what it is', () => {
  const files = filesIn('contract', 'server', 'web', 'cli', 'e2e', 'bench');
  const named = files.filter((file) =>
    /\(one\) =>|\(one:|\[\w+, one\]\) =>|for \((?:const|let) one\b/.test(read(file)),
  );
  expect(named.filter((file) => file !== 'server/testing/conventions.test.ts')).toEqual([]);
});

test('what is dimmed until its response arrives is busy: class="aria-busy:opacity-60"', () => {
  const dimmed = filesIn('web').filter((file) =>
    /PlaceholderData\s*&&\s*'[^']*opacity-/.test(read(file)),
  );
  expect(dimmed).toEqual([]);
});

/**
 * Who reads the clock of the machine; why. Nobody in `server/features/`. What only lasts, as a timeout
 * or a pause between lines of the log, is measured with `performance.now()`, which nobody sets.
 */
const READ_MACHINE = new Map([
  ['server/commands/backup.ts', 'a command has no application, and no clock of its own'],
  ['server/commands/doctor/database.ts', 'compares that clock with the one of the database'],
  ['server/commands/doctor/folders.ts', 'a command; backups are named by the time'],
  ['server/commands/doctor/work.ts', 'a command; says how long ago something was'],
  ['server/database/backup/backup.ts', 'writes down when a backup was made, by a command'],
  ['server/database/embedded/cluster.ts', 'PostgreSQL names its logs by that clock'],
  ['server/storage/disk.ts', 'the system dates files by that clock'],
]);

test('the time comes from the clock of the context, in adapters of networks as well', () => {
  const MACHINE = /\bDate\.now\b|\bnew Date(\(\s*\)|(?![\w(]))|(?<!new )\bDate\(|\btimeOrigin\b/;
  const reading = filesIn('server').filter((file) => !isTest(file) && MACHINE.test(read(file)));
  expect(reading.filter((file) => !READ_MACHINE.has(file))).toEqual([]);
  expect([...READ_MACHINE.keys()].filter((file) => !reading.includes(file))).toEqual([]);
});

/** What is leased, due, or ends. */
const DECIDED =
  /\b(\w*_until|next_\w*at|expires_at|ends_at|due_at|asked_at|began_at|polled_at|used_at)"?\s*(=|<=?|>=?)\s*(coalesce\(|greatest\()?\$\d/;
/** Statements that get such a time from their caller; why. */
const GIVEN_TIMES = new Map([
  // A time that a person has chosen, or that follows from their calendar and zone.
  ['rules.sql.ts', 'the next time of a rule'],
  ['schedule.sql.ts', 'times of publications and drafts, and what is near a time'],
  ['calendar.sql.ts', 'the days that are shown'],
  ['keys.sql.ts', 'the end of a key'],
  ['pause.sql.ts', 'the end of a pause'],
  // A range that is read, and shown.
  ['times.sql.ts', 'the days of which best times are'],
  ['figures.sql.ts', 'what a rule is tried on'],
  ['publications.sql.ts', 'the range that is listed'],
  // A lease is named by its end, as the database has said it.
  ['ask.sql.ts', 'the lease of a run'],
  ['runs.sql.ts', 'the lease of a run'],
  ['feeds.sql.ts', 'the lease of a feed'],
  ['channels.sql.ts', 'the lease of a renewal'],
  ['evergreen.sql.ts', 'the lease of a folder'],
  // A network says how long it keeps what was prepared.
  ['publisher.sql.ts', 'what was prepared'],
  ['afterward-runner.sql.ts', 'what was prepared'],
]);

test('the clock of the database decides what is leased, due or expired (decision 42)', async () => {
  const given = (await statements).filter(({ text }) => DECIDED.test(text));
  const files = new Set(given.map(({ file }) => file.split('/').at(-1)));
  expect([...files].filter((file) => !GIVEN_TIMES.has(file ?? ''))).toEqual([]);
  expect([...GIVEN_TIMES.keys()].filter((file) => !files.has(file))).toEqual([]);
  const passing = filesIn('server').filter(
    (file) => !isTest(file) && /\bbind\('now'/.test(read(file)),
  );
  expect(passing).toEqual([]);
});

/** Who writes the time of the process down: it is shown, or begins a range that is read. */
const WRITE_TIMES = new Set([
  'server/features/analytics/times/times.service.ts',
  'server/features/assistant/assistant.service.ts',
  'server/features/assistant/prepare.ts',
  'server/features/assistant/probe.ts',
  'server/features/assistant/read-page.ts',
  'server/features/assistant/servers.ts',
  'server/features/automation/rules/process.ts',
  'server/features/automation/rules/runs.service.ts',
  'server/features/automation/rules/try.ts',
  'server/features/automation/webhooks/deliver.ts',
  'server/features/automation/webhooks/deliveries.service.ts',
  'server/features/automation/webhooks/webhooks.service.ts',
  // A key ends a year from now, where nobody chooses.
  'server/features/people/keys/keys.service.ts',
  'server/features/publishing/calendar/export.service.ts',
  'server/features/publishing/schedule/checks.ts',
  'server/features/publishing/schedule/schedule.service.ts',
  'server/features/publishing/site-visits/figures.ts',
]);

test('no other file writes the time of the process down: a statement adds what it waits to now()', () => {
  const WRITES = /new Date\((context\.)?(clock\.now\(\)|now\b)[^()]*\)\.toISOString/;
  const writing = filesIn('server/features').filter(
    (file) => !isTest(file) && WRITES.test(read(file)),
  );
  expect(writing.toSorted()).toEqual([...WRITE_TIMES]);
});

test('jobs are declared in x.jobs.ts', () => {
  const declaring = filesIn('server').filter(
    (file) => !isTest(file) && /\bjob(<[^(]*>)?\(\s*'/.test(read(file)),
  );
  expect(
    declaring.filter((file) => !file.endsWith('.jobs.ts') && file !== 'server/jobs/jobs.ts'),
  ).toEqual([]);
});

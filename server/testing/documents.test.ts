import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '#contract/automation/event-names.ts';
import { ACTIONS } from '#contract/automation/rules-actions.ts';
import { TRIGGERS } from '#contract/automation/rules-triggers.ts';
import { settings } from '../config/settings.ts';
import { OWNED } from './tables.ts';

/** The documents of the repository. */
const ROOT = join(import.meta.dirname, '../..');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const markdownIn = (folder: string, options = {}) =>
  readdirSync(join(ROOT, folder), options)
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith('.md'));
const documents = [...markdownIn('.'), ...markdownIn('docs', { recursive: true })];
const rules = markdownIn('docs/domain');
const decisions = markdownIn('docs/decisions').filter((file) => /\/\d{4}-/.test(file));

/** The anchors of a document, as hosts of repositories make them of headings. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('links in documents lead to files and headings that exist', () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source ?? '')
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** The sources with comments; a released migration keeps those of its time. */
const sources = ['bench', 'cli', 'contract', 'e2e', 'scripts', 'server', 'web']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${String(file)}`),
  )
  .filter((file) => /\.(tsx?|js)$/.test(file) && !file.includes('/node_modules/'));

/** A document, and the headings that are named behind it: docs/api.md, 'Lists' and 'Errors'. */
const REFERENCE = /\bdocs\/[\w/-]+\.md(?:(?:, | and )'[^'\n]+')*/g;

test('comments name documents and headings that exist', () => {
  const references = sources.flatMap((file) => {
    const text = read(file).replaceAll(/\n\s*(?:\*|\/\/) /g, ' ');
    return [...text.matchAll(REFERENCE)].map(([reference]) => ({ file, reference }));
  });
  const wrong = references.filter(({ reference }) => {
    const [document = ''] = reference.split(',', 1);
    if (!existsSync(join(ROOT, document))) return true;
    const headings = [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
    return [...reference.matchAll(/'([^']+)'/g)].some(([, name]) => !headings.includes(name));
  });
  expect(references.length).toBeGreaterThan(200);
  expect(wrong.map(({ file, reference }) => `${file}: ${reference}`)).toEqual([]);
});

const UNITS: Record<string, number> = { '': 1, ' kB': 1024, ' MB': 1024 * 1024 };

/** '24 * 60' */
const product = (text: string) =>
  text.split('*').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);

test('tables of limits have the numbers of the contract', () => {
  const ROW = /^\| .+? +\| ([\d,]+)( kB| MB)? +\| `(.+): (\w+)` +\|$/gm;
  const limits = rules.flatMap((file) =>
    [...read(file).matchAll(ROW)].map(([, number = '', unit = '', source = '', name = '']) => {
      const value = new RegExp(`\\bconst ${name} = ([\\d_ *]+);`).exec(read(`contract/${source}`));
      return {
        name: `${source}: ${name}`,
        written: Number(number.replaceAll(',', '')) * (UNITS[unit] ?? Number.NaN),
        actual: product(value?.[1] ?? ''),
      };
    }),
  );
  const rows = rules.flatMap((file) => [...read(file).matchAll(/^\|.*`[\w/-]+\.ts: \w+` +\|$/gm)]);
  expect(limits.length).toBeGreaterThan(90);
  expect(limits).toHaveLength(rows.length);
  expect(limits.filter(({ written, actual }) => written !== actual)).toEqual([]);
});

/** The cells of the first column of a table, by the heading of that column. */
function firstColumn(file: string, heading: string): (string | undefined)[] {
  const [, from = ''] = read(file).split(new RegExp(`^\\| ${heading} .*\\n.*\\n`, 'm'));
  const [table = ''] = from.split('\n\n', 1);
  return [...table.matchAll(/^\| (.+?) +\|/gm)].map(([, cell]) => cell);
}

test('the tables of rules have every trigger and action', () => {
  const labels = (entries: Record<string, { label: string }>) =>
    Object.values(entries).map(({ label }) => label);
  expect(firstColumn('docs/domain/automation.md', 'trigger')).toEqual(labels(TRIGGERS));
  expect(firstColumn('docs/domain/automation.md', 'action')).toEqual(labels(ACTIONS));
});

test('the table of webhooks has every event, and the log leads to each', () => {
  const events = EVENT_TYPES.map((type) => `\`${type}\``);
  expect(firstColumn('docs/webhooks.md', 'event')).toEqual(events);
  const told = read('server/features/automation/webhooks/tell.sql.ts');
  // A rule writes its own event.
  const untold = EVENT_TYPES.filter(
    (type) => type !== 'rule.told' && !new RegExp(`(then|else) '${type}'`).test(told),
  );
  expect(untold).toEqual([]);
});

test('every table has an owner, a rate and an end in the table of operations', () => {
  const rows = [
    ...read('docs/operations.md').matchAll(/^\| `(\w+)` +\| (\w+) +\| (.+?) +\| (.+?) +\|$/gm),
  ];
  const described = rows.map(([, table, owner]) => `${owner}: ${table}`);
  const known = Object.entries(OWNED).flatMap(([owner, tables]) =>
    tables.map((table) => `${owner}: ${table}`),
  );
  expect(described).toEqual(known);
});

test('the image and compose.yaml set only settings, and pass all others', () => {
  const compose = read('compose.yaml');
  const service = compose.slice(compose.indexOf('  app:'), compose.indexOf('\n  database:'));
  expect(service).toContain('env_file: .env');
  const set = [
    ...service.matchAll(/^ {6}([A-Z0-9_]+):/gm),
    ...read('Dockerfile').matchAll(/([A-Z_]+)=/g),
  ]
    .map(([, name = '']) => name)
    // The commit is an argument of the build.
    .filter((name) => !['NODE_ENV', 'COMMIT'].includes(name));
  expect(set.length).toBeGreaterThan(8);
  expect(set.filter((name) => !(name in settings))).toEqual([]);
  // Secrets do not get into the layers of the image.
  expect(read('.dockerignore').split('\n')).toContain('.env*');
});

test('every place that starts the server gives the engine the same flags', () => {
  const places = ['package.json', 'Dockerfile', 'deploy/postfolio.service', 'docs/deployment.md'];
  const given = places.flatMap((file) =>
    [...read(file).matchAll(/--\w+-semi-space-size=\d+/g)].map(([flag]) => flag),
  );
  expect(given).toHaveLength(2 * (places.length + 1));
  expect(new Set(given).size).toBe(2);
});

test('a decision has a status below its title, and a line in the index', () => {
  const index = read('docs/decisions/README.md');
  const wrong = decisions.filter((file) => {
    const [title, blank, status] = read(file).split('\n');
    const [, number, words] = /^# (\d+\. )(.*)$/.exec(title ?? '') ?? [];
    const hasStatus = blank === '' && /^\*\*Status\.\*\* (Accepted|Replaced)\b/.test(status ?? '');
    const entry = `- [${number}${words}](${file.slice('docs/decisions/'.length)})`;
    return !hasStatus || !index.includes(entry);
  });
  expect(wrong).toEqual([]);
});

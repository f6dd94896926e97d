// Checks that no regular expression of the program takes more than linear time, nor of its database: those of
// statements, and of the functions, constraints and indexes that the migrations make.
// usage: node scripts/regexps.ts [--list]   (with: how long each took)
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseSync, Visitor } from 'rolldown/utils';
import { withTestDatabase } from '../server/testing/database.ts';
import { expressionsInSql, statesOf } from './sql-regexps.ts';

// The other ones need Java, or a binary for each platform.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/**
 * Expressions that cannot be checked, or are not linear, by file: why they are fine. Whoever adds
 * one says where its input comes from, and what bounds it.
 */
const ALLOWED: Record<string, Record<string, string>> = {
  'contract/networks/bluesky.ts': {
    '/(?<=^|\\s)[#＃](?!\\ufe0f)[^\\u20e2\\s\\u00ad\\u2060\\u200a-\\u200d]{1,200}/gu':
      'Begins behind a blank, which nothing behind it can be.',
  },
  'contract/networks/mastodon.ts': {
    '/(?<![\\p{L}\\p{M}\\p{N}_/)])[#＃](?![\\ufe0f\\u20e3])(?=[\\p{N}_·・\\u200c]{0,100}[\\p{L}\\p{M}])[\\p{L}\\p{M}\\p{N}_·・\\u200c]{1,100}/gu':
      'Begins at a sign that nothing behind it can be, and reads 100 characters.',
  },
  'contract/networks/entities.ts': {
    '/\\p{P}+$/u': 'A match of at most 200 characters.',
    '/(?<![\\p{L}\\p{N}\\p{M}_&/#＃@])[#＃](?![\\ufe0f\\u20e3])(?=[\\p{N}_]{0,100}[\\p{L}\\p{M}\\p{Extended_Pictographic}])[\\u200d\\ufe0f\\p{L}\\p{M}\\p{N}_\\p{Extended_Pictographic}]{1,100}/gu':
      'Begins at a sign that nothing behind it can be, and reads 100 characters.',
  },
  'contract/networks/x-links.ts': {
    "HOST.source, 'g'": 'A class of characters, checked as a literal.',
  },
  'server/http/openapi/example.ts': {
    pattern: 'Of a schema of ours, where it is checked as a literal; tried on a few words of ours.',
  },
  'contract/http/fields.ts': {
    "UNPRINTABLE, 'gu'": 'A class of characters, checked as a literal.',
  },
  'contract/http/names.ts': {
    "`(?:${MEANT})|([\\\\p{Default_Ignorable_Code_Point}\\\\ufff9-\\\\ufffb])`, 'gu'":
      'Each alternative is one character, or at most seven, behind one that is given.',
  },
  'web/features/publishing/accounts/guide.ts': {
    '/`([^`]+)`|\\*\\*([^*]+)\\*\\*|_([^_\\s][^_]*)_|<(https:[^<>]+)>|\\[([^[\\]]+)\\]\\(([^()]+)\\)/g':
      'Documents of the repository.',
  },
  'web/features/content/items/headline.ts': {
    '/[\\s,;:–—-]+$/': 'The beginning of a text, of at most 50 characters.',
  },
  'server/config/config.ts': { '/\\/+$/': 'A setting of the operator.' },
  'server/features/assistant/client/ask.ts': { '/\\/+$/': 'An address of at most 500 characters.' },
  'server/features/assistant/servers.ts': { '/\\/+$/': 'An address of at most 500 characters.' },
  'server/features/assistant/client/errors.ts': {
    '/model.{0,80}(not found|not exist|unknown|no such|not a valid|is not available|not loaded|pull)|(unknown|no such|invalid|not found).{0,20}model/':
      'Each part is bounded, in an error of at most 64 KB.',
  },
  'server/features/assistant/tasks/claims.ts': {
    '/(?:^|[.!?…:\\n“„"«]\\s*)$/': 'Four characters.',
    "/\\p{Lu}[\\p{L}’'-]{1,40}(?:[ \\u00a0]\\p{Lu}[\\p{L}’'-]{1,40}){1,5}/gu":
      'Each part is bounded, and there are at most six.',
  },
  'server/features/assistant/tasks/entries.ts': {
    '`"${list}"\\\\s*:\\\\s*\\\\[`': 'A name of our own, until it is found.',
  },
  'server/features/assistant/tasks/numbers.ts': {
    "`\\\\b(?:${NAMES})(?:[ -](?:and )?(?:${NAMES}))*\\\\b`, 'gi'":
      'Words of a list, each of which consumes what it has read.',
  },
  'server/storage/s3.ts': { '/\\/+$/': 'A setting of the operator.' },
  'server/features/networks/linkedin/little-text.ts': {
    '/(?<![\\p{L}\\p{N}_#&])#([\\p{L}\\p{N}_]{1,100})/gu':
      'Begins at a #, which nothing behind it can be.',
  },
  'server/features/networks/x/posts.ts': {
    '/^(?:x|twitter)\\.com\\/[^/]+\\/status\\/\\d+\\/(?:photo|video)\\//':
      'Anchored, and each part ends at the first slash.',
  },
  'server/features/content/search/excerpt.ts': { RUN: 'A literal, checked as such.' },
  'server/features/content/search/words.ts': {
    "`([${SPACELESS}]+)|(?:${LETTER})+`, 'gu'": 'A match consumes what it has read.',
    "`[${Object.keys(SPELLED_OUT).join('')}]`, 'g'": 'A class of characters.',
  },
  'server/features/people/social/attempt-cookie.ts': {
    '`(?:^|; )${name}=([^;]+)`': 'The name is our own, and what follows ends at a semicolon.',
  },
  'server/http/redact.ts': {
    "`${beginning}[\\\\w.~+/=:%-]*`, 'g'": 'A literal text, and a match consumes what follows.',
    '/(\\b(?:bearer|basic|dpop|oauth)\\s+|\\b(?:access_token|refresh_token|client_secret|code_verifier|client_assertion|code)=|\\/bot)[\\w.~+/=:%-]{16,2000}/gi':
      'Begins at a word; what follows is consumed, or shorter than 16 characters.',
  },
  'server/http/web.ts': {
    "`^${page.path.replaceAll(/\\/:\\w+\\?/g, '(/[^/]+)?').replaceAll(/:\\w+/g, '[^/]+')}/?$`":
      'The paths of our pages; each part ends at a slash.',
  },
  'web/features/content/comments/mentions.ts': {
    "`(?<![\\\\p{L}\\\\p{N}])@${escapeSigns(label)}(?![\\\\p{L}\\\\p{M}\\\\p{N}])`, 'gu'":
      'A literal text: the name of a member.',
  },
  'web/prerender.tsx': {
    '/^(<title>.*?<\\/title>|<(meta|link) [^>]*>)*/': 'Our own pages, while they are built.',
  },
  'web/without-schemas.ts': {
    '`\\\\b${local.name}\\\\b`': 'Our own sources, while they are built.',
  },
};

const ROOT = join(import.meta.dirname, '..');
const TIMEOUT_MS = 10_000;
/** Most take a few milliseconds. */
const FIRST_TIMEOUT_MS = 2000;

/** An expression, or what is given to `new RegExp`: that is not checked. */
type Expression = { text: string; literal?: { pattern: string; flags: string }; line: number };

function expressionsIn(file: string): Expression[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const found: Expression[] = [];
  const visitor = new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ text: `/${pattern}/${flags}`, literal: node.regex, line: lineOf(node.start) });
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      const text = given.map((range) => source.slice(range.start, range.end)).join(', ');
      found.push({ text, line: lineOf(start) });
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

/**
 * Large bounds take long to check. Without a bound an expression takes no less time: what is linear
 * then is linear.
 */
const unbounded = (pattern: string) =>
  pattern.replaceAll(/\{(\d+)(?:,(\d*))?\}/g, (bounds, least: string, most: string = least) =>
    most !== '' && Number(most) <= 4 ? bounds : least === '0' ? '*' : '+',
  );

const known = new Map<string, boolean>();
function isLinear({ pattern, flags }: { pattern: string; flags: string }): boolean {
  const key = `/${pattern}/${flags}`;
  const isSafe = (text: string, timeout: number) =>
    checkSync(text, flags, { timeout, maxIteration: 4 }).status === 'safe';
  const before = performance.now();
  const linear =
    known.get(key) ?? (isSafe(unbounded(pattern), FIRST_TIMEOUT_MS) || isSafe(pattern, TIMEOUT_MS));
  known.set(key, linear);
  const ms = performance.now() - before;
  if (process.argv.includes('--list') && ms > 100) console.log(`${Math.round(ms)} ms: ${key}`);
  return linear;
}

/** PostgreSQL writes counted repetitions out: of more states each match is slow. */
const MAX_STATES = 200;

/** The texts of SQL in a file, with a parameter for what is put into them. */
function sqlIn(file: string): { text: string; line: number }[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const found: { text: string; line: number }[] = [];
  const visitor = new Visitor({
    TaggedTemplateExpression: ({ tag, quasi, start }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      const text = quasi.quasis.map(({ value }) => value.cooked ?? '').join(' parameter ');
      found.push({ text, line: source.slice(0, start).split('\n').length });
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

/** What of the migrated database can hold an expression. */
const DEFINITIONS = `
  with own as (select oid from pg_namespace where nspname = 'public')
  select 'function ' || proname as name, pg_get_functiondef(oid) as text from pg_proc
    where pronamespace in (select oid from own) and prokind <> 'a'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace in (select oid from own) and contype in ('c', 'x')
  union all select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
    join pg_class on pg_class.oid = indexrelid where relnamespace in (select oid from own)
  union all select 'trigger ' || tgname, pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class on pg_class.oid = tgrelid where relnamespace in (select oid from own) and not tgisinternal
  union all select 'column ' || adrelid::regclass, pg_get_expr(adbin, adrelid) from pg_attrdef
    join pg_class on pg_class.oid = adrelid where relnamespace in (select oid from own)
  union all select 'view ' || oid::regclass, pg_get_viewdef(oid) from pg_class
    where relnamespace in (select oid from own) and relkind in ('v', 'm')
  order by 1`;

async function definitions(): Promise<{ name: string; text: string }[]> {
  const found: { name: string; text: string }[] = [];
  await withTestDatabase(async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    found.push(...(await client.query(DEFINITIONS)).rows);
    await client.end();
  });
  return found;
}

const unused = new Set(
  Object.entries(ALLOWED).flatMap(([file, texts]) => Object.keys(texts).map((t) => `${file} ${t}`)),
);
/** Names an expression that is not fine. */
function refuse(where: string, text: string, why: string) {
  process.exitCode = 1;
  console.error(
    `${where} ${text}\n  ${why}: rewrite it, or say in scripts/regexps.ts why it is fine.`,
  );
}
const NOT_LINEAR = 'may take more than linear time';
const PUT_TOGETHER = 'is put together, and cannot be checked';

function isAllowed(place: string, text: string) {
  unused.delete(`${place} ${text}`);
  return ALLOWED[place]?.[text] !== undefined;
}

/** @param place in the list of what is allowed */
function checkSql(place: string, where: string, sql: string) {
  for (const { text, pattern, flags } of expressionsInSql(sql)) {
    if (isAllowed(place, text)) continue;
    if (pattern === undefined) refuse(where, text, PUT_TOGETHER);
    else if (statesOf(pattern) > MAX_STATES)
      refuse(where, text, `is written out to ${statesOf(pattern)} states by PostgreSQL`);
    else if (!isLinear({ pattern, flags })) refuse(where, text, NOT_LINEAR);
  }
}

for (const file of globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT }).sort()) {
  if (/\.test\.tsx?$|(^|\/)(testing|node_modules)\//.test(file)) continue;
  for (const { text, literal, line } of expressionsIn(file)) {
    if (isAllowed(file, text) || (literal && isLinear(literal))) continue;
    refuse(`${file}:${line}`, text, literal ? NOT_LINEAR : PUT_TOGETHER);
  }
  if (file.startsWith('server/'))
    for (const { text, line } of sqlIn(file)) checkSql(file, `${file}:${line}`, text);
}
for (const { name, text } of await definitions()) checkSql(name, `the database, ${name}:`, text);
for (const entry of unused) {
  process.exitCode = 1;
  console.error(`scripts/regexps.ts allows what is not there: ${entry}`);
}

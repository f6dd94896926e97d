// Measures the server beside the limit (bare.ts), by turns in one run, and what takes longer than a
// request: operations on many items, events, exports, searches, publishing.
// usage: npm run bench                    writes bench/results.md
//        npm run bench -- --items 1000000 --only requests
//        npm run bench -- --rounds 1 --seconds 2 --only requests --case list    a quick look
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnalytics, seedFigures } from './analytics.ts';
import { measureAudit } from './audit.ts';
import { measureBulk, seedBulk } from './bulk.ts';
import { BULK_ITEMS, cases } from './cases.ts';
import { compare, compareBulk, type Row } from './compare.ts';
import { measureLinks } from './links.ts';
import { measureLive } from './live.ts';
import { memoryOf } from './processes.ts';
import { measurePublishing } from './publishing.ts';
import { measureSearch } from './search.ts';
import { seed, WORKSPACES } from './seed.ts';
import { addSessions, authorizationOf, startDatabase } from './subjects.ts';

const PARTS = [
  'requests',
  'bulk',
  'live',
  'audit',
  'search',
  'publishing',
  'analytics',
  'links',
] as const;

const { values: given } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: [...PARTS] },
    case: { type: 'string', multiple: true, default: [...Object.keys(cases), 'bulk'] },
  },
});
const [items, connections, seconds, rounds] = (
  ['items', 'connections', 'seconds', 'rounds'] as const
).map((name) => {
  const value = Number(given[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number`);
  return value;
}) as [number, number, number, number];
const settings = { connections, seconds, rounds };
const isAsked = (part: (typeof PARTS)[number]) => given.only.includes(part);

const database = await startDatabase();
const sections: string[] = [];

try {
  const { pool } = database;
  const begun = performance.now();
  const { members, large } = await seed(pool, items);
  const seeded = (performance.now() - begun) / 1000;
  console.log(`${2 * items} items written in ${seeded.toFixed(0)} s`);
  const bulk = await seedBulk(pool);
  await addSessions(pool);
  const ours = await database.start('dist/server/main.js', 3990);
  const atStart = memoryOf(ours.pid);
  const { base } = ours;
  // Signed for each part: a whole run takes longer than a token lives.
  const authorization = () => authorizationOf(bulk.user);
  let started: ReturnType<typeof database.start> | undefined;
  const bare = () => {
    started ??= database.start('bench/bare.ts', 3991);
    return started;
  };
  if (isAsked('requests')) {
    const servers = { ours, bare: await bare() };
    const rows: Row[] = [];
    const add = (row: Row) => {
      console.log(lineOf(row));
      rows.push(row);
    };
    for (const [name, one] of Object.entries(cases).filter(([name]) => given.case.includes(name))) {
      const people = one.large ? [{ ...large, item: 0, thread: 0 }] : members;
      add(await compare(name, one, people, servers, database.pid, settings));
    }
    if (given.case.includes('bulk')) {
      const { rows: some } = await pool.query<{ id: number }>(
        `select id from items where workspace_id = $1 order by id limit ${BULK_ITEMS}`,
        [large.workspace],
      );
      const ids = some.map(({ id }) => id);
      add(await compareBulk(ids, large, servers, database.pid, settings));
    }
    sections.push(requestsSection(rows, atStart));
  }
  if (isAsked('bulk')) {
    const { operations, after } = await measureBulk(pool, bulk, ours, authorization());
    sections.push(`One bulk operation over 10,000 items, of which 2,000 are in threads of ten,
from the call to the whole response; the middle of three. A minute later the server had ${after.toFixed(0)} MiB.

${table(
  ['', 'ms'],
  operations.map(({ operation, milliseconds }) => [operation, fixed(milliseconds)]),
)}`);
  }
  if (isAsked('live')) {
    const live = await measureLive(bulk, base, authorization());
    sections.push(`From the call that changes something until connected clients receive the event
(events within 25 ms are batched):

${table(
  ['who look', 'p50, ms', 'p99, ms'],
  live.map((row) => [row.followers, fixed(row.p50), fixed(row.p99)]),
)}`);
  }
  if (isAsked('audit')) {
    const audit = await measureAudit(pool, bulk, {
      base,
      authorization: authorization(),
      pid: ours.pid,
    });
    sections.push(`The export of an audit as CSV, and the memory of the process before it, at most
while it ran, and a minute later:

${table(
  ['entries', 's', 'file, MiB', 'before, MiB', 'at most, MiB', 'after, MiB'],
  audit.map((row) => [
    row.entries,
    row.seconds.toFixed(1),
    ...[row.mebibytes, row.before, row.highest, row.after].map(fixed),
  ]),
)}`);
  }
  if (isAsked('analytics')) {
    await seedFigures(pool, bulk.workspace);
    const rows = await measureAnalytics(base, authorization);
    sections.push(`Figures of 10,000 publications of a year with 100,000 readings, in milliseconds:

${table(
  ['', 'p50', 'p95'],
  rows.map(({ name, p50, p95 }) => [name, p50.toFixed(0), p95.toFixed(0)]),
)}`);
  }
  if (isAsked('publishing')) {
    const { perSecond, burst, late, sweepMs, beatMs } = await measurePublishing(
      pool,
      bulk,
      base,
      authorization,
    );
    sections.push(`Publishing on the practice network with one process, on 100 channels of one workspace, in milliseconds: 3,000
posts that are due at one instant, and lists that four people read meanwhile; 1,000 posts that are due in one minute
(from the instant until the network is called):

${table(
  ['', 'p50', 'p95', 'p99', 'max'],
  [
    [`3,000 at once, late (${fixed(perSecond)} a second)`, burst.late],
    ['lists meanwhile', burst.api],
    ['1,000 in a minute, late', late],
  ].map(([name, values]) => [
    name as string,
    ...Object.values(values as object).map((ms) => fixed(ms)),
  ]),
)}

To look for due publications among 1,000,000 scheduled ones takes ${sweepMs.toFixed(2)} ms, a heartbeat ${beatMs.toFixed(2)} ms.`);
  }
  if (isAsked('links')) {
    const servers = { ours, bare: await bare() };
    const {
      ours: own,
      bare: limit,
      ratio,
      counted,
      sent,
    } = await measureLinks(pool, large.workspace, servers);
    const text = `A short link from memory: ${fixed(own)} a second, and ${fixed(limit)} by Fastify that answers the same from a map; the ratio is ${ratio.toFixed(2)}. Of ${sent} visits, ${counted} were counted.`;
    console.log(text);
    sections.push(text);
  }
  if (isAsked('search')) {
    const search = await measureSearch(base, authorizationOf(large.user));
    sections.push(`A search in a workspace of ${items} items in eleven languages, each asked five times, the middle one,
to the whole response; what is found first by relevance is the oldest item of all:

${table(
  ['searched for', 'found first', 'because of', 'of', 'by relevance, ms', 'newest first, ms'],
  search.map((row) => [
    row.query,
    row.first,
    row.why,
    row.count,
    fixed(row.relevance),
    fixed(row.newest),
  ]),
)}`);
  }
  report(seeded);
} finally {
  await database.stop();
}

function fixed(value: number) {
  return value.toFixed(0);
}

function table(heading: string[], rows: (string | number)[][]) {
  return [heading, heading.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function lineOf({ name, ratio, ours, bare, memory }: Row) {
  return `${name}: ours ${fixed(ours.perSecond)}/s, bare ${fixed(bare.perSecond)}/s, ${ratio.toFixed(2)}; CPU ${fixed(ours.server)} + ${fixed(ours.database)} against ${fixed(bare.server)} + ${fixed(bare.database)} µs; ${fixed(memory)} MiB`;
}

function requestsSection(rows: Row[], atStart: number) {
  const pair = (of: (round: Row['ours']) => string) => (row: Row) => [of(row.ours), of(row.bare)];
  const rate = pair(({ perSecond }) => (perSecond < 100 ? perSecond.toFixed(1) : fixed(perSecond)));
  const cpu = pair(({ server, database }) => `${fixed(server)} + ${fixed(database)}`);
  const latency = pair(({ p50, p99 }) => `${fixed(p50)} / ${fixed(p99)} ms`);
  return `'Large' is the workspace with half of the items; the others are asked by turns. 'Bare' is
bench/bare.ts: the same rows and the same bytes over Fastify and pg. Both write a line to a log in a
file for each request, and wait for the disk at every change. CPU is of the server and of PostgreSQL,
microseconds for each request. The ratio is the median of ${rounds} rounds of ${seconds} s, once both are warm.
The server had ${fixed(atStart)} MiB of memory at its start, and at most ${fixed(Math.max(...rows.map(({ memory }) => memory)))} MiB after a case.

${table(
  [
    '',
    'ratio',
    'ours, a second',
    'bare, a second',
    'ours, CPU',
    'bare, CPU',
    'ours, p50 / p99',
    'bare, p50 / p99',
  ],
  rows.map((row) => [row.name, row.ratio.toFixed(2), ...rate(row), ...cpu(row), ...latency(row)]),
)}`;
}

function report(seeded: number) {
  const text = `# Measured by \`npm run bench\`

${2 * items} items: half of them in ${WORKSPACES} workspaces, with threads of seven, and half in a large one,
written in ${fixed(seeded)} s. ${connections} connections. ${cpus().length} cores (${cpus()[0]?.model}) for the load, the server and PostgreSQL
together; Node ${process.versions.node}; ${new Date().toISOString().slice(0, 10)}.

${sections.join('\n\n')}
`;
  const isWhole =
    PARTS.every(isAsked) &&
    [...Object.keys(cases), 'bulk'].every((name) => given.case.includes(name));
  console.log(`\n${text}`);
  if (!isWhole) return;
  const file = join(import.meta.dirname, 'results.md');
  writeFileSync(file, text);
  spawnSync('biome', ['format', '--write', file]);
}

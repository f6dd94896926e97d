// Measures list, item, thread and create: ours, and a bare Fastify + pg with the same rows, by
// turns in one run.
// usage: npm run bench            writes bench/results.md
//        SECONDS=2 ROUNDS=2 npm run bench    a quick look
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { startCluster } from '../server/database/embedded/cluster.ts';
import { migrate } from '../server/database/migrate.ts';
import { type Connection, createPool } from '../server/database/pool.ts';
import { createTokens } from '../server/http/session.ts';
import { createSecrets } from '../server/secrets.ts';
import { type AuditRow, measureAudit } from './audit.ts';
import { type BulkRow, measureBulk, seedBulk } from './bulk.ts';
import { type LiveRow, measureLive } from './live.ts';
import { measurePublishing, type PublishingResult } from './publishing.ts';
import { measureSearch, type SearchRow } from './search.ts';

const WORKSPACES = 1000;
const ITEMS_EACH = 100;
const FOLDERS = WORKSPACES * 5;
const THREADED = FOLDERS * 5;
const CONNECTIONS = 16;
const SECONDS = Number(process.env.SECONDS ?? 6);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECRET = 'a secret for measuring, long enough';
const PORTS = { ours: 3990, bare: 3991 };

type Subject = keyof typeof PORTS;
type Request = {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers: Record<string, string>;
};
type Case = (member: Member) => Omit<Request, 'headers'>;
type Member = { user: number; workspace: number; folder: number; item: number; token: string };

const cases: Record<string, Case> = {
  list: () => ({ method: 'GET', path: '/api/content/items/' }),
  item: ({ item }) => ({ method: 'GET', path: `/api/content/items/${item}/` }),
  thread: ({ item }) => ({ method: 'GET', path: `/api/content/items/${item}/thread/` }),
  create: ({ folder }) => ({
    method: 'POST',
    path: '/api/content/items/',
    body: JSON.stringify({ folder, content: 'A post that was just written.' }),
  }),
};

const dataDir = mkdtempSync(join(tmpdir(), 'postfolio-bench-'));
const cluster = await startCluster(dataDir);
const { host, user, password, database } = cluster.connection as Exclude<
  Connection,
  { connectionString: string }
>;
const url = `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;
const pool = createPool(cluster.connection, () => {});
const children: ReturnType<typeof spawn>[] = [];

try {
  await migrate(pool);
  await seed(pool);
  const members = await readMembers(pool);
  const bulk = await seedBulk(pool);
  const { pid = 0 } = await start('ours', 'server/main.ts');
  await start('bare', 'bench/bare.ts');
  const rows = [];
  for (const [name, request] of Object.entries(cases))
    rows.push(await compare(name, members, request));
  const authorization = `Bearer ${createTokens(createSecrets(SECRET)).sign(bulk.user, 'session-bulk')}`;
  const base = `http://127.0.0.1:${PORTS.ours}`;
  const operations = await measureBulk(pool, bulk, base, authorization);
  const live = await measureLive(bulk, base, authorization);
  const audit = await measureAudit(pool, bulk, { base, authorization, pid });
  const search = await measureSearch(pool, { base, secret: SECRET });
  const publishing = await measurePublishing(pool, bulk, base, authorization);
  report(rows, operations, live, audit, search, publishing);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(
    children.map(
      (child) => child.exitCode === null && new Promise((resolve) => child.on('exit', resolve)),
    ),
  );
  await pool.end();
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function seed(pool: pg.Pool) {
  const text =
    "'Post ' || n || ' of many. ' || repeat('Some words that fill the lines of a post. ', 1 + (n % 8)::int)";
  const post = `case when n < ${THREADED} then 1 + n % ${FOLDERS} else 1 + n end`;
  // Of a thread as of its first item: they are ${FOLDERS} apart, which is a multiple of four.
  const status = "(array['draft','review','approved','archived'])[1 + n % 4]";
  for (const statement of [
    `insert into users (email, name, password_hash) select 'u' || n || '@example.org', 'U', 'none' from generate_series(1, ${WORKSPACES}) n`,
    `insert into workspaces (name) select 'W' || n from generate_series(1, ${WORKSPACES}) n`,
    `insert into memberships (workspace_id, user_id, role) select n, n, 'owner' from generate_series(1, ${WORKSPACES}) n`,
    `insert into folders (workspace_id, name) select 1 + n % ${WORKSPACES}, 'F' || n from generate_series(0, ${FOLDERS - 1}) n`,
    // The first five items of each folder are a thread; ids are given in order, from 1, and a post
    // has the id of its first item.
    `with post as (
       insert into posts (id, workspace_id, folder_id, created_by, status, is_thread, root_id, size)
     select 1 + n, 1 + n % ${WORKSPACES}, 1 + n % ${FOLDERS}, 1 + n % ${WORKSPACES}, ${status},
       n < ${FOLDERS}, 1 + n,
       case when n < ${FOLDERS} then 5 else 1 end
     from generate_series(0, ${WORKSPACES * ITEMS_EACH - 1}) n where n < ${FOLDERS}
       or n >= ${THREADED}
     )
     insert into items (workspace_id, folder_id, created_by, content, status, tags, post_id,
       root_id, is_thread, position, size, created_at, updated_at)
     select 1 + n % ${WORKSPACES}, 1 + n % ${FOLDERS}, 1 + n % ${WORKSPACES}, ${text}, ${status},
       array['tag' || n % 7],
       ${post}, ${post}, n < ${THREADED}, case when n < ${THREADED} then n / ${FOLDERS} else 0 end,
       case when n < ${THREADED} then 5 else 1 end, now() - n * interval '1 minute',
         now() - n * interval '1 minute'
     from generate_series(0, ${WORKSPACES * ITEMS_EACH - 1}) n`,
    "select setval('posts_id_seq', (select max(id) from posts))",
    `insert into item_versions (item_id, version, action, user_id, content, status, tags) select id, 1, 'create', created_by, content, status, tags from items`,
    'vacuum analyze',
  ]) {
    await pool.query(statement);
  }
}

async function readMembers(pool: pg.Pool): Promise<Member[]> {
  const tokens = createTokens(createSecrets(SECRET));
  const { rows } = await pool.query<Omit<Member, 'token'>>(
    'select workspace_id as workspace, min(created_by) as user, min(folder_id) as folder, min(id) as item from items group by 1 order by random()',
  );
  return rows.map((row) => ({ ...row, token: tokens.sign(row.user, `session-${row.user}`) }));
}

async function start(name: Subject, file: string) {
  const port = PORTS[name];
  const environment = {
    DATABASE_URL: url,
    PORT: String(port),
    SECRET,
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
  };
  const child = spawn(process.execPath, [file], {
    // The log of the server, for the case that it fails.
    stdio: ['ignore', openSync(join(tmpdir(), `postfolio-bench-${name}.log`), 'w'), 'inherit'],
    env: { ...process.env, ...environment },
  });
  children.push(child);
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (response) return child;
    await delay(50);
  }
  throw new Error(`${file} did not start`);
}

function headersOf(subject: Subject, member: Member): Record<string, string> {
  if (subject === 'ours') return { authorization: `Bearer ${member.token}` };
  return { 'x-workspace': String(member.workspace), 'x-user': String(member.user) };
}

async function measure(subject: Subject, members: Member[], request: Case) {
  const requests = members.map((member) => {
    const created = request(member);
    return {
      ...created,
      headers: {
        ...headersOf(subject, member),
        ...(created.body && { 'content-type': 'application/json' }),
      },
    };
  });
  const result = await autocannon({
    url: `http://127.0.0.1:${PORTS[subject]}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests,
  });
  if (result.non2xx || result.errors)
    throw new Error(`${subject}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

async function compare(name: string, members: Member[], request: Case) {
  const measured: Record<Subject, Awaited<ReturnType<typeof measure>>[]> = { ours: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const subject of round % 2 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      const result = await measure(subject, members, request);
      // The first round warms up.
      if (round > 0) measured[subject].push(result);
    }
  }
  const [ours, bare] = [middle(measured.ours), middle(measured.bare)];
  console.log(
    `${name}: ours ${ours.perSecond.toFixed(0)}/s, bare ${bare.perSecond.toFixed(0)}/s, ${(ours.perSecond / bare.perSecond).toFixed(2)}`,
  );
  return { name, ours, bare };
}

/** The median round, by requests a second. */
function middle<Result extends { perSecond: number }>(results: Result[]): Result {
  const sorted = results.toSorted((a, b) => a.perSecond - b.perSecond);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
}

function report(
  rows: Awaited<ReturnType<typeof compare>>[],
  bulk: BulkRow[],
  live: LiveRow[],
  audit: AuditRow[],
  search: SearchRow[],
  publishing: PublishingResult,
) {
  const lines = rows.map(
    ({ name, ours, bare }) =>
      `| ${name} | ${ours.perSecond.toFixed(0)} | ${bare.perSecond.toFixed(0)} | ${(ours.perSecond / bare.perSecond).toFixed(2)} | ${ours.p50} / ${ours.p99} ms | ${bare.p50} / ${bare.p99} ms |`,
  );
  const text = `# Measured by \`npm run bench\`

${WORKSPACES * ITEMS_EACH} items in ${WORKSPACES} workspaces, a quarter of them in threads of five,
  ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s by turns, the middle round;
${cpus().length} cores for the load, the server
  and PostgreSQL together; Node ${process.versions.node}. 'Bare' is bench/bare.ts: the same rows over
Fastify and pg with nothing around them. Both wait for the disk at every create.

| | ours, a second | bare, a second | ratio | ours, p50 / p99 | bare, p50 / p99 |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}

One bulk operation over 10,000 items, of which 2,000 are in threads of ten,
  from the call to the whole response; the middle of
three:

| | ms |
| --- | --- |
${bulk.map(({ operation, milliseconds }) => `| ${operation} | ${milliseconds.toFixed(0)} |`).join('\n')}

From the call that changes something until connected clients receive the event
  (events within 25 ms are batched):

| who look | p50, ms | p99, ms |
| --- | --- | --- |
${live.map(({ followers, p50, p99 }) => `| ${followers} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`).join('\n')}

The export of an audit as CSV, and the memory of the process before it and at most while it ran:

| entries | s | file, MiB | before, MiB | at most, MiB |
| --- | --- | --- | --- | --- |
${audit.map((row) => `| ${row.entries} | ${row.seconds.toFixed(1)} | ${row.mebibytes.toFixed(0)} | ${row.before.toFixed(0)} | ${row.highest.toFixed(0)} |`).join('\n')}

Publishing on the practice network with one process, on eight channels: 1,000 posts that are due at one
instant, 1,000 that are due in one minute (from the instant until the network is called), and looking for due
publications among 1,000,000 scheduled ones:

| posts a second | late, p50 | late, p95 | late, max | a sweep | a heartbeat |
| --- | --- | --- | --- | --- | --- |
| ${publishing.perSecond.toFixed(0)} | ${publishing.late.p50.toFixed(0)} ms | ${publishing.late.p95.toFixed(0)} ms | ${publishing.late.max.toFixed(0)} ms | ${publishing.sweepMs.toFixed(2)} ms | ${publishing.beatMs.toFixed(2)} ms |

A search in a workspace of 100,000 items in eleven languages, each asked five times, the middle one,
  to the whole response; what
is found first by relevance is the oldest item of all:

| searched for | found first | because of | of | by relevance, ms | newest first, ms |
| --- | --- | --- | --- | --- | --- |
${search.map((row) => `| ${row.query} | ${row.first} | ${row.why} | ${row.count} | ${row.relevance.toFixed(0)} | ${row.newest.toFixed(0)} |`).join('\n')}
`;
  const file = join(import.meta.dirname, 'results.md');
  writeFileSync(file, text);
  spawnSync('biome', ['format', '--write', file]);
  console.log(`\n${text}`);
}

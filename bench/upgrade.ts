// Upgrades a database of the schema before migration 0104, with posts and their history: once in one go,
// and once killed again and again; compares the rows, and measures.
// usage: node bench/upgrade.ts [--posts 300000] [--kills 12]
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startCluster } from '../server/database/embedded/cluster.ts';
import {
  applyMigration,
  createMigrationsTable,
  migrationNames,
  readMigrations,
} from '../server/database/migrate.ts';
import { type Connection, createPool } from '../server/database/pool.ts';
import { cpuSecondsOf } from './processes.ts';
import { FROM, fillBefore } from './upgrade-data.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '300000' },
    kills: { type: 'string', default: '12' },
  },
});
const [posts, kills] = [Number(values.posts), Number(values.kills)];
if (!Number.isInteger(posts) || posts < 1000) throw new Error('--posts: a number from 1000');
if (!Number.isInteger(kills) || kills < 0) throw new Error('--kills: a number from 0');

const dataDir = mkdtempSync(join(tmpdir(), 'postfolio-upgrade-'));
const cluster = await startCluster(dataDir);
const connection = cluster.connection as Exclude<Connection, { connectionString: string }>;
const pool = createPool(connection, () => {});
const { rows } = await pool.query("select current_setting('data_directory') as data");
const postmaster = Number(
  readFileSync(join(rows[0].data, 'postmaster.pid'), 'utf8').split('\n', 1)[0],
);

const addressOf = (database: string) => {
  const { user, password, host } = connection;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;
};
const poolOf = (database: string) =>
  createPool({ connectionString: addressOf(database) }, () => {});

/** `npm run db:migrate` on a database. */
function startUpgrade(database: string): ChildProcess {
  const command = join(import.meta.dirname, '../server/commands/migrate.ts');
  return spawn(process.execPath, [command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: addressOf(database),
      DATA_DIR: dataDir,
      SECRET: 'a secret for measuring, long enough',
    },
  });
}

/** Its exit code; null where it was killed. */
const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => void child.once('exit', resolve));

async function upgradeWhole(database: string) {
  const [from, cpu] = [performance.now(), cpuSecondsOf(postmaster)];
  const code = await ended(startUpgrade(database));
  if (code !== 0) throw new Error(`The upgrade ended with ${code}.`);
  return { seconds: (performance.now() - from) / 1000, cpu: cpuSecondsOf(postmaster) - cpu };
}

/** Kills it while it runs, each time later, as a share of the time that it takes as a whole. */
async function upgradeKilled(database: string, whole: number) {
  let survived = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const child = startUpgrade(database);
    const exit = ended(child);
    const isOver = await Promise.race([
      exit.then(() => true),
      delay((kill / (kills + 1)) * whole * 1000).then(() => false),
    ]);
    if (isOver) survived++;
    else child.kill('SIGKILL');
    await exit;
  }
  const code = await ended(startUpgrade(database));
  if (code !== 0) throw new Error(`The upgrade after ${kills} kills ended with ${code}.`);
  return kills - survived;
}

/** Rows of one moment have no order of their own, in which they get their ids. */
const WITHOUT_ORDER: Record<string, string> = {
  approvals: "- 'id'",
  events: "- 'id' - 'seq'",
  principals: "- 'id'",
};

/** Numbers principals by what they are, wherever they are named. */
async function orderPrincipals(database: pg.Pool) {
  const client = await database.connect();
  await client.query(`set session_replication_role = replica; create temporary table places as
    select id, -row_number() over (order by workspace_id, kind, subject_id, id) as place from principals;
    create unique index on places (id); analyze places`);
  for (const [table, column] of [
    ['item_versions', 'principal_id'],
    ['approvals', 'principal_id'],
    ['provenance', 'principal_id'],
    ['events', 'principal_id'],
    ['principals', 'through'],
    ['principals', 'maker'],
  ])
    await client.query(
      `update ${table} named set ${column} = place from places where places.id = ${column}`,
    );
  await client.query(`update item_versions set carried = array(
      select place from places where id = any(carried) order by place) where carried is not null`);
  client.release(true);
}

/** How many rows each table has, and a sum of their hashes. When something was done differs. */
async function digestsOf(database: pg.Pool) {
  const tables = await database.query<{ name: string; moments: string }>(
    `select format('%I', table_name) as name, coalesce(string_agg(format('- %L', column_name), ' ')
       filter (where data_type = 'timestamp with time zone'), '') as moments
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name order by table_name`,
  );
  const digests = new Map<string, string>();
  for (const { name, moments } of tables.rows) {
    const rest = `${moments} ${WITHOUT_ORDER[name] ?? ''}`;
    const { rows } = await database.query(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(t) ${rest})::text, 0)), 0) as digest
       from ${name} t`,
    );
    digests.set(name, rows[0].digest);
  }
  return digests;
}

const client = await pool.connect();
await createMigrationsTable(client);
for (const migration of await readMigrations())
  if (migration.name < FROM) await applyMigration(client, migration);
let from = performance.now();
client.release();
// COPY cannot be pipelined, as the connections of the pool are.
const { options } = pool;
const filling = new pg.Client({ ...options, password: options.password, pipeline: false });
await filling.connect();
await fillBefore(filling, posts);
const { rows: counts } = await filling.query(
  `select (select count(*) from item_versions) as versions, (select count(*) from audit_log) as entries,
     (select count(*) from publications) as publications,
     pg_size_pretty(pg_database_size(current_database())) as size`,
);
await filling.end();
await pool.end();
const { versions, entries, publications, size } = counts[0];
console.log(
  `${posts} posts, ${versions} versions, ${entries} entries of the audit log, ${publications} publications, ${size}; written in ${((performance.now() - from) / 1000).toFixed(0)} s`,
);

const admin = poolOf('postgres');
for (const copy of ['whole', 'killed'])
  await admin.query(`create database ${copy} template ${connection.database}`);
await admin.end();
const { seconds, cpu } = await upgradeWhole('whole');
const names = (await migrationNames()).filter((name) => name >= FROM);
console.log(
  `${names.length} migrations: ${seconds.toFixed(0)} s, ${cpu.toFixed(0)} s of processor of PostgreSQL`,
);
from = performance.now();
const killed = await upgradeKilled('killed', seconds);
console.log(
  `killed ${killed} times and started again: ${((performance.now() - from) / 1000).toFixed(0)} s`,
);
const [one, other] = [poolOf('whole'), poolOf('killed')];
await orderPrincipals(one);
await orderPrincipals(other);
const [expected, actual] = [await digestsOf(one), await digestsOf(other)];
for (const [table, digest] of expected)
  if (actual.get(table) !== digest) console.log(`${table}: ${digest}; ${actual.get(table)}`);
for (const query of [
  'select state, count(*) as publications from publications group by state order by state',
  `select because, count(*) as approvals from approvals group by because order by because`,
])
  console.table((await one.query(query)).rows);
await Promise.all([one.end(), other.end()]);
await cluster.stop();
rmSync(dataDir, { recursive: true, force: true });

import { METRICS, type Metrics } from '../../contract/networks/metrics.ts';
import type { Database } from '../../server/database/pool.ts';
import { listParts } from '../../server/features/analytics/figures/figures.sql.ts';
import { isCompared, LADDER, nextReading } from '../../server/features/analytics/figures/ladder.ts';
import { totalOf } from '../../server/features/analytics/figures/totals.ts';
import { metricsOf } from '../../server/features/networks/practice/figures.ts';

const HOUR_MS = 3600_000;

/** Figures of what was published in the past of the demo, as if they had been read on time. */
export async function readPast(database: Database, workspace: number) {
  const { rows } = await database.query<{ id: number }>(
    'select id from publications where workspace_id = $1 and published_at is not null',
    [workspace],
  );
  const parts = await listParts(database, { publications: rows.map(({ id }) => id) });
  const readings: object[] = [];
  const totals: object[] = [];
  for (const [publication, own] of Map.groupBy(parts, (part) => part.publication)) {
    const sentAt = Date.parse(own[0]?.sent_at ?? '');
    const ages: Partial<Record<keyof ReturnType<typeof isCompared>, Metrics>> = {};
    let [latest, read_at] = [undefined as Metrics | undefined, ''];
    for (const hours of LADDER.filter((age) => sentAt + age * HOUR_MS < Date.now())) {
      const at = sentAt + hours * HOUR_MS;
      read_at = new Date(at).toISOString();
      const read = own.map((part, position) =>
        metricsOf(part, { hours, replies: position < own.length - 1 ? 1 : 0 }),
      ) as Metrics[];
      for (const [position, metrics] of read.entries())
        readings.push({ publication_id: publication, position, read_at, ...metrics });
      latest = totalOf(read);
      for (const [age, isNow] of Object.entries(isCompared(sentAt, at)))
        if (isNow) ages[age as keyof typeof ages] ??= latest;
    }
    if (!latest) continue;
    const next = nextReading(sentAt, Date.parse(read_at), false);
    const next_at = next === null ? null : new Date(next).toISOString();
    totals.push({ publication_id: publication, read_at, latest, ...ages, next_at });
  }
  const columns = ['publication_id', 'position', 'read_at', ...METRICS].join(', ');
  await database.query(
    `insert into readings (${columns})
     select ${columns} from jsonb_populate_recordset(null::readings, $1)`,
    [JSON.stringify(readings)],
  );
  await database.query(
    `with planned as (
       update reading_plans plan set next_at = given.next_at
       from jsonb_to_recordset($1) as given (publication_id bigint, next_at timestamptz)
       where plan.publication_id = given.publication_id
     )
     insert into publication_figures
     select given.* from jsonb_populate_recordset(null::publication_figures, $1) given`,
    [JSON.stringify(totals)],
  );
  await addFollowers(database, workspace);
}

const DAYS = 364;

/** Followers of each account on the days of the past, as Practice counts them, but for a few days. */
const addFollowers = (database: Database, workspace: number) =>
  database.query(
    `insert into channel_days (channel_id, day, followers)
     select id, current_date - ago, 100 + 7 * (select count(*) from practice_posts
       where account_id = remote_id::uuid and created_at < current_date - ago + 1)
     from channels, generate_series(1, $2) ago
     where workspace_id = $1 and not (id % 4 = 0 and ago between 16 and 19)
     on conflict do nothing`,
    [workspace, DAYS],
  );

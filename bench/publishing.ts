// Measures the publisher on the practice network: how many posts one process publishes, how late it
// begins, and what looking for due publications costs. Called by run.ts.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import * as leases from '../server/features/publishing/worker/leases.sql.ts';
import type { BulkSeed } from './bulk.ts';

const CHANNELS = 100;
/** Due at one instant, and within one minute. */
const AT_ONCE = 3000;
const IN_A_MINUTE = 1000;
/** Readers of the API meanwhile, each with so many milliseconds between two requests. */
const READERS = 4;
const READING_PAUSE_MS = 100;
const SCHEDULED = 1_000_000;
const LEAD_MS = 5000;
const MINUTE_MS = 60_000;
const SWEEPS = 50;

export type PublishingResult = {
  perSecond: number;
  burst: { late: Late; api: Late };
  late: Late;
  sweepMs: number;
  beatMs: number;
};

/** In milliseconds. */
type Late = { p50: number; p95: number; p99: number; max: number };

function quantiles(values: number[]): Late {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export async function measurePublishing(
  pool: pg.Pool,
  { workspace, folders: [folder] }: BulkSeed,
  base: string,
  /** Signed anew for each request: tokens live for less than a whole run. */
  authorization: () => string,
): Promise<PublishingResult> {
  const post = async (path: string, body: object) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: authorization(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ id: number; publications: { id: number }[] }>;
  };
  const channels: number[] = [];
  for (let n = 0; n < CHANNELS; n++)
    channels.push(
      (await post('/api/channels/', { network: 'practice', fields: { name: `C${n}` } })).id,
    );

  /** Reads lists until it ends; returns how long each took. */
  async function read(isOver: () => boolean): Promise<number[]> {
    const took: number[] = [];
    for (let n = 0; !isOver(); n++) {
      const begun = performance.now();
      const path = n % 2 ? '/api/publications/' : '/api/content/items/';
      const response = await fetch(base + path, { headers: { authorization: authorization() } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      took.push(performance.now() - begun);
      await delay(READING_PAUSE_MS);
    }
    return took;
  }

  /** Schedules posts, the n-th so many milliseconds after the first; waits until all are published. */
  async function run(count: number, apartMs: number) {
    const batch = count / CHANNELS;
    const items: number[] = [];
    for (let n = 0; n < count; n++)
      items.push(
        (await post('/api/content/items/', { folder, content: `Post ${n} of ${apartMs}` })).id,
      );
    const later = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    const ids: number[] = [];
    for (let n = 0; n < count; n += batch) {
      const channel = channels[n / batch] as number;
      const body = { items: items.slice(n, n + batch), channels: [channel], at: later };
      const { publications } = await post('/api/publications/', body);
      ids.push(...publications.map(({ id }) => id));
    }
    if (ids.length !== count) throw new Error(`only ${ids.length} were scheduled`);
    // In turns over the channels, apart from each other.
    await pool.query(
      `update publications set due_at = $4::timestamptz + place * $2 * interval '1 ms',
         next_attempt_at = $4::timestamptz + place * $2 * interval '1 ms'
       from (select id, (row_number() over (partition by channel_id order by id) - 1) * $3
           + dense_rank() over (order by channel_id) - 1 as place
         from publications where id = any($1)) numbered
       where numbered.id = publications.id`,
      [ids, apartMs, CHANNELS, new Date(Date.now() + LEAD_MS)],
    );
    // As it happens by itself within a minute.
    await pool.query('analyze');
    await delay(LEAD_MS);
    let open = count;
    const reading = Array.from({ length: READERS }, () => read(() => open === 0));
    while (open > 0) {
      await delay(1000);
      const { rows } = await pool.query(
        "select count(*)::integer as open from publications where id = any($1) and state <> 'published'",
        [ids],
      );
      open = rows[0].open;
    }
    const { rows } = await pool.query<{ late: number; span: number }>(
      `select extract(epoch from attempt.began_at - due_at)::float8 * 1000 as late,
         extract(epoch from max(part.sent_at) over () - min(due_at) over ())::float8 as span
       from publications join publication_attempts attempt on publication_id = publications.id
         join publication_parts part on part.publication_id = publications.id
       where publications.id = any($1) and step = 'send'`,
      [ids],
    );
    return {
      perSecond: count / (rows[0]?.span ?? 1),
      late: quantiles(rows.map((row) => row.late)),
      api: quantiles((await Promise.all(reading)).flat()),
    };
  }

  const burst = await run(AT_ONCE, 0);
  console.log(JSON.stringify(burst));
  const spread = await run(IN_A_MINUTE, MINUTE_MS / IN_A_MINUTE);
  await pool.query(
    `insert into publications (workspace_id, channel_id, state, due_at, next_attempt_at, version,
       text_hash)
     select $1, $2, 'scheduled', due, due, 1, sha256('')
     from generate_series(1, ${SCHEDULED}) n, lateral (select now() + interval '1 day'
       + n * interval '1 second' as due) at`,
    [workspace, channels[0]],
  );
  await pool.query('analyze publications');
  const time = async (statement: () => Promise<unknown>) => {
    const begun = performance.now();
    for (let n = 0; n < SWEEPS; n++) await statement();
    return (performance.now() - begun) / SWEEPS;
  };
  const sweepMs = await time(() =>
    leases.leaseChannels(pool, { limit: 25, seconds: 20, places: 50, busy: [] }),
  );
  const beatMs = await time(() => leases.beat(pool, { silentSeconds: 60 }));
  await pool.query('delete from channels where workspace_id = $1', [workspace]);
  return { perSecond: burst.perSecond, burst, late: spread.late, sweepMs, beatMs };
}

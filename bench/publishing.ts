// Measures the publisher on the practice network: how many posts one process publishes, how late it
// begins, and what looking for due publications costs. Called by run.ts.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import * as publisher from '../server/features/publications/publisher.sql.ts';
import type { BulkSeed } from './bulk.ts';

const CHANNELS = 8;
const PUBLICATIONS = 1000;
/** Requests schedule so many posts at a time. */
const BATCH = 125;
const SCHEDULED = 1_000_000;
const LEAD_MS = 20_000;
const MINUTE_MS = 60_000;
const SWEEPS = 50;

export type PublishingResult = {
  perSecond: number;
  late: { p50: number; p95: number; max: number };
  sweepMs: number;
  beatMs: number;
};

export async function measurePublishing(
  pool: pg.Pool,
  { workspace, folders: [folder] }: BulkSeed,
  base: string,
  authorization: string,
): Promise<PublishingResult> {
  const post = async (path: string, body: object) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
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

  /** Schedules posts, the n-th so many milliseconds after the first; waits until all are published. */
  async function run(apartMs: number) {
    const items: number[] = [];
    for (let n = 0; n < PUBLICATIONS; n++)
      items.push(
        (await post('/api/content/items/', { folder, content: `Post ${n} of ${apartMs}` })).id,
      );
    const due = new Date(Date.now() + LEAD_MS).toISOString();
    const ids: number[] = [];
    for (let n = 0; n < PUBLICATIONS; n += BATCH) {
      const channel = channels[(n / BATCH) % CHANNELS] as number;
      const body = { items: items.slice(n, n + BATCH), channels: [channel], at: due };
      const { publications } = await post('/api/publications/', body);
      ids.push(...publications.map(({ id }) => id));
    }
    if (ids.length !== PUBLICATIONS) throw new Error(`only ${ids.length} were scheduled`);
    // In turns over the channels, apart from each other.
    await pool.query(
      `update publications set due_at = due_at + place * $2 * interval '1 ms',
         next_attempt_at = next_attempt_at + place * $2 * interval '1 ms'
       from (select id, (row_number() over (partition by channel_id order by id) - 1) * $3
           + dense_rank() over (order by channel_id) - 1 as place
         from publications where id = any($1)) numbered
       where numbered.id = publications.id`,
      [ids, apartMs, CHANNELS],
    );
    for (let open = PUBLICATIONS; open > 0; ) {
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
    const late = rows.map((row) => row.late).sort((one, other) => one - other);
    const at = (share: number) =>
      late[Math.min(late.length - 1, Math.floor(share * late.length))] ?? 0;
    return {
      perSecond: PUBLICATIONS / (rows[0]?.span ?? 1),
      late: { p50: at(0.5), p95: at(0.95), max: at(1) },
    };
  }

  const burst = await run(0);
  const spread = await run(MINUTE_MS / PUBLICATIONS);
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
    publisher.leaseChannels(pool, { limit: 25, seconds: 20, places: 50, busy: [] }),
  );
  const beatMs = await time(() => publisher.beat(pool, { silentSeconds: 60 }));
  await pool.query('delete from channels where workspace_id = $1', [workspace]);
  return { perSecond: burst.perSecond, late: spread.late, sweepMs, beatMs };
}

// Measures how long figures take in a workspace with many publications. Called by run.ts.
import type pg from 'pg';

const PUBLICATIONS = 10_000;
const CHANNELS = 20;
/** Ages in hours at which each of them was read: 100,000 readings. */
const LADDER = [1, 6, 24, 48, 72, 168, 336, 672, 1440, 2160];
const TIMES = 25;

export type AnalyticsRow = { name: string; p50: number; p95: number };

/** A year of publications of this workspace, with their readings and followers. */
export async function seedFigures(pool: pg.Pool, workspace: number) {
  const { rows } = await pool.query<{ id: number }>(
    `insert into channels (workspace_id, network, remote_id, handle, name, state)
     select $1, (array['practice', 'bluesky', 'linkedin', 'mastodon'])[1 + n % 4], 'figures' || n, '@f' || n, 'F', 'disconnected'
     from generate_series(1, ${CHANNELS}) n returning id`,
    [workspace],
  );
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const made = await client.query<{ id: number }>(
      `insert into publications (workspace_id, channel_id, state, due_at, version, text_hash, text, published_at)
       select $1, ($2::bigint[])[1 + n % ${CHANNELS}], 'published', at, 1, sha256('text'),
         '[{"content": "What became of it?"}]', at
       from generate_series(0, ${PUBLICATIONS - 1}) n
         cross join lateral (select now() - n * interval '52 minutes' as at) time
       returning id`,
      [workspace, rows.map(({ id }) => id)],
    );
    const ids = made.rows.map(({ id }) => id);
    await client.query(
      `insert into publication_parts (publication_id, position, channel_id, content, remote_id, sent_at)
       select id, 0, channel_id, '', 'r' || id, published_at from publications where id = any($1)`,
      [ids],
    );
    await client.query(
      `insert into readings (publication_id, position, read_at, views, reactions, comments, shares)
       select id, 0, published_at + hours * interval '1 hour',
         case when id % 4 <> 1 then 100 + 40 * ln(hours) end, 10 + ln(hours), 2, 1
       from publications, unnest($2::integer[]) hours
       where id = any($1)`,
      [ids, LADDER],
    );
    await client.query('insert into publication_growth select growth.* from growth_of($1) growth', [
      ids,
    ]);
    await client.query(
      `insert into publication_figures (publication_id, read_at, latest, after_day, after_week, after_four_weeks)
       select id, now(), figures, figures, figures, figures from publications cross join lateral (
         select jsonb_build_object('views', 100 + id % 500, 'reactions', id % 50, 'comments', id % 7,
           'shares', id % 5) as figures) counted
       where id = any($1)`,
      [ids],
    );
    await client.query(
      `insert into channel_days (channel_id, day, followers)
       select id, current_date - n, 10000 - n from unnest($1::bigint[]) id, generate_series(0, 800) n`,
      [rows.map(({ id }) => id)],
    );
    await client.query('set session_replication_role = origin');
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze');
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (days: number) => `from=${day(days)}&to=${day(1)}`;

const PATHS: Record<string, string> = {
  'overview, 30 days': `/api/analytics/?${range(30)}`,
  'overview, a year': `/api/analytics/?${range(365)}`,
  'posts, 30 days': `/api/analytics/posts/?${range(30)}`,
  'posts, a year': `/api/analytics/posts/?${range(365)}`,
  'channels, 30 days': `/api/analytics/channels/?${range(30)}`,
  'channels, a year': `/api/analytics/channels/?${range(365)}`,
};

/** How long requests take, one after another, in milliseconds. */
export async function measureAnalytics(
  base: string,
  authorization: () => string,
): Promise<AnalyticsRow[]> {
  const rows: AnalyticsRow[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    const taken: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const begun = performance.now();
      const response = await fetch(base + path, { headers: { authorization: authorization() } });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      taken.push(performance.now() - begun);
    }
    taken.sort((a, b) => a - b);
    const at = (share: number) => taken[Math.floor(share * (TIMES - 1))] ?? 0;
    const row = { name, p50: at(0.5), p95: at(0.95) };
    console.log(`figures, ${name}: p50 ${row.p50.toFixed(0)}, p95 ${row.p95.toFixed(0)} ms`);
    rows.push(row);
  }
  return rows;
}

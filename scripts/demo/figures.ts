import type { Database } from '../../server/database/pool.ts';
import { listParts } from '../../server/features/analytics/figures/figures.sql.ts';
import { LADDER } from '../../server/features/analytics/figures/ladder.ts';
import { storeReadings } from '../../server/features/analytics/figures/store.ts';
import { metricsOf } from '../../server/features/networks/practice/figures.ts';

const HOUR_MS = 3600_000;

/** Figures of what was published in the past of the demo, as if they had been read on time. */
export async function readPast(database: Database, workspace: number) {
  const { rows } = await database.query<{ id: number }>(
    'select id from publications where workspace_id = $1 and published_at is not null',
    [workspace],
  );
  for (const { id } of rows) {
    const parts = await listParts(database, { publications: [id] });
    const sentAt = Date.parse(parts[0]?.sent_at ?? '');
    for (const hours of LADDER.filter((age) => sentAt + age * HOUR_MS < Date.now())) {
      const clock = { now: () => sentAt + hours * HOUR_MS };
      const read = parts.map((part, position) =>
        metricsOf(part, { hours, replies: position < parts.length - 1 ? 1 : 0 }),
      );
      await storeReadings(
        { clock, database, live: { announce: () => {} } },
        workspace,
        parts,
        read,
      );
    }
  }
  await addFollowers(database, workspace);
}

const DAYS = 70;

/** Followers of each account on the days of the past, as if they had been read, but for a few days. */
const addFollowers = (database: Database, workspace: number) =>
  database.query(
    `insert into channel_days (channel_id, day, followers)
     select id, current_date - ago, 400 + 150 * (id % 5) - ago * (2 + id % 4)
       + round(6 * sin(ago * 0.9 + id))
     from channels, generate_series(1, $2) ago
     where workspace_id = $1 and not (id % 4 = 0 and ago between 16 and 19)
     on conflict do nothing`,
    [workspace, DAYS],
  );

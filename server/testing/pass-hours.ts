import type pg from 'pg';

/** The time of what was published, for unit tests and journeys. */

type Database = { query: (text: string, values: unknown[]) => Promise<pg.QueryResult> };

/** As if all that was published on a channel of Practice had happened so many hours earlier. */
export async function passHours(database: Database, channel: number, hours: number) {
  const own = '(select id from publications where channel_id = $1)';
  for (const [table, column] of [
    ['publication_parts', 'sent_at'],
    ['reading_plans', 'next_at'],
    ['readings', 'read_at'],
    ['reading_plans', 'missing_since'],
  ])
    await database.query(
      `update ${table} set ${column} = ${column} - make_interval(hours => $2) where publication_id in ${own}`,
      [channel, hours],
    );
  await database.query(
    `update publication_growth growth set at = moved.at from growth_of(array${own}) moved
     where moved.publication_id = growth.publication_id`,
    [channel],
  );
  await database.query(
    'update publications set published_at = published_at - make_interval(hours => $2) where channel_id = $1',
    [channel, hours],
  );
  await database.query(
    `update practice_posts set created_at = created_at - make_interval(hours => $2)
     where account_id = (select remote_id::uuid from channels where id = $1)`,
    [channel, hours],
  );
  await database.query('update channel_readings set paused_until = null where channel_id = $1', [
    channel,
  ]);
}

/** Begins to read the figures that are due. */
export const beginReading = (database: Database) =>
  database.query('insert into jobs.job (name) values ($1)', ['figures.read']);

/** How much on a channel is due, or being read; what is paused is not. */
export async function countDue(database: Database, channel: number): Promise<number> {
  const due = `select from reading_plans plan
    left join channel_readings reading on reading.channel_id = plan.channel_id
    where plan.channel_id = $1 and next_at <= now()
      and coalesce(paused_until <= now(), true)
    union all select from channel_readings where channel_id = $1 and leased_until is not null`;
  return (await database.query(due, [channel])).rowCount ?? 0;
}

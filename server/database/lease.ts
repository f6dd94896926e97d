import { type Expression, sql } from 'kysely';

/**
 * Work that one process does at a time. A process leases a row until an instant of the database's clock
 * (decision 42), renews that while it works, and releases it; where it dies or is frozen, another one
 * takes the row from then on. Where a row has a `lease`, only who knows it writes the outcome; the
 * others recognise theirs by the instant.
 */

/** Nobody works on a row: of `table` where a statement has several. */
export const isFree = (table?: string) => {
  const until = sql.raw(table === undefined ? 'leased_until' : `${table}.leased_until`);
  return sql<boolean>`(${until} is null or ${until} < now())`;
};

/** An instant from now. */
export const inSeconds = (seconds: Expression<number>) =>
  sql<string>`now() + make_interval(secs => ${seconds})`;

/** What leasing a row sets. */
export const leasing = (seconds: Expression<number>) =>
  sql`lease = gen_random_uuid(), leased_until = ${inSeconds(seconds)}`;

/** What releasing it sets. */
export const RELEASED = sql`lease = null, leased_until = null`;

/**
 * Takes rows whose time has come, the longest overdue first, by a time that is so far ahead: no other
 * process takes them before. What was not begun is given back by that time.
 * @param table with its key and the column of the time
 * @param returned of each
 */
export const takingDue = <Row extends object>(
  { table, key, time }: Due,
  returned: Expression<unknown>,
  { seconds, limit }: { seconds: Expression<number>; limit: Expression<number> },
) => sql<Row & { until: string }>`
  update ${sql.raw(table)} set ${sql.raw(time)} = ${inSeconds(seconds)}
  where ${sql.raw(key)} in (select ${sql.raw(key)} from ${sql.raw(table)}
    where ${sql.raw(time)} <= now()
    order by ${sql.raw(time)} limit ${limit} for update skip locked)
  returning ${returned}, ${sql.raw(time)} as until`;

/** Gives rows back that were taken until then. */
export const givingBack = (
  { table, key, time }: Due,
  { keys, until }: { keys: Expression<number[]>; until: Expression<string> },
) => sql<object>`
  update ${sql.raw(table)} set ${sql.raw(time)} = now()
  where ${sql.raw(key)} = any(${keys}) and ${sql.raw(time)} = ${until}`;

type Due = { table: string; key: string; time: string };

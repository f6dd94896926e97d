import { sql } from 'kysely';
import { type Bind, statement } from '../../database/statement.ts';

/** When a window that begins now ends. One that ends later was begun before the clock was set back. */
const endOf = (bind: Bind<{ seconds: number }>) =>
  sql<string>`now() + make_interval(secs => ${bind('seconds', 'float8')})`;

/** Counts `by` attempts: the attempts in this window, and when it ends. */
export const countAttempts = statement<{ key: string; seconds: number; by: number }>()(
  'rate_limits.count',
  (db, bind) => {
    const end = endOf(bind);
    const isExpired = sql<boolean>`rate_limits.window_ends_at not between now() and ${end}`;
    return db
      .insertInto('rate_limits')
      .values({ key: bind('key'), attempts: bind('by'), window_ends_at: end })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          attempts: sql`case when ${isExpired} then ${bind('by', 'integer')} else rate_limits.attempts + ${bind('by', 'integer')} end`,
          window_ends_at: sql`case when ${isExpired} then ${end} else rate_limits.window_ends_at end`,
        }),
      )
      .returning([
        'attempts',
        sql<number>`ceil(extract(epoch from window_ends_at - now()))::integer`.as('seconds_left'),
      ]);
  },
);

/** The attempts in this window, and when it ends. */
export const findAttempts = statement<{ key: string; seconds: number }>()(
  'rate_limits.find',
  (db, bind) =>
    db
      .selectFrom('rate_limits')
      .where('key', '=', bind('key'))
      .where('window_ends_at', '>', sql<string>`now()`)
      // As for those that are counted.
      .where('window_ends_at', '<=', endOf(bind))
      .select([
        'attempts',
        sql<number>`ceil(extract(epoch from window_ends_at - now()))::integer`.as('seconds_left'),
      ]),
);

export const forgetAttempts = statement<{ key: string }>()('rate_limits.remove', (db, bind) =>
  db.deleteFrom('rate_limits').where('key', '=', bind('key')),
);

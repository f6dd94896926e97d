import { sql } from 'kysely';
import { statement } from '../../database/statement.ts';

/** What is over and of no more use, a batch at a time, so that nobody waits for a lock for long. */

const BATCH = 1000;

/** Whole threads go together, since a root takes its parts along. */
export const purgeTrash = statement<{ days: number }>()(
  null,
  (_db, bind) => sql<{ id: number }>`
    delete from items where id in (
      select coalesce(thread_root, id) from items
      where deleted_at <= now() - make_interval(days => ${bind('days', 'integer')})
      order by deleted_at limit ${sql.lit(BATCH)}
    ) returning id`,
);

export const removeOldSessions = statement()(
  null,
  () => sql<{ id: string }>`
    delete from sessions where id in (
      select id from sessions
      where expires_at < now() or revoked_at < now() - interval '1 day' limit ${sql.lit(BATCH)}
    ) returning id`,
);

export const removeOldResets = statement()(
  null,
  () => sql<{ user_id: number }>`
    delete from password_resets where token_hash in (
      select token_hash from password_resets where expires_at < now() limit ${sql.lit(BATCH)}
    ) returning user_id`,
);

export const removeOldLimits = statement()(
  null,
  () => sql<{ key: string }>`
    delete from rate_limits where key in (
      select key from rate_limits where window_ends_at < now() limit ${sql.lit(BATCH)}
    ) returning key`,
);

import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';
import { NOT_HELD } from './holds.sql.ts';

/** Publications that should be under way, and are not; those that were too late wait for a person. */
export const latePublications = statement<{ seconds: number }>()(
  null,
  (_db, bind) => sql<{ count: number; since: string | null; waiting: number }>`
    select count(*) filter (where late_because is null)::integer as count,
      min(next_attempt_at) filter (where late_because is null) as since,
      count(*) filter (where late_because is not null)::integer as waiting
    from publications
    where next_attempt_at < now() - make_interval(secs => ${bind('seconds', 'float8')})
      and ${NOT_HELD}`,
);

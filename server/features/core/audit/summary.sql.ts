import { type RawBuilder, sql } from 'kysely';
import type { UserRef } from '#contract/http/fields.ts';
import { userRef } from '../../../database/fragments/user-ref.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { type EntryFilters, matching } from './audit.sql.ts';

/** Counts of entries: of days that were added up (migration 0121), and of the log around them. */

export type Days = { firstDay: string; endDay: string; edge: string; tail: string };

/** The whole days of a range that were added up; no row where there are none. Dates of UTC. */
export const findDays = statement<{ from: string | null; until: string | null }>()(
  'audit.find_days',
  (_db, bind) => sql<Days>`
    with bounds as (
      select coalesce((${bind('from', 'timestamptz')} at time zone 'UTC' - interval '1 microsecond')::date + 1,
          '-infinity') as first_day,
        least(((${bind('until', 'timestamptz')} + interval '1 microsecond') at time zone 'UTC')::date, until)
          as end_day
      from audit_counted)
    select first_day::text as "firstDay", end_day::text as "endDay",
      (first_day::timestamp at time zone 'UTC')::text as edge,
      (end_day::timestamp at time zone 'UTC')::text as tail
    from bounds where first_day < end_day`,
);

type Filters = EntryFilters & Days;

/** Not prepared: each range has a plan of its own. */
const counted = (bind: Bind<Filters>) => {
  const entries = (range: RawBuilder<unknown>) => sql`
    select action, user_id, count(*) as entries from audit_log
    where ${matching(bind as unknown as Bind<EntryFilters>)} and ${range} group by 1, 2`;
  return sql`(
    select action, user_id, entries from audit_days
    where workspace_id = ${bind('workspaceId', 'bigint')}
      and day >= ${bind('firstDay', 'date')} and day < ${bind('endDay', 'date')}
      and (${bind('user', 'bigint')} is null or user_id = ${bind('user', 'bigint')})
      and (${bind('action', 'text')} is null or action = ${bind('action', 'text')})
    union all ${entries(sql`created_at < ${bind('edge', 'timestamptz')}`)}
    union all ${entries(sql`created_at >= ${bind('tail', 'timestamptz')}`)}) counted`;
};

export const sumByAction = statement<Filters>()(
  null,
  (_db, bind) => sql<{ action: string; count: number }>`
    select action, sum(entries)::integer as count from ${counted(bind)}
    group by action having sum(entries) > 0 order by count desc, action`,
);

export const sumByUser = statement<Filters>()(
  null,
  (_db, bind) => sql<{ user: UserRef; count: number }>`
    select ${userRef('users')} as "user", sum(entries)::integer as count
    from ${counted(bind)} left join users on users.id = counted.user_id
    group by users.id, users.name having sum(entries) > 0 order by count desc`,
);

/** Before the first day is added up, and after that. */
export const beginCounting = statement()(
  'audit.begin_counting',
  () => sql<object>`insert into audit_counted default values on conflict do nothing`,
);

export const countDay = statement<{ before: string }>()(
  'audit.count_day',
  (_db, bind) => sql<{ isMore: boolean }>`
    select count_audit_day(${bind('before', 'date')}) as "isMore"`,
);

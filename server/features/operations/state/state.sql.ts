import { sql } from 'kysely';
import type { Network } from '#contract/networks/names.ts';
import { statement } from '../../../database/statement.ts';
import { MAIL_RETRIES } from '../../core/mail/mail.service.ts';

/** How the work of all processes goes on, for who runs them. */

const MAX_KINDS = 10;

export type FailedJobs = { name: string; count: number; last: string; why: string | null };

/** Jobs that failed for good, by kind. The queue keeps them for some days. */
export const failedJobs = statement()(
  null,
  () => sql<FailedJobs>`
    select name, count(*)::integer as count, max(completed_on) as last,
      (array_agg(output ->> 'message' order by completed_on desc))[1] as why
    from jobs.job where state = 'failed'
    group by name order by last desc limit ${sql.lit(MAX_KINDS)}`,
);

/** How the last job of a kind ended. */
export const lastEnd = statement<{ name: string }>()(
  null,
  (_db, bind) => sql<{ state: string; at: string; why: string | null }>`
    select state, completed_on as at, output ->> 'message' as why
    from jobs.job where name = ${bind('name')} and completed_on is not null
      and state in ('completed', 'failed')
    order by completed_on desc limit 1`,
);

/** Mails whose time has come. Their kinds are those that are tried for days. */
export const waitingMails = statement()(
  null,
  () => sql<{ count: number; since: string | null; why: string | null }>`
    select count(*)::integer as count,
      min(case when job.retry_count = 0 then greatest(job.created_on, job.start_after)
        else job.created_on end) as since,
      (array_agg(job.output ->> 'message' order by job.created_on)
        filter (where job.output is not null))[1] as why
    from jobs.job join jobs.queue on queue.name = job.name
    where queue.retry_limit = ${sql.lit(MAIL_RETRIES.retryLimit)}
      and job.state in ('created', 'retry', 'active')
      and (job.state <> 'created' or job.start_after <= now())`,
);

/** When a worker said last that it runs. */
export const lastBeat = statement()(
  null,
  () => sql<{ seconds: number }>`
    select extract(epoch from now() - seen_at)::float8 as seconds from publisher_heartbeat`,
);

/** Calls of networks that did not do what they should, for a reason that no post has. */
export const networkCalls = statement<{ hours: number }>()(
  null,
  (_db, bind) => sql<{ network: Network; failed: number; calls: number; why: string | null }>`
    select network, count(*) filter (where is_failed)::integer as failed,
      count(*)::integer as calls,
      (array_agg(coalesce(code, outcome) order by began_at desc) filter (where is_failed))[1] as why
    from (
      select channels.network, attempt.code, attempt.outcome, attempt.began_at,
        attempt.outcome in ('transient', 'rate_limited', 'reauthorize', 'operator', 'unknown')
          as is_failed
      from publication_attempts attempt
        join publications on publications.id = attempt.publication_id
        join channels on channels.id = publications.channel_id
      where attempt.began_at > now() - make_interval(hours => ${bind('hours', 'integer')})
        and attempt.outcome is not null and attempt.user_id is null) attempts
    group by network order by network`,
);

/** Accounts whose connection has ended, or ends within these days. */
export const endingAccounts = statement<{ days: number }>()(
  null,
  (_db, bind) => sql<{ network: Network; ended: number; ending: number; first: string | null }>`
    select network, count(*) filter (where state = 'reconnect')::integer as ended,
      count(*) filter (where state = 'connected')::integer as ending,
      min(expires_at) filter (where state = 'connected') as first
    from channels
    where state = 'reconnect' or state = 'connected'
      and expires_at <= now() + make_interval(days => ${bind('days', 'integer')})
    group by network order by network`,
);

export type Connections = { used: number; max: number; processes: number; bytes: number };

/** Each process of this database listens for jobs on one connection. */
export const connections = statement()(
  null,
  () => sql<Connections>`
    select count(*) filter (where backend_type = 'client backend')::integer as used,
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer as max,
      count(*) filter (where datname = current_database() and application_name = 'postfolio jobs'
        and query ~* '^listen')::integer as processes,
      pg_database_size(current_database()) as bytes
    from pg_stat_activity`,
);

import { sql } from 'kysely';
import type { Block, Period, Report } from '#contract/analytics/reports.ts';
import { statement } from '../../../database/statement.ts';

type Key = { workspaceId: number; id: number };

/** `filters`: JSON. */
type Fields = {
  workspaceId: number;
  title: string;
  comment: string;
  client: string;
  period: Period;
  fromDay: string | null;
  toDay: string | null;
  filters: string;
  blocks: Block[];
  recipients: number[];
};

/** What is shown of a report; a link that has ended is none. */
const shown = sql`reports.id, title, nullif(comment, '') as comment, nullif(client, '') as client, period, from_day::text, to_day::text, filters, blocks, recipients,
  case when link_ends_at > now() then link_ends_at end as link_ends_at,
  (select json_build_object('id', users.id, 'name', users.name) from users
    where users.id = reports.created_by) as created_by,
  reports.updated_at`;

export const listReports = statement<{ workspaceId: number; limit: number }>()(
  'reports.list',
  (_db, bind) => sql<Report>`
    select ${shown} from reports where workspace_id = ${bind('workspaceId')}
    order by id desc limit ${bind('limit', 'integer')}`,
);

export const findReport = statement<Key>()(
  'reports.find',
  (_db, bind) => sql<Report>`
    select ${shown} from reports
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

export const lockReport = statement<Key>()(
  'reports.lock',
  (_db, bind) => sql<Report>`
    select ${shown} from reports
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')} for update of reports`,
);

/** No row where the workspace has so many already. */
export const insertReport = statement<Fields & { userId: number; max: number }>()(
  'reports.insert',
  (_db, bind) => sql<Report>`
    insert into reports (workspace_id, title, comment, client, period, from_day, to_day, filters,
      blocks, recipients, created_by)
    select ${bind('workspaceId', 'bigint')}, ${bind('title', 'text')}, ${bind('comment', 'text')},
      ${bind('client', 'text')}, ${bind('period', 'text')}, ${bind('fromDay', 'date')},
      ${bind('toDay', 'date')}, ${bind('filters', 'jsonb')}, ${bind('blocks', 'text[]')},
      ${bind('recipients', 'bigint[]')}, ${bind('userId', 'bigint')}
    where (select count(*) from reports where workspace_id = ${bind('workspaceId', 'bigint')})
      < ${bind('max', 'integer')}
    returning ${shown}`,
);

/** `month`: the first day of the present one; recipients who are added are told of the next one. */
export const updateReport = statement<Fields & Pick<Key, 'id'> & { month: string }>()(
  'reports.update',
  (_db, bind) => sql<Report>`
    update reports set title = ${bind('title')}, comment = ${bind('comment')},
      client = ${bind('client')}, period = ${bind('period')}, from_day = ${bind('fromDay', 'date')},
      to_day = ${bind('toDay', 'date')}, filters = ${bind('filters', 'jsonb')},
      blocks = ${bind('blocks', 'text[]')}, recipients = ${bind('recipients', 'bigint[]')},
      told_for = case when reports.recipients = '{}' then ${bind('month', 'date')} else told_for end,
      updated_at = now()
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning ${shown}`,
);

export const deleteReport = statement<Key>()(
  'reports.delete',
  (_db, bind) => sql<object>`
    delete from reports where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}`,
);

/** Sets or, without a hash, ends the link of a report. */
export const setLink = statement<
  Key & { hash: Buffer | null; days: number | null; userId: number | null }
>()(
  'reports.set_link',
  (_db, bind) => sql<{ link_ends_at: string }>`
    update reports set token_hash = ${bind('hash', 'bytea')}, link_by = ${bind('userId', 'bigint')},
      link_ends_at = now() + make_interval(days => ${bind('days', 'integer')})
    where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning link_ends_at`,
);

/** The report of a link that has not ended, and its workspace. */
export const readLink = statement<{ hash: Buffer }>()(
  'reports.read_link',
  (_db, bind) => sql<Report & { workspace: number }>`
    select ${shown}, workspace_id as workspace from reports
    where token_hash = ${bind('hash', 'bytea')} and link_ends_at > now()`,
);

/** The name of a workspace. */
export const findName = statement<{ workspaceId: number }>()(
  'reports.workspace_name',
  (_db, bind) => sql<{ name: string }>`
    select name from workspaces where id = ${bind('workspaceId')}`,
);

/** Workspaces with reports that somebody is to be told about. */
export const listTelling = statement<object>()(
  'reports.list_telling',
  () => sql<{ workspace: number; zone: string }>`
    select distinct workspaces.id as workspace, time_zone as zone from reports
    join workspaces on workspaces.id = workspace_id where recipients <> '{}'`,
);

/**
 * Notes that the recipients of a workspace's reports are told of this month; once. A report that was
 * made in it, since that instant, waits for the next one.
 */
export const takeTold = statement<{ workspaceId: number; month: string; since: string }>()(
  'reports.take_told',
  (_db, bind) => sql<{ recipients: number[] }>`
    update reports set told_for = ${bind('month', 'date')}
    where workspace_id = ${bind('workspaceId')} and recipients <> '{}'
      and created_at < ${bind('since', 'timestamptz')} and coalesce(told_for < ${bind('month', 'date')}, true)
    returning (select array_agg(user_id) from memberships
      where memberships.workspace_id = reports.workspace_id
        and user_id = any(reports.recipients)) as recipients`,
);

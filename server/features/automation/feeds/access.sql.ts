import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';

/** Feeds whose entries become drafts of a person by themselves. */

type Ids = Whose & { ids: readonly number[] };

const listFeeds = statement<Whose>()(
  'access.feeds',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace, title as name from feeds
    where drafts_by = any(${bind('people', 'bigint[]')}) and drafts_folder_id is not null
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

/** What is new waits for a person. */
const endDrafts = statement<Ids>()(
  'access.end_feed_drafts',
  (_db, bind) => sql<object>`
    with left_to_people as (
      update feed_entries set wanted_at = null
      where feed_id = any(${bind('ids', 'bigint[]')}) and state = 'new' and wanted_at is not null)
    update feeds set drafts_folder_id = null, drafts_by = null, drafts_error = null
    where id = any(${bind('ids', 'bigint[]')})`,
);

const handOverDrafts = statement<Ids & { to: number }>()(
  'access.hand_over_feed_drafts',
  (_db, bind) => sql<object>`
    update feeds set drafts_by = ${bind('to', 'bigint')} where id = any(${bind('ids', 'bigint[]')})`,
);

export const feedAccess: AccessSource = {
  ...{ tables: ['feeds'], topic: 'feeds' },
  ...{ list: listFeeds, end: endDrafts, handOver: handOverDrafts },
};

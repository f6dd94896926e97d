import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';

/** The address of the calendar, by which programs read it for a person; it has the id of its workspace. */

const listAddresses = statement<Whose>()(
  'access.calendar_addresses',
  (_db, bind) => sql<AccessRow>`
    select workspace_id as id, workspace_id as workspace, 'of their own' as name
    from calendar_feeds where user_id = ${bind('person', 'bigint')}
      and workspace_id = any(${workspacesOf(bind)})`,
);

const endAddresses = statement<Whose & { ids: readonly number[] }>()(
  'access.end_calendar_addresses',
  (_db, bind) => sql<object>`
    delete from calendar_feeds where user_id = ${bind('person', 'bigint')}
      and workspace_id = any(${bind('ids', 'bigint[]')})`,
);

export const calendarAccess: AccessSource = {
  ...{ tables: ['calendar_feeds'], topic: 'people' },
  ...{ list: listAddresses, end: endAddresses },
};

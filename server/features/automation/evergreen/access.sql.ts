import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';

/** Evergreen folders, whose posts are repeated with the rights of who saved that last. */

const listFolders = statement<Whose>()(
  'access.evergreen_folders',
  (_db, bind) => sql<AccessRow>`
    select folder_id as id, evergreen_folders.workspace_id as workspace, folders.name
    from evergreen_folders join folders on folders.workspace_id = evergreen_folders.workspace_id
      and folders.id = folder_id
    where user_id = any(${bind('people', 'bigint[]')})
      and evergreen_folders.workspace_id
        = any(${workspacesOf(bind)}) order by folder_id`,
);

const pauseFolders = statement<Whose & { ids: readonly number[] }>()(
  'access.pause_evergreen_folders',
  (_db, bind) => sql<object>`
    update evergreen_folders set user_id = null where folder_id = any(${bind('ids', 'bigint[]')})`,
);

export const evergreenAccess: AccessSource = {
  ...{ tables: ['evergreen_folders'], topic: 'content' },
  ...{ list: listFolders, end: pauseFolders },
};

import * as folders from '#contract/folders.ts';
import type { Parts } from '../../parts.ts';
import { createFolder, deleteFolder, getFolder, updateFolder } from './folders.service.ts';
import { listFolders } from './folders.sql.ts';

export function folderRoutes({ bind, database, background }: Parts) {
  bind(folders.listFolders, async ({ person }) => {
    const results = await listFolders(database, { workspaceId: person.workspaceId });
    return { count: results.length, next: null, previous: null, results };
  });
  bind(folders.getFolder, ({ person, params }) => getFolder(database, person, params.id));
  bind(folders.createFolder, ({ person, body }) => createFolder(database, person, body));
  bind(folders.updateFolder, ({ person, params, body }) => updateFolder(database, person, params.id, body));
  bind(folders.deleteFolder, ({ person, params, inBulk }) => inBulk(() => deleteFolder(background, person, params.id)));
}

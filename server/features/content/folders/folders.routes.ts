import * as folders from '#contract/content/folders.ts';
import type { AppContext } from '../../../context.ts';
import { createFolder, deleteFolder, getFolder, updateFolder } from './folders.service.ts';
import { listFolders } from './folders.sql.ts';

export function folderRoutes(context: AppContext) {
  const { bind, database, background } = context;
  bind(folders.listFolders, async ({ person }) => {
    const all = await listFolders(database, { workspaceId: person.workspaceId });
    const only = person.key?.folders;
    const results = only ? all.filter(({ id }) => only.includes(id)) : all;
    return { count: results.length, next: null, previous: null, results };
  });
  bind(folders.getFolder, ({ person, params }) => getFolder(database, person, params.id));
  bind(folders.createFolder, ({ person, body }) => createFolder(context, person, body));
  bind(folders.updateFolder, ({ person, params, body }) =>
    updateFolder(context, person, params.id, body),
  );
  bind(folders.deleteFolder, ({ person, params, inBulk }) =>
    inBulk(() => deleteFolder({ ...context, database: background }, person, params.id)),
  );
}

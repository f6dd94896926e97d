import { createFolder, listFolders } from '#contract/content/folders.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { flatten } from './tree.ts';

/** The folder that the first text of a workspace gets, where nobody has made one. */
export const DRAFTS = 'Drafts';

/** The first folder of the workspace; where it has none, one is created. */
export async function firstFolder(): Promise<number> {
  // Somebody else may have made one meanwhile.
  const { results } = await call(listFolders, {});
  const found = flatten(results.filter(({ id }) => id > 0))[0]?.folder;
  const { id } = found ?? (await call(createFolder, { body: { name: DRAFTS } }));
  await queryClient.invalidateQueries({ queryKey: keys.folders });
  return id;
}

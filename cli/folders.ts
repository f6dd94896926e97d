import type { Folder } from '#contract/content/folders.ts';
import type { Api } from './api.ts';
import type { Given } from './arguments.ts';
import { Failure, usage } from './failure.ts';

/**
 * The folder that `--folder` or POSTFOLIO_FOLDER names, by its id or its name. Without one, the first
 * one that was made at the top.
 * @throws Failure (usage) where a name is that of none, or of several
 */
export async function folderOf(api: Api, given: Given): Promise<Folder> {
  const { results } = await api.call('GET /api/content/folders/', {});
  const word = given.text('folder') ?? (process.env.POSTFOLIO_FOLDER || undefined);
  const oldest = results.toSorted((a, b) => a.id - b.id);
  if (word === undefined) {
    const folder = oldest.find(({ parent }) => parent === null) ?? oldest[0];
    if (folder) return folder;
    throw new Failure('There is no folder: make one in Postfolio first.');
  }
  const byId = oldest.find(({ id }) => String(id) === word);
  const named = oldest.filter(({ name }) => name.toLowerCase() === word.toLowerCase());
  const [folder, other] = byId ? [byId] : named;
  if (folder && !other) return folder;
  if (folder)
    throw usage(
      `'${word}' is the name of ${named.length} folders. Choose by the id: ${named.map(({ id }) => id).join(', ')}`,
    );
  throw usage(`'${word}' is neither the id nor the name of a folder.`);
}

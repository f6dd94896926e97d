import type { Attachment } from '#contract/attachments.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import * as sql from './posts.sql.ts';

type InWorkspace = Pick<Actor, 'workspaceId'>;

/**
 * The names of the files of items that are not in the library any more, or in its trash: they are
 * not published.
 */
export async function findMissingFiles(
  executor: Executor,
  { workspaceId }: InWorkspace,
  items: readonly { media: readonly Attachment[] }[],
): Promise<string[]> {
  const media = items.flatMap((item) => item.media);
  if (!media.length) return [];
  const ids = media.map(({ file }) => file);
  const found = await sql.findAttachments(executor, { workspaceId, ids, folders: null });
  const present = new Set(found.map(({ file }) => file));
  return media.filter(({ file }) => !present.has(file)).map(({ name }) => name);
}

/** Files of an earlier version as they are now; those that were erased are left out. */
export async function presentFiles(
  executor: Executor,
  { workspaceId }: InWorkspace,
  media: readonly Attachment[],
): Promise<Attachment[]> {
  if (!media.length) return [];
  const ids = media.map(({ file }) => file);
  const found = await sql.findAttachments(executor, { workspaceId, ids, folders: null });
  return media.flatMap(({ file, alt }) => {
    const present = found.find((attachment) => attachment.file === file);
    return present ? [{ ...present, alt }] : [];
  });
}

import type * as contract from '#contract/content/history.ts';
import { textFieldsOf } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transactional } from '../../../database/transaction.ts';
import { notFoundIn } from '../../../errors.ts';
import { normalizeTexts } from '../../../lib/normalize-texts.ts';
import { truncateToMaxSize } from '../../../pages.ts';
import { updateItem } from '../items/items.service.ts';
import { getItem, presentFiles } from '../posts/posts.service.ts';
import * as sql from './history.sql.ts';

const PAGE = 100;

/** @throws AppError 404 */
export async function getHistory(
  executor: Executor,
  actor: Actor,
  id: number,
  before: number | null = null,
) {
  await getItem(executor, actor, id);
  return truncateToMaxSize(
    await sql.listVersions(executor, {
      workspaceId: actor.workspaceId,
      itemId: id,
      before,
      limit: PAGE,
    }),
  );
}

/**
 * Restores the text and description of a version, never the status (docs/domain/review.md,
 * 'History').
 * @throws AppError 404 for the item or the version; 409 where the item has another version by now
 */
export async function restoreVersion(
  context: Transactional,
  actor: Actor,
  id: number,
  { version, current_version }: Parsed<typeof contract.restoreVersion>['body'],
) {
  await getItem(context.database, actor, id);
  const [found] = await sql.findVersion(context.database, {
    workspaceId: actor.workspaceId,
    itemId: id,
    version,
  });
  if (!found) throw notFoundIn('version', 'version', version);
  // The description belongs to the thread: versions of a reply have none.
  const description = found.is_head ? found.description : undefined;
  const media = await presentFiles(context.database, actor, found.media);
  return updateItem(
    context,
    actor,
    id,
    // Versions of before may be decomposed, and stay as they were written.
    normalizeTexts({ ...textFieldsOf(found), media, description, version: current_version }),
    found,
  );
}

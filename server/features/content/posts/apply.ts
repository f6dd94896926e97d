import type { Item } from '#contract/content/items.ts';
import { MAX_CHANGED_IDS, type Topic } from '#contract/content/live.ts';
import type { Status } from '#contract/content/workflow.ts';
import { type Actor, requireInFolders } from '../../../actor.ts';
import { actsAs } from '../../../database/fragments/principal.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { notFoundIn } from '../../../errors.ts';
import {
  authorsOf,
  membersWithCapability,
  notify,
} from '../../people/notifications/notifications.service.ts';
import { coveredBefore, keepApprovals } from './approvals.ts';
import { attach } from './attach.ts';
import { authorize } from './authorize.ts';
import type { PartRef, Plan } from './post.ts';
import * as sql from './posts.sql.ts';
import { isLimited } from './provenance.ts';
import { countNew, type Ids, type PostRow, rowsOf } from './rows.ts';
import * as write from './write.sql.ts';

/** From this number of posts on, the statement is planned for many rows. */
const SEVERAL = 50;

export type Applied = {
  /** The written items, by id. */
  items: Item[];
  /** The transition that was created or decided, where the plan has one post. */
  transition: number | null;
};

/**
 * Applies a plan, all or nothing: the only place where posts change. Authorizes it (authorize.ts),
 * writes posts and items with versions, audit entries and transitions, notifies people, and
 * invalidates what connected clients show after the commit.
 * @param unaudited items of which a change of the text is part of one that has an audit entry
 * @param unlocked whether the posts were read without a lock: nothing is written where one is not as
 * it was read, or is locked
 * @throws AppError 403; 404 where a folder does not exist
 */
export async function apply<P extends PartRef>(
  tx: Transaction,
  actor: Actor,
  intended: Plan<P>,
  { unaudited, unlocked = false }: { unaudited?: ReadonlySet<number>; unlocked?: boolean } = {},
): Promise<Applied> {
  for (const { before, after } of intended) requireInFolders(actor, before?.folder, after.folder);
  const settled = await authorize(tx, actor, await attach(tx, actor, intended));
  const covered = unlocked ? [] : await coveredBefore(tx, actor, settled);
  const { workspaceId, userId, ip } = actor;
  const { posts, items } = rowsOf(settled, await newIds(tx, settled), unaudited);
  if (!posts.length) return { items: [], transition: null };
  const isLarge = posts.length > SEVERAL;
  if (isLarge) await write.planFor(tx, write.MANY);
  const written = await write
    .writePosts(
      tx,
      {
        ...{ workspaceId, userId, ip },
        apiKey: actor.key?.id ?? null,
        isLimited: isLimited(actor),
        isNarrowed: actor.narrowed === true,
        ...actsAs(actor),
      },
      { posts, items, unlocked },
    )
    .catch(explainFolder(posts[0]?.folder));
  if (unlocked && !written.length) return { items: [], transition: null };
  if (isLarge) await write.planFor(tx, write.FEW);
  const approved = posts.filter(
    (post) => post.status === 'approved' && (post.former !== null || post.decision === 'approved'),
  );
  const ids = approved.map(({ id }) => id);
  if (ids.length) await write.takeApproved(tx, { workspaceId, ids });
  await keepApprovals(tx, actor, intended, { approved: ids, covered });
  await notifyOf(tx, actor, posts);
  announce(tx, actor, 'content', [...itemsOf(settled), ...written.map(({ id }) => id)]);
  return {
    items: written.map(({ transition: _, ...item }) => item),
    transition: written[0]?.transition ?? null,
  };
}

async function newIds<P extends PartRef>(tx: Executor, changes: Plan<P>): Promise<Ids> {
  if (isNewDraft(changes)) return { post: () => write.NO_ID, item: () => write.NO_ID };
  const count = countNew(changes);
  const rows = count.posts + count.items ? await sql.newIds(tx, count) : [];
  const next = (ids: number[]) => () => ids.shift() as number;
  return {
    post: next(rows.flatMap(({ post }) => post ?? [])),
    item: next(rows.flatMap(({ item }) => item ?? [])),
  };
}

/** A single new draft notifies nobody, so that its ids are not needed before it is written. */
function isNewDraft<P extends PartRef>(changes: Plan<P>): boolean {
  const { posts, items } = countNew(changes);
  const isSingle = changes.length === 1 && changes[0]?.after.parts.length === 1;
  return isSingle && posts === 1 && items === 1 && changes[0]?.after.status === 'draft';
}

/** Notifies people of changes of status. */
async function notifyOf(tx: Executor, actor: Actor, posts: readonly PostRow[]): Promise<void> {
  const became = (status: Status) =>
    posts.filter((post) => post.former !== null && post.status === status).map(({ id }) => id);
  const decided = (decision: string) =>
    posts.filter((post) => post.decision === decision).map(({ id }) => id);
  const waiting = became('review');
  const about = {
    post: waiting.length === 1 ? (waiting[0] as number) : null,
    count: waiting.length,
  };
  await notify(tx, actor, [
    ...(waiting.length
      ? await membersWithCapability(tx, actor, 'decide', { kind: 'review_requested', ...about })
      : []),
    ...(await authorsOf(tx, actor, [...became('approved'), ...decided('approved')], {
      kind: 'approved',
    })),
    ...(await authorsOf(tx, actor, decided('rejected'), { kind: 'rejected' })),
  ]);
}

/** Tells connected clients after the commit that these items changed. */
export function announce(
  tx: Transaction,
  { workspaceId, tab }: Actor,
  topic: Topic,
  items: readonly number[],
) {
  const ids = new Set(items);
  tx.announce({ workspaceId, topic, tab, ...(ids.size <= MAX_CHANGED_IDS && { ids: [...ids] }) });
}

/** All items of a plan, before and after. */
const itemsOf = <P extends PartRef>(changes: Plan<P>) =>
  changes.flatMap(({ before, after }) =>
    [...(before?.parts ?? []), ...after.parts].flatMap(({ id }) => id ?? []),
  );

const explainFolder =
  (folder: number | undefined) =>
  (error: { constraint?: string }): never => {
    if (error.constraint === 'posts_workspace_id_folder_id_fkey' && folder !== undefined)
      throw notFoundIn('folder', 'folder', folder);
    throw error;
  };

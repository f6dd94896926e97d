import { type bulkOperation, MAX_ITEMS } from '#contract/content/bulk.ts';
import type { Item } from '#contract/content/items.ts';
import type { Parsed, ResponseOf } from '#contract/http/endpoint.ts';
import { type Actor, requireErasing } from '../../../actor.ts';
import { BULK_TIMEOUTS } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { findMatching } from '../listing/listing.service.ts';
import * as posts from '../posts/posts.service.ts';

/** Of all texts together; 10,000 posts of 2,500 characters. */
const MAX_LENGTH = 25_000_000;

/** Operations on more items use the background pool: these are as fast as one. */
export const SMALL = 100;

type Body = Parsed<typeof bulkOperation>['body'];
type Locked = Awaited<ReturnType<typeof posts.lockManyPosts>>;
type Call = { ids: number[]; locked: Locked; params: Body['params'] };
type Operation = (tx: Transaction, actor: Actor, call: Call) => Promise<Item[]>;

/**
 * Operations that apply to the whole thread of an item (docs/domain/content.md, 'Bulk operations').
 */
const operations: Record<Body['operation'], Operation> = {
  delete: async (tx, actor, { ids, locked, params }) => {
    // Deleting permanently takes more than the capability to write: the trash can be restored.
    if (!params.soft_delete) requireErasing(actor);
    const homes = await posts.findHomes(tx, actor, ids);
    const plan = posts.planShared({ posts: locked, homes }, { do: 'trash', items: ids });
    const trashed = new Set(
      plan
        .filter((change) => change.trashed)
        .flatMap(({ after }) => after.parts.map(({ id }) => id)),
    );
    const gone = (await posts.apply(tx, actor, plan)).items.filter(({ id }) => trashed.has(id));
    if (!params.soft_delete) await posts.purgePosts(tx, actor, [...trashed] as number[]);
    return gone;
  },
  move: async (tx, actor, { locked, params }) => {
    const folder = params.folder_id as number;
    await posts.requireFolder(tx, actor, folder, 'folder_id');
    return changed(tx, actor, locked, { do: 'move', folder });
  },
  status_change: (tx, actor, { locked, params }) =>
    changed(tx, actor, locked, { do: 'status', status: params.status as Item['status'] }),
  archive: (tx, actor, { locked }) =>
    changed(tx, actor, locked, { do: 'status', status: 'archived' }),
  tag: async (tx, actor, { ids, locked, params }) => {
    const { add_tags: add, remove_tags: remove } = params;
    const whole = await posts.lockPosts(tx, actor, ids);
    return applied(tx, actor, locked, posts.plan({ posts: whole }, { do: 'tag', add, remove }));
  },
  duplicate: async (tx, actor, { ids, locked, params }) => {
    const { title_suffix: suffix, copy_tags: withTags, reset_status: resetStatus } = params;
    return (
      await posts.apply(tx, actor, posts.copy(locked, ids, { suffix, withTags, resetStatus }))
    ).items;
  },
};

/** Sets the folder or status of all these posts; unchanged ones are not written. */
const changed = (
  tx: Transaction,
  actor: Actor,
  locked: Locked,
  command: Parameters<typeof posts.planShared>[1],
) => applied(tx, actor, locked, posts.planShared({ posts: locked }, command));

/** Applies a plan, and returns the items of all these posts, those that it did not write too. */
async function applied<P extends posts.PartRef>(
  tx: Transaction,
  actor: Actor,
  locked: Locked,
  plan: posts.Plan<P>,
): Promise<Item[]> {
  const { items } = await posts.apply(tx, actor, plan);
  const written = new Set(items.map(({ id }) => id));
  const others = locked.flatMap(({ parts }) =>
    parts.flatMap(({ id }) => (written.has(id) ? [] : id)),
  );
  if (!others.length) return items;
  const unchanged = await posts.findItems(tx, actor, others);
  return [...items, ...unchanged.values()].toSorted((a, b) => a.id - b.id);
}

/**
 * Applies an operation to many items, all or nothing (docs/domain/content.md, 'Bulk operations').
 * @returns the items that were changed, created or deleted: the given ones, and the other parts of
 * their threads
 * @throws AppError 404 with the `item_ids` that do not exist, or for the folder; 400 where too many
 * match
 */
export function runBulkOperation(
  context: Transactional,
  actor: Actor,
  { operation, item_ids: named, filter, params }: Body,
): Promise<ResponseOf<typeof bulkOperation>> {
  const run = async (tx: Transaction) => {
    await posts.lockContent(tx, actor);
    // Evaluated under the lock, so that nobody can change the result.
    const ids = filter ? await findMatching(tx, actor, filter, MAX_ITEMS + 1) : [...new Set(named)];
    if (ids.length > MAX_ITEMS)
      throw invalid({ filter: [`More than ${MAX_ITEMS} items match: restrict the filter.`] });
    const locked = await posts.lockManyPosts(tx, actor, ids);
    assertNotTooLarge(locked);
    if (named) assertThere(ids, locked);
    const items = await operations[operation](tx, actor, { ids, locked, params });
    return { operation, count: items.length, items };
  };
  return transaction(context, run, BULK_TIMEOUTS);
}

/** @throws AppError 404 with the ids that are in none of these posts */
export function assertThere(
  ids: readonly number[],
  locked: readonly { parts: readonly { id: number }[] }[],
) {
  const there = new Set(locked.flatMap((post) => post.parts.map(({ id }) => id)));
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length) throw noItems(missing);
}

/**
 * The response contains every item: an operation with too large a response is refused.
 * @throws AppError 400
 */
export function assertNotTooLarge(locked: readonly { parts: readonly { length: number }[] }[]) {
  const length = locked.reduce(
    (sum, { parts }) => sum + parts.reduce((own, part) => own + part.length, 0),
    0,
  );
  if (length <= MAX_LENGTH) return;
  const message = `These items have ${length} characters in total, and one operation allows ${MAX_LENGTH}: select fewer at a time.`;
  throw invalid({ non_field_errors: [message] });
}

function noItems(ids: number[]) {
  const list = ids.join(', ');
  return new AppError(
    'not_found',
    404,
    `There ${ids.length === 1 ? 'is no item' : 'are no items'} ${list}.`,
    {
      extra: { item_ids: ids.map((id) => `There is no item ${id}.`) },
    },
  );
}

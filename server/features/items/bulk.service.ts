import { type bulkOperation, MOST_ITEMS } from '#contract/bulk.ts';
import type { AnswerOf, Parsed } from '#contract/endpoint.ts';
import type { Item } from '#contract/items.ts';
import { BULK_TIMEOUTS, type Database, type Executor } from '../../database/pool.ts';
import { transaction } from '../../database/transaction.ts';
import { AppError, invalid } from '../../errors.ts';
import { type Person, requireCapability } from '../../http/session.ts';
import * as sql from './bulk.sql.ts';
import { findItems } from './items.sql.ts';
import { purgeItems } from './items-write.sql.ts';
import { findMatching } from './listing.service.ts';
import * as items from './writing.service.ts';

/** Of all texts together; 10,000 posts of 2,500 characters. */
const MAX_LENGTH = 25_000_000;

type Body = Parsed<typeof bulkOperation>['body'];
type Locked = Awaited<ReturnType<typeof items.lockIds>>;
type Call = { ids: number[]; locked: Locked; params: Body['params'] };
type Operation = (tx: Executor, person: Person, call: Call) => Promise<Item[]>;

/** What is done to a part is done to its thread, too (design, section 6, 'Bulk'). */
const operations: Record<Body['operation'], Operation> = {
  delete: async (tx, person, { ids, locked, params }) => {
    // Gone for good is more than a member who writes may do: from the trash everything can be had back.
    if (!params.soft_delete) requireCapability(person.role, 'manage');
    const gone = await items.trashItems(tx, person, ids, locked);
    if (!params.soft_delete) await purgeItems(tx, { workspaceId: person.workspaceId, ids: gone.map(({ id }) => id) });
    return gone;
  },
  move: (tx, person, { locked, params }) => change(tx, person, locked, params.folder_id ?? null, null),
  status_change: (tx, person, { locked, params }) => change(tx, person, locked, null, params.status ?? null),
  archive: (tx, person, { locked }) => change(tx, person, locked, null, 'archived'),
  duplicate: async (tx, person, { ids, locked, params }) => {
    const { workspaceId, userId, ip } = person;
    // A copy may be approved or published from the beginning.
    const named = new Set(ids);
    const copied = locked.filter(({ id }) => named.has(id));
    if (!params.reset_status)
      for (const status of new Set(copied.map((item) => item.status)))
        await items.requireDecision(tx, person, 'draft', status, null, true);
    const copies = await sql.copyItems(tx, {
      workspaceId,
      userId,
      ip,
      ids,
      born: true,
      suffix: params.title_suffix,
      copyTags: params.copy_tags,
      resetStatus: params.reset_status,
    });
    await items.tellOf(tx, person, copies);
    return copies;
  },
};

async function change(
  tx: Executor,
  person: Person,
  locked: Locked,
  folder: number | null,
  status: Item['status'] | null,
) {
  const { workspaceId, userId, ip } = person;
  const ids = locked.map(({ id }) => id);
  if (status)
    for (const [before, those] of Map.groupBy(locked, (item) => item.status))
      await items.requireDecision(
        tx,
        person,
        before,
        status,
        those.map((item) => item.id),
      );
  const changed = new Set(
    (await sql.changeItems(tx, { workspaceId, userId, ip, ids, folder, status })).map(({ id }) => id),
  );
  const after = await findItems(tx, { workspaceId, ids });
  if (status)
    await items.tellOf(
      tx,
      person,
      after.filter(({ id }) => changed.has(id)),
    );
  return after;
}

/**
 * Does one thing to many items, all or nothing (section 7; design: 'Bulk').
 * @returns the items that were changed, made, or deleted: those named, and the parts of their threads that went along
 * @throws AppError 404 with the `item_ids` that are not there, or when the folder is not; 400 when too many match
 */
export function runBulkOperation(
  background: Database,
  person: Person,
  { operation, item_ids: named, filter, params }: Body,
): Promise<AnswerOf<typeof bulkOperation>> {
  const run = async (tx: Executor) => {
    await items.lockContent(tx, person);
    // What matches is found once nobody else can change it.
    const ids = filter ? await findMatching(tx, person.workspaceId, filter, MOST_ITEMS + 1) : [...new Set(named)];
    if (ids.length > MOST_ITEMS) throw invalid({ filter: [`More than ${MOST_ITEMS} items match: narrow the filter.`] });
    if (operation === 'move') await items.requireFolder(tx, person, params.folder_id as number, 'folder_id');
    const locked = await items.lockIds(tx, person, ids);
    requireAnswerable(locked);
    const there = new Set(locked.map(({ id }) => id));
    const missing = ids.filter((id) => !there.has(id));
    if (named && missing.length) throw noItems(missing);
    const changed = await operations[operation](tx, person, { ids: ids.filter((id) => there.has(id)), locked, params });
    return { operation, count: changed.length, items: changed };
  };
  return transaction(background, run, BULK_TIMEOUTS);
}

/** The answer holds every item: what cannot be answered is not begun. @throws AppError 400 */
function requireAnswerable(locked: Locked) {
  const length = locked.reduce((sum, item) => sum + item.length, 0);
  if (length <= MAX_LENGTH) return;
  const message = `These items hold ${length} characters, and one operation takes ${MAX_LENGTH}: name fewer at a time.`;
  throw invalid({ non_field_errors: [message] });
}

function noItems(ids: number[]) {
  const list = ids.join(', ');
  return new AppError('not_found', 404, `There ${ids.length === 1 ? 'is no item' : 'are no items'} ${list}.`, {
    extra: { item_ids: ids.map((id) => `There is no item ${id}.`) },
  });
}

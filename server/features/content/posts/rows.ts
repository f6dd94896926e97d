import {
  type PartText,
  TEXT_FIELDS,
  type TextFields,
  textFieldsOf,
} from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { type Changes, changesBetween } from '../../core/audit/audit.service.ts';
import {
  type Change,
  isKnown,
  type NewPart,
  type Part,
  type PartRef,
  type Plan,
  type Post,
} from './post.ts';

/** Turns a plan into rows: pure. */

/** A post after the change; `former` is its status before, where a transition is recorded. */
export type PostRow = {
  id: number;
  isNew: boolean;
  folder: number;
  status: Status;
  version: number;
  isThread: boolean;
  root: number;
  size: number;
  trash: boolean;
  former: Status | null;
  comment: string | null;
  decision: 'approved' | 'rejected' | null;
  /** The post whose pending review is copied to this one. */
  inherits: number | null;
  /** The pending review is withdrawn. */
  withdraws: boolean;
};

/**
 * An item after the change. Without `hasText` its text is unchanged. With an `action` it gets a
 * version of that name. `entry` names the audit entry; for 'create' and 'delete' the database
 * computes its `changes`.
 */
export type ItemRow = {
  id: number;
  isNew: boolean;
  post: number;
  position: number;
  version: number;
  action: string | null;
  entry: string | null;
  changes: Changes | null;
  describes: boolean;
  description: string | null;
  copyOf: number | null;
  suffix: string | null;
  withTags: boolean;
  hasText: boolean;
  /** Items whose words a new one has, and the principals of others. */
  wordsOf: readonly number[] | null;
  principals: readonly number[] | null;
  /** The version whose text it has again. */
  restored: number | null;
} & Record<keyof TextFields, unknown>;

/** Ids for new rows, in the order of the calls. */
export type Ids = { post: () => number; item: () => number };

const EMPTY: ItemRow = {
  id: 0,
  isNew: false,
  post: 0,
  position: 0,
  version: 1,
  action: null,
  entry: null,
  changes: null,
  describes: false,
  description: null,
  copyOf: null,
  suffix: null,
  withTags: true,
  hasText: false,
  wordsOf: null,
  principals: null,
  restored: null,
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, null])) as Record<
    keyof TextFields,
    null
  >),
};
/** The fields that each part has of its own. */
const PART_FIELDS: ReadonlySet<string> = new Set<keyof PartText>([
  'content',
  'network_texts',
  'media',
]);
const SHARED_FIELDS = ['folder', 'status', 'description'] as const;
const ALL_FIELDS = [...TEXT_FIELDS, ...SHARED_FIELDS] as const;

/** The number of ids that the rows of a plan need. */
export const countNew = <P extends PartRef>(plan: Plan<P>) => ({
  posts: plan.filter(({ before, home }) => !before && !home).length,
  items: plan.reduce(
    (sum, { after }) => sum + after.parts.filter((part) => !isKnown(part)).length,
    0,
  ),
});

/** The rows of changes that have an effect. */
export function rowsOf<P extends PartRef>(
  plan: Plan<P>,
  ids: Ids,
  unaudited: ReadonlySet<number> = new Set(),
): { posts: PostRow[]; items: ItemRow[] } {
  const origin = new Map<number, Post<P>>();
  for (const { before, from } of plan)
    for (const post of [from, before])
      for (const part of post?.parts ?? []) origin.set(part.id, post as Post<P>);
  const posts: PostRow[] = [];
  const items: ItemRow[] = [];
  for (const change of plan) {
    const rows = rowsOfChange(change, origin, ids);
    if (!rows) continue;
    posts.push(rows.post);
    items.push(
      ...rows.items.map((row) =>
        unaudited.has(row.id) && isOfText(row) ? { ...row, entry: null } : row,
      ),
    );
  }
  return { posts, items };
}

/** Whether nothing but the text changes. */
const isOfText = ({ entry, changes }: ItemRow) =>
  entry === 'update' && Object.keys(changes ?? {}).every((field) => PART_FIELDS.has(field));

function rowsOfChange<P extends PartRef>(
  change: Change<P>,
  origin: ReadonlyMap<number, Post<P>>,
  ids: Ids,
) {
  const { before, from, home, after, action, trashed = false, restored = false } = change;
  const { decision, words } = change;
  const post = before?.id ?? home?.id ?? ids.post();
  const partIds = after.parts.map((part) => part.id ?? ids.item());
  const root = partIds[0] ?? before?.parts[0]?.id ?? 0;
  const reordered = before !== null && before.parts.map(({ id }) => id).join() !== partIds.join();
  const differences = after.parts.map((part, position) =>
    part.id === undefined
      ? null
      : differenceOf(part, { position, root, change, was: origin.get(part.id) as Post<P> }),
  );
  const isAnother = differences.map(
    (difference) =>
      difference === null || difference.comesOrGoes || Object.keys(difference.changes).length > 0,
  );
  const changed = !before || reordered || restored || isAnother.includes(true);
  if (!changed && !trashed && !decision) return undefined;

  const former = Math.max(
    before?.version ?? home?.version ?? 0,
    ...after.parts.map((part) => (isKnown(part) ? part.version : 0)),
  );
  const version = trashed ? former : former + 1;
  const isShared =
    !before ||
    trashed ||
    restored ||
    before.folder !== after.folder ||
    before.status !== after.status ||
    before.isThread !== after.isThread ||
    reordered;
  const items = after.parts.flatMap((part, position): ItemRow[] => {
    const row = { ...EMPTY, id: partIds[position] as number, post, position };
    const difference = differences[position];
    // A new root has the version of the post: a client that read the thread with its former root is
    // stale.
    if (!difference)
      return [newItemRow(row, change, part as NewPart, position === 0 ? version : 1)];
    const known = part as P;
    const description = position === 0 ? after.description : null;
    const describes = 'description' in difference.changes;
    const own = { ...row, version: known.version, describes, description };
    const { changes: now } = difference;
    if (trashed) return [{ ...own, entry: action, ...(action === 'status' && { changes: now }) }];
    const isVersion = position === 0 ? changed : isAnother[position] === true;
    if (!isVersion && !isShared) return [];
    const changes: Changes =
      position === 0 && reordered
        ? {
            ...difference.changes,
            thread: { before: before.parts.map(({ id }) => id), after: partIds },
          }
        : difference.changes;
    const name =
      action === 'update' && Object.keys(changes).join() === 'status' ? 'status' : action;
    return [
      {
        ...own,
        ...(TEXT_FIELDS.some((field) => field in changes) && textOf(known as P & Part)),
        version: isVersion ? version : known.version,
        action: isVersion ? name : null,
        ...(isVersion &&
          words && { principals: words.principals ?? null, restored: words.restored ?? null }),
        ...((restored || Object.keys(changes).length > 0) && {
          entry: name === 'autosave' || name === 'assist' ? 'update' : name,
          changes,
        }),
      },
    ];
  });
  const formerStatus = before?.status ?? from?.status ?? 'draft';
  const becomes = formerStatus !== after.status;
  const row: PostRow = {
    id: post,
    isNew: !before && !home,
    folder: after.folder,
    status: after.status,
    version,
    isThread: after.isThread,
    root,
    size: partIds.length,
    trash: trashed,
    former: becomes && !decision ? formerStatus : null,
    comment: decision?.comment ?? change.comment ?? null,
    decision: decision?.state ?? null,
    inherits: from && !trashed && after.status === 'review' && !becomes ? from.id : null,
    withdraws: formerStatus === 'review' && !decision && (becomes || !partIds.length),
  };
  return { post: row, items };
}

/**
 * The differences of an item, including those of its post, and whether it joined or left a thread.
 */
function differenceOf<P extends PartRef>(
  part: P | Part,
  {
    position,
    root,
    change,
    was,
  }: { position: number; root: number; change: Change<P>; was: Post<P> },
) {
  const { before, after } = change;
  const [first] = was.parts as readonly [P, ...P[]];
  const former = was.parts.find(({ id }) => id === part.id) as P;
  const oldRoot = was.isThread ? first.id : null;
  const newRoot = after.isThread ? root : null;
  const comesOrGoes =
    oldRoot !== newRoot && (was !== before || oldRoot === null || newRoot === null);
  const shared = (
    { folder, status, description }: Pick<Post, 'folder' | 'status' | 'description'>,
    isRoot: boolean,
  ) => ({
    folder,
    status,
    description: isRoot ? description : null,
  });
  const changes = changesBetween(
    { ...(former as P & Part), ...shared(was, former === first) },
    { ...(part as P & Part), ...shared(after, position === 0) },
    // An identical object has the same text; it may have none at all.
    part === former ? SHARED_FIELDS : ALL_FIELDS,
  );
  return {
    comesOrGoes,
    changes: comesOrGoes
      ? { ...changes, thread_root: { before: oldRoot, after: newRoot } }
      : changes,
  };
}

function newItemRow<P extends PartRef>(
  row: ItemRow,
  { before, after, copy, words }: Change<P>,
  part: NewPart,
  version: number,
): ItemRow {
  const isRoot = row.position === 0;
  // What is added to a thread may be a piece of its other parts.
  const others = before?.parts.map(({ id }) => id) ?? words?.items ?? [];
  const wordsOf = 'copyOf' in part ? [part.copyOf] : others;
  return {
    ...row,
    isNew: true,
    ...(wordsOf.length > 0 && { wordsOf }),
    ...(words?.principals?.length && { principals: words.principals }),
    ...(isRoot && { describes: true, description: after.description }),
    ...('copyOf' in part
      ? { copyOf: part.copyOf, suffix: copy?.suffix ?? null, withTags: copy?.withTags ?? true }
      : textOf(part)),
    version,
    action: 'create',
    entry: 'create',
  };
}

const textOf = (part: TextFields) => ({
  hasText: true,
  ...textFieldsOf(part),
});

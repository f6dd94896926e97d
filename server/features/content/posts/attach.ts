import type { Attachment } from '#contract/attachments.ts';
import { emptyDetails, type PartText } from '#contract/content/items.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { notFoundIn } from '../../../errors.ts';
import type { Part, PartRef, Plan } from './post.ts';
import * as sql from './posts.sql.ts';

/** A file as a client names it: the rest is looked up. */
const isNamed = (entry: Attachment) => entry.hash === undefined;

const filesOf = (part: PartRef | object): readonly Attachment[] =>
  'media' in part ? (part as Part).media : [];

const isNaming = (part: PartRef | object) => filesOf(part).some(isNamed);

/** Whether a plan names files that are not looked up yet. */
export const namesFiles = <P extends PartRef>(plan: Plan<P>): boolean =>
  plan.some(({ after }) => after.parts.some(isNaming));

/**
 * Looks up the files that a plan names, so that what is stored says what they are. One that was
 * attached before, with the same alt text, stays as it was.
 * @throws AppError 404 where a file is not in the library
 */
export async function attach<P extends PartRef>(
  executor: Executor,
  { workspaceId, key }: Pick<Actor, 'workspaceId' | 'key'>,
  plan: Plan<P>,
): Promise<Plan<P>> {
  if (!namesFiles(plan)) return plan;
  const parts = plan.flatMap(({ after }) => after.parts);
  const before = new Map(
    plan.flatMap((change) =>
      (change.before?.parts ?? []).map((part) => [part.id, filesOf(part)] as const),
    ),
  );
  /** As it was attached to the part, or else to another one of these posts. */
  const known = (part: (typeof parts)[number], { file, alt }: Attachment) => {
    const own = part.id === undefined ? [] : (before.get(part.id) ?? []);
    const one =
      own.find((entry) => entry.file === file) ??
      [...before.values()].flat().find((entry) => entry.file === file);
    return one && (alt === undefined || alt === one.alt ? one : { ...one, alt });
  };
  const ids = parts.flatMap((part) =>
    filesOf(part)
      .filter((entry) => isNamed(entry) && !known(part, entry))
      .map(({ file }) => file),
  );
  const found = new Map(
    (ids.length
      ? await sql.findAttachments(executor, { workspaceId, ids, folders: key?.folders ?? null })
      : []
    ).map((file) => [file.file, file]),
  );
  const attached = (part: (typeof parts)[number], entry: Attachment): Attachment => {
    if (!isNamed(entry)) return entry;
    const same = known(part, entry);
    if (same) return same;
    const file = found.get(entry.file);
    if (!file) throw notFoundIn('media', 'file', entry.file);
    // Keys keep their order.
    return { ...file, alt: entry.alt ?? file.alt };
  };
  return plan.map((change) => ({
    ...change,
    after: {
      ...change.after,
      parts: change.after.parts.map((part) =>
        isNaming(part)
          ? { ...part, media: filesOf(part).map((entry) => attached(part, entry)) }
          : part,
      ),
    },
  }));
}

/**
 * Parts with what the library knows of the files that they name.
 * @throws AppError 404 where a file is not in it
 */
export async function attachFiles(
  executor: Executor,
  actor: Pick<Actor, 'workspaceId'>,
  parts: readonly PartText[],
): Promise<readonly PartText[]> {
  const texts = parts.map((part) => ({ ...part, ...emptyDetails }));
  const named = { folder: 0, status: 'draft', description: null, isThread: true } as const;
  const plan: Plan = [{ before: null, action: 'create', after: { ...named, parts: texts } }];
  const [change] = await attach(executor, actor, plan);
  return (change?.after.parts ?? []) as readonly PartText[];
}

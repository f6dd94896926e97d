import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/publications.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, notFound } from '../../../errors.ts';
import { announceOfPost, lockContent } from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import { resumeAfterwardsOf } from './afterwards/afterwards.sql.ts';
import * as sql from './changes.sql.ts';
import { requireDecision } from './decision.ts';
import { finishIfComplete } from './ending.ts';
import { requireLooked, requireNotThere } from './looked.ts';
import { isComplete } from './parts.sql.ts';
import { partsOf } from './parts.ts';
import {
  getPublication,
  type InWorkspace,
  type Publication,
  publicationsOf,
  type WithParts,
} from './reading.ts';
import { whereabouts } from './whereabouts.ts';

export {
  AFTERWARD_HELD,
  cancelAfterwardsOf,
  countHeldAfterwards,
} from './afterwards/afterwards.sql.ts';
export {
  addAfterwards,
  cancelAfterward,
  decideHeldAfterwards,
  insertAfterwards,
  listHeldAfterwards,
} from './afterwards/afterwards.ts';
export { requireProposed, wordsAfterwards, wordsAmong } from './beside.ts';
export type { When } from './changes.sql.ts';
export { lockPublication } from './changes.sql.ts';
export { findOffers, IS_OUTDATED, KNOWN, tieToSource } from './clearance/clearance.sql.ts';
export { lackingOf, listLacking, whatLacks, whyChanged } from './clearance/clearance.ts';
export { announce, cancelGone, finish, finishIfComplete, tell } from './ending.ts';
export { IS_HELD, IS_WAITING, NOT_HELD, STATE } from './holds.sql.ts';
export { latePublications } from './late.sql.ts';
export { markSent } from './parts.sql.ts';
export {
  type AttemptRecord,
  type PartRecord,
  partsOf,
  storeParts,
} from './parts.ts';
export { missingFile, problemsOf } from './preflight.ts';
export { findMediaSettings } from './publications.sql.ts';
export {
  getPublication,
  type Publication,
  proposalsOf,
  publicationsOf,
  publicationsOfPosts,
} from './reading.ts';
export { removeBelated } from './removal.sql.ts';
export { removeAll } from './removal.ts';
export { goOn, requireFit, takePresent } from './text.ts';
export { ENDS, NO_ID, UNKNOWN_ID } from './unknown-id.ts';
export { isUnknown, isUnknownSend, mayBeOut } from './whereabouts.ts';

export type Locked = Awaited<ReturnType<typeof lock>>;

/** @throws AppError 404 */
async function lock(tx: Executor, { workspaceId }: InWorkspace, id: number) {
  const [found] = await sql.lockPublication(tx, { workspaceId, id });
  if (!found) throw notFound('publication', id);
  return found;
}

/** Changes a publication under its lock, and records it; `first` locks what comes before. */
export function change(
  context: Transactional,
  person: Member,
  id: number,
  action: string,
  work: (tx: Transaction, found: Locked) => Promise<unknown>,
  first?: (tx: Executor) => Promise<unknown>,
): Promise<WithParts> {
  return transaction(context, async (tx) => {
    await first?.(tx);
    // Publications are locked after the content, to avoid deadlocks.
    await lockContent(tx, person);
    const found = await lock(tx, person, id);
    await work(tx, found);
    await recordChange(tx, person, action, id, found.root ?? undefined);
    if (found.post !== null) await announceOfPost(tx, person, 'publications', found.post);
    return getPublication(tx, person, id);
  });
}

export const recordChange = (
  tx: Executor,
  actor: Actor,
  action: string,
  objectId: number,
  contentItem: number | undefined,
) =>
  record(tx, actor, {
    action,
    objectType: 'publication',
    objectId,
    ...(contentItem !== undefined && { contentItem }),
  });

export const cannot = (what: string, { state }: Pick<Locked, 'state'>) =>
  new AppError('stale', 409, `A publication that is ${state} can’t be ${what}.`);

type Move = Parsed<typeof contract.movePublications>['body']['moves'][number];

/** The time of a publication that is moved, under the locks of its channel and the content. */
export type ResolveMove = (tx: Executor, found: Locked, at: Move['at']) => Promise<sql.When>;

/**
 * Moves publications, all or none.
 * @throws AppError 404; 403; 409 once one is being published, or where it has another time than was
 * seen
 */
export const move = (
  context: Transactional,
  person: Member,
  moves: readonly Move[],
  resolve: ResolveMove,
): Promise<Publication[]> =>
  transaction(context, async (tx) => {
    const { workspaceId } = person;
    const ids = moves.map(({ publication }) => publication);
    await sql.lockChannelsOf(tx, { workspaceId, ids });
    await lockContent(tx, person);
    for (const given of moves) await moveLocked(tx, person, given, resolve);
    return publicationsOf(tx, person, ids);
  });

/** The same for one of them, under the locks of its channel and the content. */
export async function moveLocked(
  tx: Transaction,
  person: Member,
  { publication: id, at, seen, sent }: Move,
  resolve: ResolveMove,
): Promise<void> {
  const { workspaceId, userId } = person;
  const found = await lock(tx, person, id);
  requireDecision(person, found);
  if ((await whereaboutsOf(tx, person, found)) !== 'nowhere') requireWaiting(found);
  requireSeen(found, seen);
  await requireNotThere(tx, person, found, sent);
  await sql.move(tx, { workspaceId, userId, id, ...(await resolve(tx, found, at)) });
  await recordChange(tx, person, 'move', id, found.root ?? undefined);
  if (found.post !== null) await announceOfPost(tx, person, 'publications', found.post);
}

/**
 * Cancels what waits for its time, under the same locks.
 * @throws AppError 404; 409 once it is being published
 */
export async function cancelLocked(tx: Transaction, person: Member, id: number): Promise<void> {
  const { workspaceId, userId } = person;
  const found = await lock(tx, person, id);
  if ((await whereaboutsOf(tx, person, found)) !== 'nowhere') requireWaiting(found);
  const [complete] = await isComplete(tx, { id });
  if (complete?.is_complete) throw cannot('cancelled', { state: 'published' });
  await sql.cancel(tx, { workspaceId, id, userId });
  await recordChange(tx, person, 'cancel', id, found.root ?? undefined);
  if (found.post !== null) await announceOfPost(tx, person, 'publications', found.post);
}

/**
 * Decides about what a pause held and may be there, under the same locks: it is sent again to find
 * out, or a person says whether it is there.
 */
export async function decideUnknown(
  tx: Transaction,
  person: Member,
  id: number,
  goes: boolean,
): Promise<void> {
  const { workspaceId } = person;
  const found = await lock(tx, person, id);
  await sql.goOnUnknown(tx, { workspaceId, id, goes });
  await recordChange(tx, person, goes ? 'retry' : 'stop', id, found.root ?? undefined);
  if (found.post !== null) await announceOfPost(tx, person, 'publications', found.post);
}

/** @throws AppError 409 */
function requireWaiting(found: Locked) {
  const { state, reason } = found;
  if (state === 'scheduled' || state === 'proposed') return;
  if (reason !== 'late' && reason !== 'changed') throw cannot('moved', found);
}

/** @throws AppError 409 with the `current` time */
export function requireSeen(
  { due_at: due, moved_by: by }: Pick<Locked, 'due_at' | 'moved_by'>,
  seen: string | undefined,
) {
  if (seen === undefined || Date.parse(seen) === Date.parse(due)) return;
  const detail = `${by ?? 'Someone'} moved this post in the meantime. Their change was kept.`;
  throw new AppError('stale', 409, detail, { extra: { current: { due_at: due } } });
}

/**
 * Cancels what is not being published yet, or leaves as it is what has stopped or only waits.
 * @param sent what a person saw at the network, where it may be there
 * @throws AppError 404; 409 while the network is called, or where it is not known what is published
 */
export async function cancel(
  context: Transactional,
  person: Member,
  id: number,
  sent?: boolean,
): Promise<void> {
  const action = 'cancel';
  const { workspaceId, userId } = person;
  const lockChannel = (tx: Executor) => sql.lockChannelsOf(tx, { workspaceId, ids: [id] });
  const work = async (tx: Transaction, found: Locked) => {
    requireDecision(person, found);
    const isEnded = found.state === 'published' || found.state === 'cancelled';
    if (isEnded || (await whereaboutsOf(tx, person, found)) === 'maybe')
      throw cannot('cancelled', found);
    if (await requireLooked(tx, person, found, sent)) {
      await recordChange(tx, person, sent ? 'confirm' : 'deny', id, found.root ?? undefined);
      // All of it is there: nothing is left to leave.
      if (await finishIfComplete(tx, { workspace: workspaceId }, found)) return;
    }
    const [complete] = await isComplete(tx, { id });
    if (complete?.is_complete) throw cannot('cancelled', { state: 'published' });
    await sql.cancel(tx, { workspaceId, id, userId });
  };
  await change(context, person, id, action, work, lockChannel);
}

/** Whether some of a publication may be at the network unbeknown. */
export const mayBeThere = async (tx: Executor, person: InWorkspace, id: number) =>
  whereabouts(await partsOf(tx, person, id)) === 'maybe';

/** Where a publication is that was begun and not finished. */
const whereaboutsOf = async (tx: Executor, person: InWorkspace, { id, state }: Locked) =>
  state === 'publishing' ? whereabouts(await partsOf(tx, person, id)) : undefined;

/** Continues what stopped because the access to a channel was revoked. */
export async function continueChannel(
  tx: Transaction,
  actor: Member,
  channel: number,
): Promise<void> {
  const { workspaceId } = actor;
  await resumeAfterwardsOf(tx, { workspaceId, channel });
  const resumed = await sql.resumeChannel(tx, { workspaceId, channel });
  if (!resumed.length) return;
  tx.announce({ workspaceId, topic: 'publications', tab: actor.tab });
}

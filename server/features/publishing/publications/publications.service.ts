import type { PartText } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { networks } from '#contract/networks/networks.ts';
import { checkParts, errorsIn, partsFor } from '#contract/publishing/checks.ts';
import type * as contract from '#contract/publishing/publications.ts';
import { type Actor, type Member, may } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { keysetPage, type Page } from '../../../pages.ts';
import { slices } from '../../../turns.ts';
import {
  announceOfPost,
  authorizePublishing,
  findMissingFiles,
  lockContent,
  lockPost,
} from '../../content/posts/posts.service.ts';
import { record } from '../../core/audit/audit.service.ts';
import { type Adapters, NetworkError, type Session } from '../../networks/networks.service.ts';
import { getAccount, getChannel, withSession } from '../channels/channels.service.ts';
import { firstFree } from './delivery.ts';
import { finishIfComplete, missingFile } from './outcome.ts';
import { partsOf, storeParts } from './parts.ts';
import * as sql from './publications.sql.ts';
import { isComplete } from './publisher.sql.ts';

export type Publication = contract.Publication;
type WithParts = contract.PublicationWithParts;
type InWorkspace = Pick<Actor, 'workspaceId'>;
type Calling = Transactional & Pick<AppContext, 'clock' | 'secrets'> & { adapters: Adapters };
/** Later than any time of a publication. */
const LATEST = { time: 253_402_300_799_000, id: Number.MAX_SAFE_INTEGER };
/** The maximum number of things to do that are listed. */
const MAX_THINGS = 100;
/** The id of a part that a person has seen without saying which post it is. */
const UNKNOWN_ID = 'confirmed';
/** How long a call of a network may take: the person waits. */
const CALL_MS = 20_000;

/** In the order of the ids. */
export async function publicationsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  ids: readonly number[],
): Promise<Publication[]> {
  const found = await sql.findPublications(executor, { workspaceId, ids: [...ids] });
  const byId = new Map(found.map((publication) => [publication.id, publication]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What an approval of posts lets go out: proposed, or scheduled before. By post. */
export async function proposalsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  posts: readonly number[],
): Promise<Map<number, Publication[]>> {
  const rows = await sql.listProposals(executor, { workspaceId, posts: [...posts] });
  return Map.groupBy(rows, ({ post }) => post as number);
}

/** A page of publications, the latest first. */
export async function listPublications(
  executor: Executor,
  { workspaceId }: InWorkspace,
  query: Parsed<typeof contract.listPublications>['query'],
): Promise<Page<Publication>> {
  const { cursor, page_size: size } = query;
  const filters = {
    workspaceId,
    from: query.from ?? null,
    to: query.to ?? null,
    states: query.state ?? null,
    channel: query.channel ?? null,
    item: query.item ?? null,
  };
  const backward = cursor?.startsWith('a') ?? false;
  const [time = 0, id = 0] = cursor?.slice(1).split('_').map(Number) ?? [];
  const from = cursor ? { time, id } : LATEST;
  const list = backward ? sql.listAfter : sql.listBefore;
  const rows = await list(executor, { ...filters, ...from, limit: size + 1 });
  const [counted] = await sql.countPublications(executor, filters);
  const cursorOf = ({ due_at, id }: Publication, before: boolean) =>
    `${before ? 'a' : 'b'}${Date.parse(due_at)}_${id}`;
  return {
    count: Number(counted?.count ?? 0),
    ...keysetPage(rows, { size, backward, isNotFirst: cursor !== undefined, cursorOf }),
  };
}

/** @throws AppError 404 */
export async function getPublication(
  executor: Executor,
  { workspaceId }: InWorkspace,
  id: number,
): Promise<WithParts> {
  const [found] = await sql.findPublication(executor, { workspaceId, id });
  if (!found) throw notFound('publication', id);
  return { ...found, content: await sql.listParts(executor, { workspaceId, id }) };
}

type Locked = Awaited<ReturnType<typeof lock>>;

/** @throws AppError 404 */
async function lock(tx: Executor, { workspaceId }: InWorkspace, id: number) {
  const [found] = await sql.lockPublication(tx, { workspaceId, id });
  if (!found) throw notFound('publication', id);
  return found;
}

/** Changes a publication under its lock, and records it; `first` locks what comes before. */
function change(
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

const cannot = (what: string, { state }: Pick<Locked, 'state'>) =>
  new AppError('stale', 409, `A publication that is ${state} can’t be ${what}.`);

/** A proposal may be changed by everybody who writes. @throws AppError 403 */
function requireDecision(person: Member, { state }: Locked) {
  if (state === 'proposed' || may(person, 'decide')) return;
  throw new AppError('forbidden', 403, 'Only members who can publish may change scheduled posts.');
}

type Move = Parsed<typeof contract.movePublications>['body']['moves'][number];
/** The time of a publication that is moved, under the locks of its channel and the content. */
type Resolve = (tx: Executor, found: Locked, at: Move['at']) => Promise<sql.When>;

/**
 * Moves publications, all or none.
 * @throws AppError 404; 403; 409 once one is being published, or where it has another time than was
 * seen
 */
export const move = (
  context: Transactional,
  person: Member,
  moves: readonly Move[],
  resolve: Resolve,
): Promise<Publication[]> =>
  transaction(context, async (tx) => {
    const { workspaceId, userId } = person;
    const ids = moves.map(({ publication }) => publication);
    await sql.lockChannelsOf(tx, { workspaceId, ids });
    await lockContent(tx, person);
    for (const { publication: id, at, seen } of moves) {
      const found = await lock(tx, person, id);
      requireDecision(person, found);
      requireWaiting(found);
      requireSeen(found, seen);
      await sql.move(tx, { workspaceId, userId, id, ...(await resolve(tx, found, at)) });
      await recordChange(tx, person, 'move', id, found.root ?? undefined);
      if (found.post !== null) await announceOfPost(tx, person, 'publications', found.post);
    }
    return publicationsOf(tx, person, ids);
  });

/** @throws AppError 409 */
function requireWaiting(found: Locked) {
  const { state, reason } = found;
  if (state === 'scheduled' || state === 'proposed') return;
  if (reason !== 'late' && reason !== 'changed') throw cannot('moved', found);
}

/** @throws AppError 409 */
export function requireSeen(
  { due_at: due, moved_by: by }: Pick<Locked, 'due_at' | 'moved_by'>,
  seen: string | undefined,
) {
  if (seen === undefined || Date.parse(seen) === Date.parse(due)) return;
  const detail = `${by ?? 'Somebody'} moved this post in the meantime. Their change was kept.`;
  throw new AppError('stale', 409, detail);
}

/**
 * Cancels what is not being published yet, or leaves as it is what has stopped or only waits.
 * @throws AppError 404; 409 while the network is called, or where it is not known what is published
 */
export async function cancel(context: Transactional, person: Member, id: number): Promise<void> {
  const action = 'cancel';
  const { workspaceId, userId } = person;
  const lockChannel = (tx: Executor) => sql.lockChannelsOf(tx, { workspaceId, ids: [id] });
  const work = async (tx: Transaction, found: Locked) => {
    requireDecision(person, found);
    const isWaiting = found.state === 'publishing' && !(await isUnderWay(tx, person, id));
    if (!isWaiting && !['proposed', 'scheduled', 'stopped'].includes(found.state))
      throw cannot('cancelled', found);
    const [complete] = await isComplete(tx, { id });
    if (complete?.is_complete) throw cannot('cancelled', { state: 'published' });
    await sql.cancel(tx, { workspaceId, id, userId });
  };
  await change(context, person, id, action, work, lockChannel);
}

/** Whether the network is being called, or may have published a part unbeknown. */
async function isUnderWay(tx: Executor, person: InWorkspace, id: number): Promise<boolean> {
  const { workspaceId } = person;
  const parts = await partsOf(tx, person, id);
  return (
    (await sql.isCalled(tx, { workspaceId, id })).length > 0 ||
    firstFree(parts) > parts.filter(({ isSent }) => isSent).length
  );
}

/**
 * Continues with the part that failed. Parts that are not published yet get the present text, which
 * the caller must be allowed to publish; `asScheduled`: they keep the text that was scheduled.
 * @throws AppError 404; 409 where it is not stopped; 403
 */
export const retry = (context: Transactional, person: Member, id: number, asScheduled = false) =>
  change(context, person, id, 'retry', async (tx, found) => {
    if (found.state !== 'stopped' || found.reason === 'unknown') throw cannot('retried', found);
    const { workspaceId } = person;
    if (asScheduled) {
      if (found.reason !== 'changed') throw cannot('published as it was scheduled', found);
      const [allowed] = await sql.isScheduledTextAllowed(tx, { workspaceId, id });
      if (!allowed)
        throw new AppError('forbidden', 403, 'The text that was scheduled was never approved.');
      const [scheduled] = await sql.findScheduled(tx, { workspaceId, id });
      const text = scheduled?.text ?? [];
      await requireFit(tx, person, id, { items: text });
      const { network, parts } = await partsOfText(tx, person, id, text);
      const begun = await partsOf(tx, person, id);
      await storeParts(tx, { workspaceId, id, begun }, network, parts);
    } else if (found.root !== null) {
      const post = await lockPost(tx, person, found.root);
      await authorizePublishing(tx, person, post);
      await requireFit(tx, person, id, post);
      await sql.setText(tx, { workspaceId, id, version: post.version });
      const { network, parts } = await partsOfText(tx, person, id, post.items);
      // What was never begun is stored when it is due.
      const begun = await partsOf(tx, person, id);
      if (begun.length) await storeParts(tx, { workspaceId, id, begun }, network, parts);
    }
    await goOn(tx, person, found);
  });

/** Continues a publication, or finishes it where everything is out. */
async function goOn(tx: Transaction, { workspaceId }: Member, found: Locked) {
  const { id, post, root, created_by } = found;
  const isFinished = await finishIfComplete(
    tx,
    { workspace: workspaceId },
    { id, post, root, created_by },
  );
  if (!isFinished) await sql.resume(tx, { workspaceId, id });
}

/** The parts of a text as the network of a publication gets them. */
async function partsOfText(
  tx: Executor,
  person: InWorkspace,
  id: number,
  text: readonly (PartText & { language?: string | null })[],
) {
  const { channel, options } = await getPublication(tx, person, id);
  return { network: channel.network, parts: partsFor(text, channel.network, options) };
}

/** @throws AppError 400 where a part does not fit: it would be refused again */
async function requireFit(
  tx: Executor,
  person: InWorkspace,
  id: number,
  { items }: { items: readonly PartText[] },
): Promise<void> {
  const { channel, options } = await getPublication(tx, person, id);
  const { network, limits } = await getChannel(tx, person, channel.id);
  const [settings] = await sql.findMediaSettings(tx, { channel: channel.id });
  const parts = partsFor(items, network, options);
  const { findings } = await checkParts(network, limits, parts, options, {
    ...settings,
    breathe: slices(),
  });
  const errors = errorsIn(findings);
  const missing = (await findMissingFiles(tx, person, items)).map(missingFile);
  const all = [...errors.map(({ text }) => text), ...missing];
  if (all.length) throw invalid({ non_field_errors: all.map((text) => `${text}.`) });
}

/**
 * Stores what a person saw at the network, and continues.
 * @throws AppError 404; 409 where the outcome is known; 400 where parts follow, and nobody knows
 * what they reply to
 */
export async function resolve(
  context: Calling,
  person: Member,
  id: number,
  { sent, url, remote_id }: Parsed<typeof contract.resolvePublication>['body'],
): Promise<WithParts> {
  // What a reply to it needs beside the id, where the network can be asked.
  const latest = sent && remote_id ? await listLatest(context, person, id) : [];
  const seen = latest.find((post) => post.id === remote_id);
  return change(context, person, id, sent ? 'confirm' : 'deny', async (tx, found) => {
    if (found.reason !== 'unknown') throw cannot('resolved', found);
    const { workspaceId, userId } = person;
    const outcome = sent ? 'sent' : 'absent';
    const [reported] = await sql.report(tx, { workspaceId, id, userId, outcome });
    if (!reported) throw cannot('resolved', found);
    if (sent) {
      const { parts } = await getPublication(tx, person, id);
      const remoteId = remote_id ?? url;
      if (remoteId === undefined && reported.position + 1 < parts)
        throw invalid({
          url: ['Choose the post, or give its link: the parts that follow reply to it.'],
        });
      const extra = seen?.extra === undefined ? null : JSON.stringify(seen.extra);
      const link = url ?? seen?.url ?? null;
      const known = remoteId ?? UNKNOWN_ID;
      await sql.markSent(tx, { id, ...reported, remoteId: known, url: link, extra });
    }
    await goOn(tx, person, found);
  });
}

/** Continues what stopped because the access to a channel was revoked. */
export async function continueChannel(
  tx: Transaction,
  actor: Member,
  channel: number,
): Promise<void> {
  const { workspaceId } = actor;
  const resumed = await sql.resumeChannel(tx, { workspaceId, channel });
  if (!resumed.length) return;
  tx.announce({ workspaceId, topic: 'publications', tab: actor.tab });
}

/** Calls the network of a publication, on behalf of its channel. */
async function callNetwork<Result>(
  context: Calling,
  person: Member,
  channel: number,
  call: (
    adapter: Adapters[keyof Adapters],
    session: Session,
    signal: AbortSignal,
  ) => Promise<Result>,
): Promise<Result> {
  const account = await getAccount(context.database, person, channel);
  const adapter = context.adapters[account.network];
  const signal = AbortSignal.timeout(CALL_MS);
  return withSession(context, account, signal, (session) => call(adapter, session, signal));
}

/** @throws AppError 409 where the network does not offer it */
function requireRemove({ network, remove }: Adapters[keyof Adapters]) {
  if (remove) return remove;
  const { name } = networks[network];
  throw new AppError('stale', 409, `${name} lets nobody delete posts through its API.`);
}

const unavailable = (error: unknown) => {
  if (!(error instanceof NetworkError)) throw error;
  return new AppError('unavailable', 503, `${error.message}.`);
};

/** @throws AppError 404; 503 where the network does not respond */
export async function listLatest(context: Calling, person: Member, id: number) {
  const { channel } = await getPublication(context.database, person, id);
  return callNetwork(context, person, channel.id, (adapter, session, signal) =>
    adapter.latest(session, signal),
  ).catch((error) => {
    throw unavailable(error);
  });
}

/**
 * Deletes at the network what was published, the last part first. What was deleted before a failure
 * stays deleted; it can be repeated.
 * @throws AppError 404; 409 while it is being published; 503 with the reason of the network
 */
export async function removeRemote(
  context: Calling,
  person: Member,
  id: number,
): Promise<WithParts> {
  const { database } = context;
  const { userId, workspaceId } = person;
  // First: nothing continues while it is being deleted.
  const { channel } = await change(context, person, id, 'delete_remote', async (tx, found) => {
    if (!['published', 'stopped', 'cancelled'].includes(found.state))
      throw cannot('deleted at the network', found);
    requireRemove(context.adapters[(await getPublication(tx, person, id)).channel.network]);
    await sql.cancel(tx, { workspaceId, id, userId });
  });
  for (const { position, ...sent } of await sql.listSent(database, { id })) {
    const outcome = { id, position, userId, code: null, detail: null };
    try {
      // A person said that it is there, and not which post it is.
      if (sent.id === UNKNOWN_ID || sent.id === sent.url)
        throw new NetworkError('rejected', 'unknown_id', 'Its id isn’t known: delete it there');
      await callNetwork(context, person, channel.id, (adapter, session, signal) =>
        requireRemove(adapter)({ ...sent, extra: sent.extra ?? undefined }, session, signal),
      );
    } catch (error) {
      const failed = unavailable(error);
      const { kind, code, message } = error as NetworkError;
      await sql.recordRemoval(database, { ...outcome, outcome: kind, code, detail: message });
      throw failed;
    }
    await sql.recordRemoval(database, { ...outcome, outcome: 'removed' });
  }
  return getPublication(database, person, id);
}

/** What needs a person, the latest first, and how much of it there is for each reason. */
export async function listAttention(
  executor: Executor,
  { workspaceId }: InWorkspace,
  { channel, reason }: Parsed<typeof contract.listAttention>['query'],
) {
  const counts = await sql.countThings(executor, { workspaceId });
  const things = await sql.listThings(executor, {
    workspaceId,
    channel: channel ?? null,
    reason: reason ?? null,
    limit: MAX_THINGS,
  });
  const latest = things.map(({ ids }) => ids[0] as number);
  const publications = new Map(
    (await publicationsOf(executor, { workspaceId }, latest)).map((publication) => [
      publication.id,
      publication,
    ]),
  );
  return {
    reasons: counts.map(({ reason: name, count }) => ({ reason: name, count })),
    publications: counts.reduce((sum, count) => sum + count.publications, 0),
    results: things.flatMap((thing) => {
      const publication = publications.get(thing.ids[0] as number);
      return publication ? [{ ...thing, count: Number(thing.count), publication }] : [];
    }),
  };
}

/** The number of things to do, for the sidebar; 100 at most. */
export async function countAttention(executor: Executor, { workspaceId }: InWorkspace) {
  const counts = await sql.countThings(executor, { workspaceId });
  return {
    count: Math.min(
      counts.reduce((sum, { count }) => sum + count, 0),
      MAX_THINGS,
    ),
  };
}

import { createHash } from 'node:crypto';
import type { Parsed } from '#contract/endpoint.ts';
import { type ChannelNetwork, fits, networks } from '#contract/networks.ts';
import type * as contract from '#contract/publications.ts';
import type { Actor, Member } from '../../actor.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transaction, type Transactional, transaction } from '../../database/transaction.ts';
import { AppError, ifThere, invalid, notFound, notFoundIn } from '../../errors.ts';
import { keysetPage, type Page } from '../../pages.ts';
import { record } from '../audit/audit.service.ts';
import { getChannel } from '../channels/channels.service.ts';
import {
  announceOfPost,
  authorizePublishing,
  lockContent,
  lockPost,
} from '../posts/posts.service.ts';
import { nextStep } from './delivery.ts';
import * as sql from './publications.sql.ts';

type Publication = contract.Publication;
type WithParts = contract.PublicationWithParts;
type InWorkspace = Pick<Actor, 'workspaceId'>;

const MINUTE_MS = 60_000;
/** Later than any time of a publication. */
const LATEST = { time: 253_402_300_799_000, id: Number.MAX_SAFE_INTEGER };

/**
 * Schedules the post of an item on channels: all or none. With a known `key`, the response of the
 * first request with it is returned.
 * @throws AppError 404; 403 where the text is not approved; 400 where it does not fit; 409
 */
export function publish(
  context: Transactional,
  person: Member,
  item: number,
  { channels, at = null }: Parsed<typeof contract.publishItem>['body'],
  key?: string,
): Promise<Publication[]> {
  const { workspaceId, userId } = person;
  const hash = createHash('sha256')
    .update(JSON.stringify([item, channels, at]))
    .digest();
  return transaction(context, async (tx) => {
    const post = await lockPost(tx, person, item);
    if (key !== undefined) {
      const [known] = await sql.findResponse(tx, { workspaceId, userId, key });
      if (known && !known.request_hash.equals(hash))
        throw invalid({ non_field_errors: ['This Idempotency-Key belongs to another request.'] });
      if (known) return publicationsOf(tx, person, known.response.ids);
    }
    requireFuture(at);
    await authorizePublishing(tx, person, post);
    /** The position of the first part that is too long, by network; -1 where all fit. */
    const tooLong = new Map<ChannelNetwork, number>();
    const ids: number[] = [];
    for (const id of new Set(channels)) {
      const channel = await getChannel(tx, person, id).catch(ifThere);
      if (!channel) throw notFoundIn('channels', 'channel', id);
      if (channel.state !== 'connected')
        throw invalid({ channels: [`${channel.handle} has to be connected again first.`] });
      const { network } = channel;
      const long =
        tooLong.get(network) ?? post.items.findIndex(({ content }) => !fits(content, network));
      tooLong.set(network, long);
      if (long >= 0)
        throw invalid({
          channels: [`Part ${long + 1} is too long for ${networks[network].name}.`],
        });
      const { version } = post;
      const given = { workspaceId, userId, post: post.id, channel: id, at, version };
      const [created] = await sql.insertPublication(tx, given);
      if (!created)
        throw new AppError(
          'stale',
          409,
          `This post is already scheduled, or being published, on ${channel.handle}.`,
        );
      ids.push(created.id);
      await recordChange(tx, person, 'schedule', created.id, post.items[0]?.id);
    }
    if (key !== undefined) {
      const response = JSON.stringify({ ids });
      await sql.keepResponse(tx, { workspaceId, userId, key, hash, response });
    }
    await announceOfPost(tx, person, 'content', post.id);
    return publicationsOf(tx, person, ids);
  });
}

/** @throws AppError 400; the clock of the caller may be a minute slow */
function requireFuture(at: string | null) {
  if (at !== null && Date.parse(at) < Date.now() - MINUTE_MS)
    throw invalid({ at: ['This time has passed.'] });
}

async function publicationsOf(
  executor: Executor,
  { workspaceId }: InWorkspace,
  ids: readonly number[],
): Promise<Publication[]> {
  const found = [];
  for (const id of ids) found.push(...(await sql.findPublication(executor, { workspaceId, id })));
  return found;
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

/** Changes a publication under its lock, and records it. */
function change(
  context: Transactional,
  person: Member,
  id: number,
  action: string,
  work: (tx: Transaction, found: Locked) => Promise<unknown>,
): Promise<WithParts> {
  return transaction(context, async (tx) => {
    // Publications are locked after the content, to avoid deadlocks.
    await lockContent(tx, person);
    const found = await lock(tx, person, id);
    await work(tx, found);
    await recordChange(tx, person, action, id, found.root ?? undefined);
    if (found.post !== null) await announceOfPost(tx, person, 'content', found.post);
    return getPublication(tx, person, id);
  });
}

const recordChange = (
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

const cannot = (what: string, { state }: Locked) =>
  new AppError('stale', 409, `A publication that is ${state} can’t be ${what}.`);

/** @throws AppError 404; 409 once it is being published */
export const move = (context: Transactional, person: Member, id: number, at: string | null) =>
  change(context, person, id, 'move', async (tx, found) => {
    const isWaiting =
      found.state === 'scheduled' || found.reason === 'late' || found.reason === 'changed';
    if (!isWaiting) throw cannot('moved', found);
    requireFuture(at);
    await sql.move(tx, { workspaceId: person.workspaceId, id, at });
  });

/** @throws AppError 404; 409 once it is being published */
export async function cancel(context: Transactional, person: Member, id: number): Promise<void> {
  await change(context, person, id, 'cancel', async (tx, found) => {
    if (found.state !== 'scheduled' && found.state !== 'stopped') throw cannot('cancelled', found);
    await sql.cancel(tx, { workspaceId: person.workspaceId, id });
  });
}

/**
 * Continues with the part that failed. Parts that are not published yet get the present text, which
 * the caller must be allowed to publish.
 * @throws AppError 404; 409 where it is not stopped; 403
 */
export const retry = (context: Transactional, person: Member, id: number) =>
  change(context, person, id, 'retry', async (tx, found) => {
    if (found.state !== 'stopped' || found.reason === 'unknown') throw cannot('retried', found);
    const { workspaceId } = person;
    if (found.root !== null) {
      const post = await lockPost(tx, person, found.root);
      await authorizePublishing(tx, person, post);
      await sql.setText(tx, { workspaceId, id, version: post.version });
      const keep = nextStep(await partsOf(tx, person, id)).do === 'find';
      await sql.refreeze(tx, { workspaceId, id, keep });
    }
    await sql.resume(tx, { workspaceId, id });
  });

/**
 * Stores what a person saw at the network, and continues.
 * @throws AppError 404; 409 where the outcome is known
 */
export const resolve = (
  context: Transactional,
  person: Member,
  id: number,
  { sent, url, remote_id }: Parsed<typeof contract.resolvePublication>['body'],
) =>
  change(context, person, id, sent ? 'confirm' : 'deny', async (tx, found) => {
    if (found.reason !== 'unknown') throw cannot('resolved', found);
    const { workspaceId, userId } = person;
    const outcome = sent ? 'sent' : 'absent';
    const [reported] = await sql.report(tx, { workspaceId, id, userId, outcome });
    if (!reported) throw cannot('resolved', found);
    const remoteId = remote_id ?? url ?? 'confirmed';
    if (sent) await sql.markSent(tx, { id, ...reported, remoteId, url: url ?? null });
    await sql.resume(tx, { workspaceId, id });
  });

const partsOf = async (tx: Executor, { workspaceId }: InWorkspace, id: number) =>
  (await sql.listParts(tx, { workspaceId, id })).map(({ position, sent_at, attempts }) => ({
    position,
    isSent: sent_at !== null,
    attempts,
  }));

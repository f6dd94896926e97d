import { networksWith, replyFits, replyLimit, whyNot } from '#contract/networks/afterward-rules.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { networks } from '#contract/networks/networks.ts';
import {
  type Afterward,
  type GivenAfterward,
  MAX_AFTERWARDS,
} from '#contract/publishing/afterwards.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { Member } from '../../../../actor.ts';
import type { Executor } from '../../../../database/pool.ts';
import type { Transaction, Transactional } from '../../../../database/transaction.ts';
import { transaction } from '../../../../database/transaction.ts';
import { AppError, ifThere, invalid, notFound } from '../../../../errors.ts';
import {
  actingFor,
  announceOfPost,
  lockContent,
  preventsSelfApproval,
} from '../../../content/posts/posts.service.ts';
import { record } from '../../../core/audit/audit.service.ts';
import { getChannel } from '../../channels/channels.service.ts';
import { requireProposed, wordsAfterwards } from '../beside.ts';
import { lockPublication } from '../changes.sql.ts';
import { requireDecision } from '../decision.ts';
import { ENDS } from '../unknown-id.ts';
import * as sql from './afterwards.sql.ts';

/** What is done with publications afterwards, as people add, cancel and continue it. */

const refused = (text: string) => invalid({ afterwards: [`${text}.`] });

function requireReplyFits({ network, limits }: Channel, text: string): void {
  if (/\{\{[^{}]*\}\}/.test(text)) throw refused('The reply has a variable that nothing fills in');
  if (!replyFits(text, network, limits))
    throw refused(
      `The reply is longer than ${NETWORK_NAMES[network]} takes (${replyLimit(network, limits)})`,
    );
}

/** The account that reposts. @throws AppError 400 */
async function actorOf(
  tx: Transaction,
  person: Member,
  channel: Channel,
  given: GivenAfterward,
): Promise<number> {
  if (given.kind !== 'repost' || given.channel === undefined || given.channel === channel.id)
    return channel.id;
  const other = await getChannel(tx, person, given.channel).catch(ifThere);
  if (!other) throw refused(`There is no channel ${given.channel}`);
  if (other.network !== channel.network)
    throw refused(`${other.handle} isn’t on ${NETWORK_NAMES[channel.network]}, as the post is`);
  if (networks[channel.network].afterwards.withinServer && other.server !== channel.server)
    throw refused(`${other.handle} is on another server than ${channel.handle}`);
  return other.id;
}

/**
 * Adds what is done with a publication of a channel, under the lock of the content.
 * @param given `state`: whether it waits for its time, or for a person; `byRule`: nobody is named, and these have written what it says
 * @throws AppError 400; 403
 */
export async function insertAfterwards(
  tx: Transaction,
  person: Member,
  publication: number,
  channel: Channel,
  all: readonly GivenAfterward[],
  { state, byRule }: { state: 'proposed' | 'waiting'; byRule?: readonly number[] | undefined },
): Promise<number[]> {
  if (!all.length) return [];
  const { workspaceId, userId } = person;
  const [known] = await sql.countAfterwards(tx, { publication });
  if ((known?.count ?? 0) + all.length > MAX_AFTERWARDS)
    throw refused(`A publication has at most ${MAX_AFTERWARDS} of these`);
  const ids: number[] = [];
  for (const given of all) {
    const { kind } = given;
    const why = whyNot(channel.network, kind);
    if (why !== null) throw refused(`${why}. It works on ${networksWith(kind).join(', ')}`);
    if (kind === 'reply') requireReplyFits(channel, given.text);
    const [made] = await sql.insertAfterward(tx, {
      ...{ workspaceId, publication, kind, state },
      channel: await actorOf(tx, person, channel, given),
      hours: kind === 'remove' ? given.days * 24 : given.hours,
      content: kind === 'reply' ? given.text : null,
      userId: byRule ? null : userId,
      wordedBy: kind === 'reply' ? [...(byRule ?? []), userId] : [],
    });
    if (!made) throw notFound('publication', publication);
    // Who agreed that it is deleted can be told later.
    const action = kind === 'remove' ? 'plan_removal' : `plan_${kind}`;
    await record(tx, person, { action, objectType: 'publication', objectId: publication });
    ids.push(made.id);
  }
  return ids;
}

const shown = async (tx: Transaction, { workspaceId }: Member, ids: number[]) =>
  (await sql.findAfterwards(tx, { workspaceId, ids })).map(({ afterward }) => afterward);

/** The publication of one, locked after the content. @throws AppError 404 */
async function lockOf(tx: Transaction, person: Member, id: number) {
  const { workspaceId } = person;
  await lockContent(tx, person);
  const [publication] = await lockPublication(tx, { workspaceId, id });
  if (!publication) throw notFound('publication', id);
  return publication;
}

/** @throws AppError 404; 400; 403; 409 where it is not published, and will not be */
export const addAfterwards = (
  context: Transactional,
  person: Member,
  publication: number,
  all: readonly GivenAfterward[],
  byRule?: readonly number[],
  asks = false,
): Promise<Afterward[]> =>
  transaction(context, async (tx) => {
    const found = await lockOf(tx, person, publication);
    // A rule that asks proposes, which needs no decision.
    if (!asks) requireDecision(person, found);
    if (found.state === 'cancelled')
      throw new AppError('stale', 409, 'A publication that is cancelled has nothing afterwards.');
    if (found.state !== 'proposed' && !asks)
      await requireProposed(tx, person, wordsAfterwards(all));
    const channel = await getChannel(tx, person, found.channel);
    const state = asks ? 'proposed' : 'waiting';
    const ids = await insertAfterwards(tx, person, publication, channel, all, { state, byRule });
    if (found.post !== null) await announceOfPost(tx, person, 'publications', found.post);
    return shown(tx, person, ids);
  });

async function change(
  context: Transactional,
  person: Member,
  id: number,
  work: (
    tx: Transaction,
    found: sql.LockedAfterward,
    publication: Awaited<ReturnType<typeof lockOf>>,
  ) => Promise<string>,
): Promise<Afterward> {
  return transaction(context, async (tx) => {
    const { workspaceId } = person;
    const [of] = await sql.findPublicationOf(tx, { workspaceId, id });
    if (!of) throw notFound('afterward', id);
    const publication = await lockOf(tx, person, of.publication);
    const [found] = await sql.lockAfterward(tx, { workspaceId, id });
    if (!found) throw notFound('afterward', id);
    const action = await work(tx, found, publication);
    await record(tx, person, { action, objectType: 'publication', objectId: of.publication });
    if (publication.post !== null)
      await announceOfPost(tx, person, 'publications', publication.post);
    return (await shown(tx, person, [id]))[0] as Afterward;
  });
}

/** What may be at the network is not called cancelled: it is looked for. @throws AppError 409 */
function requireNowhere({ state, reason, is_called, is_unknown }: sql.LockedAfterward) {
  const refuse = (detail: string) => new AppError('stale', 409, detail);
  if (state === 'done' || state === 'cancelled') throw refuse(`This is ${state}.`);
  if (is_called) throw refuse('The network is being called for this.');
  if (!is_unknown) return;
  if (reason === 'unknown')
    throw refuse('It may be at the network: say first whether it is there.');
  throw refuse('It may be at the network, and is looked for first.');
}

/** @throws AppError 404; 403; 409 once it is done, or while it may be at the network */
export async function cancelAfterward(
  context: Transactional,
  person: Member,
  id: number,
): Promise<void> {
  await change(context, person, id, async (tx, found, publication) => {
    const { state, channel } = publication;
    requireDecision(person, { state: found.state === 'proposed' ? found.state : state, channel });
    requireNowhere(found);
    await sql.cancelAfterward(tx, { workspaceId: person.workspaceId, id });
    return `cancel_${found.kind}`;
  });
}

/**
 * Nobody accepts words of their own where nobody approves their own, nor words of which nobody knows
 * whose they are: a rule proposed those before authors were kept.
 * @throws AppError 403
 */
async function requireOthersWords(
  tx: Transaction,
  person: Member,
  { worded_by: authors }: sql.LockedAfterward,
): Promise<void> {
  if (!(await preventsSelfApproval(tx, person))) return;
  if (!authors.length)
    throw new AppError(
      'forbidden',
      403,
      'It isn’t known whose words this reply has: cancel it and add it anew.',
    );
  const own = await actingFor(tx, person);
  if (!authors.some((author) => own.includes(author))) return;
  throw new AppError(
    'forbidden',
    403,
    'In this workspace, someone else has to accept this reply: its words are yours.',
  );
}

/**
 * Accepts what is proposed, or continues what has stopped.
 * @throws AppError 404; 403 for own words; 400 where only a person knows what has become of it; 409
 */
export const continueAfterward = (
  context: Transactional,
  person: Member,
  id: number,
  there: boolean | undefined,
): Promise<Afterward> =>
  change(context, person, id, async (tx, found, publication) => {
    const { state, reason, code, kind, is_unknown: isUnknown } = found;
    const key = { workspaceId: person.workspaceId, id };
    const isAnswered = isUnknown && there !== undefined;
    // What is left of a cancelled publication can be deleted, and told of.
    const isOver = publication.state === 'cancelled' && kind !== 'remove' && !isUnknown;
    if (isOver || (state !== 'stopped' && state !== 'proposed'))
      throw new AppError('stale', 409, `This is ${state}: it can’t be continued.`);
    const ends: Readonly<Record<string, string>> = ENDS;
    const end = state === 'stopped' ? ends[code ?? ''] : undefined;
    if (end !== undefined) throw new AppError('stale', 409, `${end}.`);
    if (reason === 'unknown' || isAnswered) {
      if (there === undefined)
        throw invalid({ there: ['Say whether it is at the network: nobody else can.'] });
      await sql.reportAfterward(tx, { id, outcome: there ? 'sent' : 'absent' });
      if (there) await sql.finishAfterward(tx, key);
      else await sql.resumeAfterward(tx, key);
      return there ? 'confirm' : 'deny';
    }
    if (state === 'proposed' && kind === 'reply') await requireOthersWords(tx, person, found);
    await sql.resumeAfterward(tx, key);
    return state === 'proposed' ? `accept_${kind}` : 'retry';
  });

/** What a pause of all publishing holds, the first due first. */
export const listHeldAfterwards = async (
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  limit: number,
) =>
  (await sql.listHeldAfterwards(executor, { workspaceId, limit })).map(
    ({ afterward }) => afterward,
  );

/**
 * Does at once what a pause held, or leaves it, under the lock of the content.
 * @throws AppError 409 where some of it is not held any more
 */
export async function decideHeldAfterwards(
  tx: Transaction,
  person: Member,
  decisions: readonly { afterward: number; do: 'now' | 'leave' }[],
): Promise<void> {
  const { workspaceId } = person;
  const ids = decisions.map(({ afterward }) => afterward);
  const held = new Map(
    (await sql.lockHeldAfterwards(tx, { workspaceId, ids })).map((row) => [row.id, row]),
  );
  for (const { afterward: id, do: what } of decisions) {
    const found = held.get(id);
    if (!found)
      throw new AppError(
        'stale',
        409,
        'Some of these aren’t held any more. Look at the rest again.',
      );
    if (what === 'now') await sql.resumeAfterward(tx, { workspaceId, id });
    else if (found.is_unknown) await sql.stopUnknown(tx, { workspaceId, id });
    else {
      await sql.cancelAfterward(tx, { workspaceId, id });
      const action = `cancel_${found.kind}`;
      await record(tx, person, { action, objectType: 'publication', objectId: found.publication });
    }
  }
}

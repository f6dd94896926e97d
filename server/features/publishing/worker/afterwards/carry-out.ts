import { replyFits } from '#contract/networks/afterward-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { CheckedPart } from '#contract/publishing/checks.ts';
import { systemActor } from '../../../../actor.ts';
import { passesByItself } from '../../../../database/failures.ts';
import { type Transaction, transaction } from '../../../../database/transaction.ts';
import { holdContent, lockContent } from '../../../content/posts/posts.service.ts';
import { record } from '../../../core/audit/audit.service.ts';
import { type Adapter, GONE } from '../../../networks/networks.service.ts';
import {
  cancelAfterwardsOf,
  ENDS,
  lockPublication,
  mayBeOut,
  NO_ID,
  UNKNOWN_ID,
} from '../../publications/publications.service.ts';
import { freezeLinks, type LinkContext } from '../../sent-links/sent-links.service.ts';
import { nextStep } from '../delivery.ts';
import { LeaseLost } from '../leases.ts';
import type { StoredPart } from '../publisher.sql.ts';
import { type Begun, type Result, writesOf } from '../settlement.ts';
import { requireFree } from '../taken.ts';
import type { Context } from '../work.ts';
import { callAfterward } from './afterward-call.ts';
import { giveWay, stop, store, told } from './afterward-outcome.ts';
import * as sql from './afterward-runner.sql.ts';
import { ownerOf, type Started, textOf } from './afterward-step.ts';

/**
 * Carries out what is done with publications afterwards, with the guarantees of parts
 * (docs/domain/publishing.md, 'Exactly once'): an attempt is stored before its call, and what may
 * have been done is looked for.
 */

/** Of one thing, in one go: it goes on with the next run. */
const MAX_STEPS = 8;

/** 'ending': no further step is begun. 'cutting': calls end. */
type Ends = Record<'ending' | 'cutting', AbortSignal>;

/** Takes one that is leased as far as it goes now. */
export async function carryOut(context: Context, taken: sql.Taken, { ending, cutting }: Ends) {
  const { database } = context;
  try {
    for (let step = 0; step < MAX_STEPS && !ending.aborted; step++)
      if (!(await advance(context, taken, cutting))) break;
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const leased = <Made>(work: (tx: Transaction) => Promise<Made>) =>
      context.inTurn(() =>
        transaction(context, async (tx) => {
          const [held] = await sql.holdAfterward(tx, taken);
          if (!held) throw new LeaseLost();
          return work(tx);
        }),
      );
    // It waits, so that it neither loops nor holds others.
    if (passesByItself(error))
      await leased((tx) => sql.waitAfterward(tx, { id: taken.id, ms: 60_000, detail: null }));
    else await giveWay(leased, taken);
    throw error;
  } finally {
    await sql.releaseAfterward(database, taken).catch(() => {});
  }
}

/** Takes one step; false where nothing more is to be done now. */
async function advance(context: Context, taken: sql.Taken, cutting: AbortSignal): Promise<boolean> {
  const { inTurn } = context;
  const startedAt = performance.now();
  const started = await inTurn(() => transaction(context, (tx) => begin(context, tx, taken)));
  if (!started) return false;
  const result = await callAfterward(context, taken, started, { cutting, startedAt });
  return inTurn(() =>
    transaction(context, async (tx) => {
      const { kind, publication: id } = started.due;
      if (kind === 'remove') await lockContent(tx, systemActor(taken.workspace));
      // Whether it is deleted meanwhile is decided before or after, and locked in the usual order.
      else await lockPublication(tx, { workspaceId: taken.workspace, id });
      const [held] = await sql.holdAfterward(tx, taken);
      if (!held) throw new LeaseLost();
      const reconnected = held.generation !== started.due.channel.generation;
      return settle(context, tx, started, result, reconnected);
    }),
  );
}

const asPart = (due: sql.DueAfterward): StoredPart => ({
  position: 0,
  content: textOf(due),
  language: null,
  media: [],
  links: null,
  key: due.key,
  remote_id: null,
  url: null,
  extra: null,
  prepared: due.prepared,
  is_prepared: due.is_prepared,
  // To delete may be repeated like to prepare something.
  attempts: due.attempts.map((attempt) =>
    attempt.step === 'remove' ? { ...attempt, step: 'prepare' as const } : attempt,
  ),
});

const inFlightOf = ({ repost, inFlightMs }: Adapter, kind: sql.DueAfterward['kind']) =>
  kind === 'repost' ? (repost?.inFlightMs ?? 0) : inFlightMs;

/** Begins the next step; undefined where it is settled without a call. */
async function begin(
  context: Context,
  tx: Transaction,
  taken: sql.Taken,
): Promise<Started | undefined> {
  // Nobody pauses, cancels or deletes meanwhile.
  await holdContent(tx, { workspaceId: taken.workspace });
  const [due] = await sql.lockDue(tx, taken);
  if (!due) return undefined;
  const { id, channel, kind } = due;
  const adapter = context.adapters[channel.network];
  const { name } = networks[channel.network];
  if (channel.state !== 'connected' || channel.credentials === null) {
    const detail = `The account must be reconnected to ${name}.`;
    await stop(tx, due, { reason: 'reconnect', detail });
    return undefined;
  }
  if (kind === 'remove') {
    const [attempt] = await sql.beginAttempt(tx, { id, step: 'remove' });
    await beginRemoval(tx, due);
    return attempt && { due, step: 'remove', attempt };
  }
  const part = asPart(due);
  const inFlightMs = inFlightOf(adapter, kind);
  const step = nextStep(
    [
      {
        position: 0,
        isSent: false,
        isPrepared: kind === 'repost' || !adapter.prepare || part.is_prepared,
        attempts: due.attempts,
      },
    ],
    1,
    inFlightMs,
  );
  if (step.do === 'wait') {
    const detail = `It isn’t known yet what ${name} made of it.`;
    await sql.waitAfterward(tx, { id, ms: step.ms, detail });
    return undefined;
  }
  // What may be there is looked for nevertheless.
  if (step.do !== 'find') {
    if ((due.is_trashed || !due.is_published) && mayBeOut(due)) {
      await stop(tx, due, { reason: 'unknown', detail: '' });
      return undefined;
    }
    if (due.is_trashed || !due.is_published) {
      const detail = due.is_trashed ? 'Its post is in the trash.' : 'Its post was deleted.';
      await sql.cancelGone(tx, { id, detail });
      await told(tx, due, `cancel_${kind}`);
      return undefined;
    }
    const end = endOf(due);
    if (end) {
      await stopForGood(tx, due, end);
      return undefined;
    }
  }
  if (step.do === 'finish') return undefined;
  if (kind === 'reply' && due.frozen === null) due.frozen = await freezeReply(context, tx, due);
  const [attempt] = await sql.beginAttempt(tx, { id, step: step.do });
  return attempt && { due, step: step.do, attempt };
}

/** Why nothing is done with a post, however often it is tried. */
function endOf({ kind, sent }: sql.DueAfterward): keyof typeof ENDS | undefined {
  const [first] = sent;
  if (first?.position !== 0 || first.is_removed) return GONE;
  const last = sent.findLast((part) => !part.is_removed);
  const named = kind === 'reply' && last ? [first, last] : [first];
  if (named.some(({ id, url }) => id === UNKNOWN_ID || id === url)) return NO_ID;
  return undefined;
}

/** The reason is stored as that of a call: nothing of it is published, and nobody is offered another try. */
async function stopForGood(tx: Transaction, due: sql.DueAfterward, code: keyof typeof ENDS) {
  const detail = ENDS[code];
  const [attempt] = await sql.beginAttempt(tx, { id: due.id, step: 'prepare' });
  const ended = { outcome: 'rejected' as const, code, detail, requestId: null };
  if (attempt) await sql.endAttempt(tx, { attempt: attempt.id, ...ended });
  await stop(tx, due, { reason: 'rejected', detail: `${detail}.` });
}

/**
 * Decides once how a reply is sent: with short links and UTM, as its post. Where it would be too long
 * so, it is sent as it is written.
 */
async function freezeReply(
  context: LinkContext,
  tx: Transaction,
  { id, content, publication, channel }: sql.DueAfterward,
): Promise<sql.FrozenReply> {
  const written = { text: content ?? '', media: [], language: null, isComment: true };
  const key = { workspaceId: channel.workspace, id: publication };
  const [sent = written] = await freezeLinks(tx, context, key, channel, [written]);
  const isFit = replyFits(sent.text, channel.network, channel.limits);
  const { text, links = {} }: CheckedPart = isFit ? sent : written;
  const frozen = { text, links: { ...links } };
  await sql.freezeReply(tx, { id, frozen: JSON.stringify(frozen) });
  return frozen;
}

/** Nothing is added to a publication that is being deleted. Who agreed to it can be told. */
async function beginRemoval(tx: Transaction, { publication, attempts, channel }: sql.DueAfterward) {
  await cancelAfterwardsOf(tx, { publication, kinds: ['repost', 'reply'] });
  if (attempts.length) return;
  const what = { objectType: 'publication', objectId: publication } as const;
  await record(tx, systemActor(channel.workspace), { action: 'delete_remote', ...what });
}

/** @returns whether there is more to do at once */
async function settle(
  { clock, adapters }: Context,
  tx: Transaction,
  { due, step, attempt }: Started,
  result: Result,
  reconnected: boolean,
): Promise<boolean> {
  const { channel, kind } = due;
  const adapter = adapters[channel.network];
  const begun: Begun = {
    due: { id: due.id } as Begun['due'],
    step: step === 'remove' ? 'prepare' : step,
    parts: [asPart(due)],
    attempts: [attempt],
  };
  const free = await requireFree(tx, [ownerOf(due)], begun, result);
  const writes = writesOf(begun, free, {
    network: networks[channel.network].name,
    inFlightMs: inFlightOf(adapter, kind),
    reconnected,
    now: clock.now(),
    jitter: Math.random(),
  });
  let isMore = step !== 'remove';
  for (const write of writes) if (!(await store(tx, due, attempt.id, write))) isMore = false;
  return isMore;
}

import { systemActor } from '../../../../actor.ts';
import type { AppContext } from '../../../../context.ts';
import {
  GONE,
  NetworkError,
  type Prepared,
  type Repost,
  type SendPart,
  type Sent,
  type Session,
  StillProcessing,
  withFence,
} from '../../../networks/networks.service.ts';
import { SEALED, withSession } from '../../channels/channels.service.ts';
import { ENDS, isUnknownSend, removeAll } from '../../publications/publications.service.ts';
import { SEND_MS } from '../delivery.ts';
import { LeaseLost } from '../leases.ts';
import type { Result } from '../settlement.ts';
import { failedByOurselves, firstCall, foundResult, timedOut } from '../step-call.ts';
import { isTakenBut } from '../taken.ts';
import type { Context } from '../work.ts';
import * as sql from './afterward-runner.sql.ts';
import { LEASE_SECONDS, ownerOf, type Started, textOf } from './afterward-step.ts';

/** The call of a network for what is done with a publication afterwards. */

/** Calls the network. Whatever is not reported by the adapter has an unknown outcome. */
export async function callAfterward(
  context: Context,
  taken: sql.Taken,
  started: Started,
  { cutting, startedAt }: { cutting: AbortSignal; startedAt: number },
): Promise<Result> {
  const { database, log } = context;
  const { due, step } = started;
  // From before the attempt was stored: another worker counts from then on.
  const left = Math.max(SEND_MS - (performance.now() - startedAt), 0);
  const signal = AbortSignal.any([cutting, AbortSignal.timeout(Math.ceil(left))]);
  let isCalled = false;
  const confirm = async () => {
    const [row] = await sql.renewAfterward(database, { ...taken, seconds: LEASE_SECONDS });
    if (!row) throw new LeaseLost();
  };
  const run = async (session: Session): Promise<Result> => {
    if (step === 'remove') return removed(context, started, session, signal);
    if (step === 'send') {
      isCalled = true;
      return withFence(confirm, () => perform(context, started, session, signal));
    }
    return perform(context, started, session, signal);
  };
  try {
    return await withSession(context, due.channel, signal, run);
  } catch (error) {
    if (error instanceof StillProcessing) return { outcome: 'processing', ms: error.ms };
    if (error instanceof NetworkError) {
      // The operator is told, as by the worker of publications: no network was asked.
      if (error.code === SEALED)
        log.error(
          { err: error.cause, channel: due.channel.id },
          'credentials could not be decrypted',
        );
      return { outcome: 'failed', error: forStep(step, error) };
    }
    if (signal.aborted) return timedOut(isCalled);
    log.error({ err: error, afterward: due.id }, 'a call to a network failed unexpectedly');
    return failedByOurselves(started, isCalled);
  }
}

/** What was deleted is no error when it is deleted again: it may be repeated. */
const forStep = (step: Started['step'], error: NetworkError) =>
  step === 'remove' && error.kind === 'unknown'
    ? new NetworkError('transient', error.code, error.message)
    : error;

async function perform(
  context: Context,
  { due, step, attempt }: Started,
  session: Session,
  signal: AbortSignal,
): Promise<Result> {
  const adapter = context.adapters[due.channel.network];
  if (due.kind === 'repost') {
    const { repost } = adapter;
    if (!repost) throw new NetworkError('rejected', 'offered', 'The network has no reposts');
    const given = repostOf(context, due, attempt.began_at);
    if (step === 'send')
      return { outcome: 'sent', sent: [await repost.send(given, session, signal)] };
    return foundResult(await repost.find(given, session, signal));
  }
  const part = replyOf(context, due, attempt.began_at);
  if (step === 'prepare') {
    const prepared = await adapter.prepare?.([part], session, signal);
    return { outcome: 'prepared', prepared: prepared ?? [] };
  }
  if (step === 'send')
    return { outcome: 'sent', sent: await adapter.send([part], session, signal) };
  return foundResult(await adapter.find(part, session, signal));
}

const sentAt = ({ id, url, extra }: sql.DueAfterward['sent'][number]): Sent => ({
  id,
  url,
  extra: extra ?? undefined,
});

/** When the first call that may have had an effect began. */
const sinceOf = ({ attempts }: sql.DueAfterward, beganAt: string): Date =>
  new Date(firstCall(attempts)?.began_at ?? beganAt);

/** @throws NetworkError where it was deleted meanwhile */
function firstOf({ sent }: sql.DueAfterward): Sent {
  const [first] = sent;
  if (!first) throw new NetworkError('rejected', GONE, ENDS[GONE]);
  return sentAt(first);
}

/** What it replies to: the last part, as it was when it was sent. */
function parentOf(due: sql.DueAfterward): Sent {
  const isBegun = due.attempts.some(isUnknownSend);
  const part = due.sent.findLast(({ is_removed: isRemoved }) => isBegun || !isRemoved);
  return part ? sentAt(part) : firstOf(due);
}

const repostOf = (
  { database }: Pick<AppContext, 'database'>,
  due: sql.DueAfterward,
  beganAt: string,
): Repost => ({
  of: firstOf(due),
  from: due.from,
  key: due.key,
  time: new Date(due.due_at),
  since: sinceOf(due, beganAt),
  isTaken: isTakenBut(database, ownerOf(due)),
});

/** A reply is sent like another part of its thread. */
function replyOf(
  { database }: Pick<AppContext, 'database'>,
  due: sql.DueAfterward,
  beganAt: string,
): SendPart {
  const { id } = due;
  const root = firstOf(due);
  const keep = async (made: object) => {
    await sql.keepUpload(database, { id, upload: JSON.stringify(made) });
  };
  const recall = async () => (await sql.findUpload(database, { id }))[0]?.upload;
  return {
    position: due.parts,
    content: textOf(due),
    language: null,
    media: [],
    links: due.frozen?.links ?? {},
    options: due.options,
    settings: due.channel.settings,
    key: due.key,
    prepared: due.prepared as Prepared | null,
    once: async (upload) => {
      const known = await recall();
      if (known) return known;
      const made = await upload();
      await keep(made);
      return made;
    },
    recall,
    keep,
    repeats: due.attempts.filter(isUnknownSend).length,
    thread: {
      root,
      parent: parentOf(due),
    },
    since: sinceOf(due, beganAt),
    isTaken: isTakenBut(database, ownerOf(due)),
  };
}

async function removed(
  context: Context,
  { due: { channel, publication } }: Started,
  session: Session,
  signal: AbortSignal,
): Promise<Result> {
  const { remove } = context.adapters[channel.network];
  if (!remove) throw new NetworkError('rejected', 'offered', 'The network allows no deletion');
  await removeAll(context, systemActor(channel.workspace), publication, (sent) =>
    remove(sent, session, signal),
  );
  return { outcome: 'sent', sent: [{ id: 'removed', url: null }] };
}

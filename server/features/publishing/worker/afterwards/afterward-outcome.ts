import { priceOfAfterward } from '#contract/networks/afterward-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import { systemActor } from '../../../../actor.ts';
import type { Transaction } from '../../../../database/transaction.ts';
import { record } from '../../../core/audit/audit.service.ts';
import { GONE, isParentGone, type NetworkError } from '../../../networks/networks.service.ts';
import { announceChannels } from '../../channels/channels.service.ts';
import {
  announce,
  isUnknown,
  mayBeOut,
  removeBelated,
  tell,
} from '../../publications/publications.service.ts';
import { backOff } from '../delivery.ts';
import { disconnect, pauseChannel } from '../leases.sql.ts';
import { stopOwn, type Write } from '../settlement.ts';
import * as sql from './afterward-runner.sql.ts';
import { textOf } from './afterward-step.ts';

/** What follows from a call for what is done with a publication afterwards, under its lease. */

const MAX_OWN_FAILURES = 5;
const MAX_DETAIL = 500;

const DID = { repost: 'reposted it', reply: 'published the reply', remove: 'deleted it' } as const;

/** @returns whether it goes on at once */
export async function store(
  tx: Transaction,
  due: sql.DueAfterward,
  attempt: number,
  write: Write,
): Promise<boolean> {
  const { id, channel, kind } = due;
  switch (write.do) {
    case 'end':
      await sql.endAttempt(tx, {
        ...{ attempt, outcome: write.outcome },
        code: codeOf(due, write.error),
        detail: write.error?.message ?? null,
        requestId: write.error?.requestId ?? null,
      });
      return true;
    case 'forget_uploads':
      await sql.keepUpload(tx, { id, upload: null });
      return true;
    case 'store_prepared': {
      const { until = null, ...prepared } = write.prepared;
      await sql.storePrepared(tx, { id, prepared: JSON.stringify(prepared), until });
      return true;
    }
    case 'mark_sent': {
      const { id: remoteId, url, extra } = write.sent;
      const stored = extra === undefined ? null : JSON.stringify(extra);
      const isRemoval = kind === 'remove';
      await sql.markDone(tx, {
        ...{ id, url: isRemoval ? null : url, extra: isRemoval ? null : stored },
        price: priceOfAfterward(channel.network, { kind, text: textOf(due) }, due.sent.length),
        remoteId: isRemoval ? null : remoteId,
      });
      if (kind === 'reply') await removeBelated(tx, { publication: due.publication });
      await told(tx, due, kind === 'remove' ? 'removed' : kind);
      return false;
    }
    case 'wait':
      await sql.waitAfterward(tx, { id, ms: write.ms, detail: cut(write.detail) });
      return write.ms === 0;
    case 'pause_channel':
      await pauseChannel(tx, { channel: channel.id, ms: Math.max(write.ms, 0) });
      return false;
    case 'count_failure':
      if ((await countFailure(tx, id, write.ms)) >= MAX_OWN_FAILURES)
        await stop(tx, due, write.last);
      return false;
    case 'stop':
      await stop(tx, due, write);
      return false;
    case 'announce':
      await announce(tx, channel, { post: due.post });
      return true;
    case 'proceed':
      return false;
  }
}

/** A reply to a post that is gone is never there, however its network says so. */
const codeOf = ({ kind }: sql.DueAfterward, error: NetworkError | undefined) =>
  error && kind === 'reply' && isParentGone(error) ? GONE : (error?.code ?? null);

const cut = (text: string | null) => text?.slice(0, MAX_DETAIL).toWellFormed() ?? null;

/** The number of errors of our own in a row; the next try waits longer. */
async function countFailure(tx: Transaction, id: number, atLeastMs: number): Promise<number> {
  const [row] = await sql.countFailure(tx, { id });
  const failures = row?.failures ?? MAX_OWN_FAILURES;
  const ms = Math.max(backOff({ failures, jitter: Math.random() }), atLeastMs);
  const detail = 'This failed unexpectedly, and will be retried.';
  await sql.waitAfterward(tx, { id, ms, detail });
  return failures;
}

/**
 * What follows where the worker itself has failed, as of publications (`giveWay`): the next try waits,
 * and after a few of them a person is told.
 */
export async function giveWay(
  leased: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  taken: sql.Taken,
): Promise<void> {
  const { id } = taken;
  if ((await leased((tx) => countFailure(tx, id, 0))) < MAX_OWN_FAILURES) return;
  await leased(async (tx) => {
    await sql.waitAfterward(tx, { id, ms: 0, detail: null });
    const [due] = await sql.lockDue(tx, taken);
    // A pause holds it: the next failure tells.
    if (!due) return sql.waitAfterward(tx, { id, ms: 60_000, detail: null });
    const mayBeDone = due.kind !== 'remove' && isUnknown(due);
    return stop(tx, due, mayBeDone ? { reason: 'unknown', detail: '' } : stopOwn);
  });
}

export async function told(tx: Transaction, due: sql.DueAfterward, action: string) {
  const { channel, publication, post } = due;
  const what = { objectType: 'publication', objectId: publication } as const;
  await record(tx, systemActor(channel.workspace), { action, ...what });
  await announce(tx, channel, { post });
}

/** Stops it, and notifies those who wait for it. Where its outcome is unknown, it says of what. */
export async function stop(
  tx: Transaction,
  due: sql.DueAfterward,
  { reason: cause, detail: given }: { reason: string; detail: string },
) {
  const { id, channel, kind, post, created_by } = due;
  // What can be repeated may be there; nobody looks for it any more.
  const isDoubtful = (cause === 'exhausted' || cause === 'operator') && mayBeOut(due);
  const reason = isDoubtful && kind !== 'remove' ? 'unknown' : cause;
  const isKnown = channel.state === 'reconnect';
  const { name } = networks[channel.network];
  const detail = reason === 'unknown' ? `It isn’t known whether ${name} ${DID[kind]}.` : given;
  await sql.stopAfterward(tx, { id, reason, detail: cut(detail) ?? '' });
  const isRevoked = reason === 'reconnect';
  const isNews = isRevoked
    ? !isKnown && (await disconnect(tx, { channel: channel.id })).length > 0
    : true;
  if (isNews)
    await tell(
      tx,
      channel,
      { post, created_by },
      isRevoked ? 'reconnect_needed' : 'publishing_stopped',
    );
  if (isNews && isRevoked) announceChannels(tx, systemActor(channel.workspace));
  await told(tx, due, 'stop');
}

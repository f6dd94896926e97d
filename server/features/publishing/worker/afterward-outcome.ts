import { networks } from '#contract/networks/networks.ts';
import { systemActor } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { record } from '../../core/audit/audit.service.ts';
import { announceChannels } from '../channels/channels.service.ts';
import { announce, tell } from '../publications/publications.service.ts';
import * as sql from './afterwards.sql.ts';
import { backOff } from './delivery.ts';
import { disconnect, pauseChannel } from './leases.sql.ts';
import { stopOwn, type Write } from './settlement.ts';

/** What follows from a call for what is done with a publication afterwards, under its lease. */

export const MAX_OWN_FAILURES = 5;
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
        code: write.error?.code ?? null,
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
        remoteId: isRemoval ? null : remoteId,
      });
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
        await stop(tx, due, stopOwn.reason, stopOwn.detail);
      return false;
    case 'stop': {
      const { name } = networks[channel.network];
      const detail =
        write.reason === 'unknown' ? `It isn’t known whether ${name} ${DID[kind]}.` : write.detail;
      await stop(tx, due, write.reason, detail);
      return false;
    }
    case 'announce':
      await announce(tx, channel, { post: due.post });
      return true;
    case 'proceed':
      return false;
  }
}

const cut = (text: string | null) => text?.slice(0, MAX_DETAIL).toWellFormed() ?? null;

/** The number of errors of our own in a row; the next try waits longer. */
export async function countFailure(
  tx: Transaction,
  id: number,
  atLeastMs: number,
): Promise<number> {
  const [row] = await sql.countFailure(tx, { id });
  const failures = row?.failures ?? MAX_OWN_FAILURES;
  const ms = Math.max(backOff({ failures, jitter: Math.random() }), atLeastMs);
  const detail = 'This failed unexpectedly, and will be retried.';
  await sql.waitAfterward(tx, { id, ms, detail });
  return failures;
}

export async function told(tx: Transaction, due: sql.DueAfterward, action: string) {
  const { channel, publication, post } = due;
  const what = { objectType: 'publication', objectId: publication } as const;
  await record(tx, systemActor(channel.workspace), { action, ...what });
  await announce(tx, channel, { post });
}

/** Stops it, and notifies those who wait for it. */
export async function stop(tx: Transaction, due: sql.DueAfterward, reason: string, detail: string) {
  const { id, channel, post, created_by } = due;
  const isKnown = channel.state === 'reconnect';
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

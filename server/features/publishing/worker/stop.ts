import { networks } from '#contract/networks/networks.ts';
import type { NotificationKind } from '#contract/people/notifications.ts';
import type { StopCause, StopReason } from '#contract/publishing/publications.ts';
import { systemActor } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { record } from '../../core/audit/audit.service.ts';
import { announceChannels } from '../channels/channels.service.ts';
import { announce, tell } from '../publications/publications.service.ts';
import * as leases from './leases.sql.ts';
import * as sql from './publisher.sql.ts';

/** How the worker stops or delays a publication, in a transaction that holds the lease. */

type Channel = leases.LeasedChannel;

/** Nothing of a channel is sent before. */
export const pauseChannel = (tx: Transaction, { id: channel }: Channel, ms: number) =>
  leases.pauseChannel(tx, { channel, ms: Math.max(ms, 0) });

const STOPPED: Partial<Record<StopReason, NotificationKind>> = {
  reconnect: 'reconnect_needed',
  late: 'publishing_late',
};

/**
 * Stops a publication, and notifies those who wait for it.
 * @param given whether they know already: one notification for each time that an access was revoked;
 * and what exactly stopped it, where the reason has several causes
 */
export async function stop(
  tx: Transaction,
  channel: Channel,
  due: sql.Due,
  reason: StopReason,
  detail: string,
  { isKnown = false, cause = null }: { isKnown?: boolean; cause?: StopCause | null } = {},
): Promise<void> {
  await sql.stop(tx, { id: due.id, reason, cause, detail });
  const actor = systemActor(channel.workspace);
  const changes = { reason: { before: null, after: reason } };
  await record(tx, actor, { action: 'stop', objectType: 'publication', objectId: due.id, changes });
  // One notification for each time that the access was revoked.
  const isNews =
    !isKnown &&
    (reason !== 'reconnect' || (await leases.disconnect(tx, { channel: channel.id })).length > 0);
  if (isNews) await tell(tx, channel, due, STOPPED[reason] ?? 'publishing_stopped');
  if (isNews && reason === 'reconnect') announceChannels(tx, actor);
  await announce(tx, channel, due);
}

export const nameOf = ({ network }: Channel) => networks[network].name;

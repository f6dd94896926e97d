import { MAX_FAILING_DAYS, MAX_SHOWN_TRIES } from '#contract/automation/webhooks.ts';
import { systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { membersWithCapability, notify } from '../../people/notifications/notifications.service.ts';
import { callEndpoint, noAnswer, type Outcome } from './endpoint-call.ts';
import * as sql from './outbox.sql.ts';
import { delayAfter } from './retries.ts';
import { openSecret } from './secret.ts';

/** One attempt to send an event, and what is written down of it. */

/** People are told after a day without success, and a day before it is turned off. */
const TOLD_DAYS = 1;
/** These ask for less of everything. */
const SLOW_DOWN = new Set([429, 502, 503, 504]);
/** Nothing at all is sent for so long, in seconds: unless they say for how long, and at most. */
const HOLD_S = 5;
const MAX_HOLD_S = 3600;
const GONE = 410;

/**
 * @param endpoint as it was when the lease was confirmed
 * @param cutting ends the call, of which nothing is written down then: it is made again
 * @returns how long the call took, in milliseconds
 */
export async function deliver(
  context: AppContext,
  webhook: { id: number; workspace: number },
  endpoint: sql.Endpoint,
  delivery: sql.DueDelivery,
  cutting: AbortSignal,
): Promise<number> {
  const { background: database, clock } = context;
  const beganAt = new Date(clock.now()).toISOString();
  const isGone = delivery.gone !== null && !isTold(endpoint, delivery);
  const body = isGone ? (delivery.gone as string) : delivery.body;
  const sent = { key: delivery.key, body, signal: cutting };
  const outcome = await attempt(context, webhook.id, endpoint, sent);
  if (cutting.aborted) return 0;
  const { isAccepted, status, error, ms, type, size, text, askedS } = outcome;
  const { url } = endpoint;
  await transaction({ ...context, database }, async (tx) => {
    const [made] = await sql.insertAttempt(tx, {
      ...{ delivery: delivery.id, isGone, kept: MAX_SHOWN_TRIES },
      ...{ beganAt, ms, status, error, type, size, text, url },
    });
    // It waits for the present address as before.
    if (!made?.is_present) return;
    const isLast = delivery.tries_left <= 1 || status === GONE;
    await sql.endAttempt(tx, {
      delivery: delivery.id,
      due: delivery.due,
      isAccepted,
      delay: isLast ? null : delayAfter(delivery.tries_left, askedS, Math.random()),
    });
    if (isAccepted) await sql.noteAccepted(tx, { id: webhook.id, url });
    else await noteFailed(tx, { ...webhook, url }, outcome);
  });
  return ms;
}

/** Whether an endpoint is told of the place of an event, by what it is limited to now. */
const isTold = ({ folders, channels }: sql.Endpoint, { folder, channel }: sql.DueDelivery) =>
  (folders === null || folder === null || folders.includes(folder)) &&
  (channels === null || channel === null || channels.includes(channel));

/** Calls an endpoint. Without a secret that can be opened it fails as one that does not answer. */
async function attempt(
  context: AppContext,
  id: number,
  { url, secret, former }: sql.Endpoint,
  sent: { key: string; body: string; signal: AbortSignal },
): Promise<Outcome> {
  const open = (sealed: string) => {
    try {
      return [openSecret(context.secrets, id, sealed)];
    } catch {
      return [];
    }
  };
  const present = open(secret);
  if (!present.length) return noAnswer('Its secret can’t be read: make a new one.');
  const secrets = [...present, ...(former === null ? [] : open(former))];
  return callEndpoint(context, url, { ...sent, secrets });
}

async function noteFailed(
  tx: Transaction,
  { id, workspace, url }: { id: number; workspace: number; url: string },
  { status, askedS }: Outcome,
): Promise<void> {
  const slowsDown = status !== null && SLOW_DOWN.has(status);
  const hold = slowsDown ? Math.min(askedS ?? HOLD_S, MAX_HOLD_S) : null;
  const [state] = await sql.noteFailed(tx, { id, url, hold });
  if (!state || state.state === 'off') return;
  const { failing_days: failing, told_days: told } = state;
  const hasFailed = failing >= MAX_FAILING_DAYS && told !== null && told >= TOLD_DAYS;
  if (status === GONE || hasFailed) {
    await sql.turnOff(tx, { id, reason: status === GONE ? 'gone' : 'failures' });
    await tell(tx, workspace, 'webhook_off');
  } else if (failing >= TOLD_DAYS && told === null) {
    await sql.noteTold(tx, { id });
    await tell(tx, workspace, 'webhook_failing');
  }
}

async function tell(tx: Transaction, workspaceId: number, kind: 'webhook_off' | 'webhook_failing') {
  const nobody = systemActor(workspaceId);
  await notify(tx, nobody, await membersWithCapability(tx, nobody, 'manage', { kind }));
}

import { MAX_FAILING_DAYS } from '#contract/automation/webhooks.ts';
import { systemActor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { membersWithCapability, notify } from '../../people/notifications/notifications.service.ts';
import { call, type Outcome } from './call.ts';
import * as sql from './outbox.sql.ts';
import { delayAfter } from './retries.ts';
import { openSecret } from './secret.ts';

/** One attempt to send an event, and what is written down of it. */

/** People are told after a day without success. */
const TOLD_DAYS = 1;
/** These ask for less of everything. */
const SLOW_DOWN = new Set([429, 502, 503, 504]);
const GONE = 410;

/**
 * @param endpoint as it was when the lease was confirmed
 * @param cutting ends the call, of which nothing is written down then: it is made again
 */
export async function deliver(
  context: AppContext,
  webhook: { id: number; workspace: number },
  endpoint: { url: string; secret: string; former: string | null },
  delivery: sql.DueDelivery,
  cutting: AbortSignal,
): Promise<void> {
  const { background: database, clock, secrets } = context;
  const beganAt = new Date(clock.now()).toISOString();
  const sealed = [endpoint.secret, ...(endpoint.former === null ? [] : [endpoint.former])];
  const outcome = await call(context, endpoint.url, {
    ...delivery,
    secrets: sealed.map((secret) => openSecret(secrets, webhook.id, secret)),
    signal: cutting,
  });
  if (cutting.aborted) return;
  const { isAccepted, status, error, ms, type, size, text, askedS } = outcome;
  await transaction({ ...context, database }, async (tx) => {
    const written = { beganAt, ms, status, error, type, size, text };
    await sql.insertAttempt(tx, { delivery: delivery.id, ...written });
    const isLast = delivery.tries_left <= 1 || status === GONE;
    await sql.endAttempt(tx, {
      delivery: delivery.id,
      isAccepted,
      delay: isLast ? null : delayAfter(delivery.tries_left, askedS, Math.random()),
    });
    if (isAccepted) await sql.noteAccepted(tx, { id: webhook.id });
    else await noteFailed(tx, webhook, outcome);
  });
}

async function noteFailed(
  tx: Transaction,
  { id, workspace }: { id: number; workspace: number },
  { status, askedS }: Outcome,
): Promise<void> {
  const hold = askedS ?? (status !== null && SLOW_DOWN.has(status) ? 5 : null);
  const [state] = await sql.noteFailed(tx, { id, hold });
  if (!state || state.state === 'off') return;
  if (status === GONE || state.failing_days >= MAX_FAILING_DAYS) {
    await sql.turnOff(tx, { id, reason: status === GONE ? 'gone' : 'failures' });
    await tell(tx, workspace, 'webhook_off');
  } else if (state.failing_days >= TOLD_DAYS && !state.is_told) {
    await sql.noteTold(tx, { id });
    await tell(tx, workspace, 'webhook_failing');
  }
}

async function tell(tx: Transaction, workspaceId: number, kind: 'webhook_off' | 'webhook_failing') {
  const nobody = systemActor(workspaceId);
  await notify(tx, nobody, await membersWithCapability(tx, nobody, 'manage', { kind }));
}

import type { EventType } from '#contract/automation/event-names.ts';
import {
  type Delivery,
  type DeliveryDetails,
  type listDeliveries as listContract,
  MAX_AGAIN,
  MAX_SHOWN_TRIES,
} from '#contract/automation/webhooks.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError, notFound } from '../../../errors.ts';
import * as sql from './deliveries.sql.ts';
import { serialised } from './event-body.ts';
import { exampleOf } from './examples.ts';
import { announceWebhooks, type Context, getWebhook } from './webhooks.service.ts';

/** What was sent to endpoints, and sending it again. */

/** Of one request, so many at most are in the list of failed ones. */
const AGAINS = { attempts: 600, seconds: 10 * 60 };

/** @throws AppError 404 */
export async function listDeliveries(
  executor: Executor,
  person: Member,
  id: number,
  { page_size: limit, ...query }: Parsed<typeof listContract>['query'],
) {
  const { workspaceId } = person;
  const [counted] = await sql.countDeliveries(executor, { workspaceId, id });
  if (!counted) throw notFound('webhook', id);
  const results = await sql.listDeliveries(executor, {
    ...{ workspaceId, id, limit },
    before: query.before ?? null,
    state: query.state ?? null,
    until: query.until ?? null,
  });
  return { ...counted, results };
}

/** @throws AppError 404 */
export async function getDelivery(
  executor: Executor,
  { workspaceId }: Member,
  id: number,
): Promise<DeliveryDetails> {
  const [delivery] = await sql.findDetails(executor, { workspaceId, id, tries: MAX_SHOWN_TRIES });
  if (!delivery) throw notFound('delivery', id);
  return delivery;
}

/** @throws AppError 404; 409 where its endpoint is not on; 429 */
export async function sendAgain(context: Context, person: Member, id: number): Promise<Delivery> {
  const { workspaceId, userId } = person;
  await context.limits.count(`webhook deliveries:account:${userId}`, AGAINS);
  return transaction(context, async (tx) => {
    const [again] = await sql.sendAgain(tx, { workspaceId, id });
    if (!again) throw notFound('delivery', id);
    await callNow(tx, person, again.webhook);
    const [delivery] = await sql.findDelivery(tx, { workspaceId, id });
    return delivery as Delivery;
  });
}

/** @throws AppError 404; 409 where it is not on; 429 */
export async function sendFailedAgain(context: Context, person: Member, id: number, since: string) {
  const { workspaceId, userId } = person;
  await context.limits.count(`webhook deliveries:account:${userId}`, AGAINS);
  return transaction(context, async (tx) => {
    await callNow(tx, person, id);
    const again = await sql.sendFailedAgain(tx, { workspaceId, id, since, limit: MAX_AGAIN });
    return { count: again.length };
  });
}

/** @throws AppError 404; 409 where it is not on; 429 */
export async function sendExample(context: Context, person: Member, id: number, type: EventType) {
  const { workspaceId, userId } = person;
  await context.limits.count(`webhook deliveries:account:${userId}`, AGAINS);
  return transaction(context, async (tx) => {
    await callNow(tx, person, id);
    const timestamp = new Date(context.clock.now()).toISOString();
    const body = serialised({ type, timestamp, data: exampleOf(type) });
    const [made] = await sql.insertExample(tx, { workspaceId, id, type, body });
    const [delivery] = await sql.findDelivery(tx, { workspaceId, id: made?.id ?? 0 });
    return delivery as Delivery;
  });
}

/** What a person sends by hand is sent now. @throws AppError 404; 409 where it is not on */
async function callNow(tx: Transaction, person: Member, id: number): Promise<void> {
  const { state } = await getWebhook(tx, person, id);
  if (state !== 'on')
    throw new AppError('stale', 409, 'Turn the webhook on first: nothing is sent to it now.');
  await sql.liftHold(tx, { workspaceId: person.workspaceId, id });
  announceWebhooks(tx, person);
}

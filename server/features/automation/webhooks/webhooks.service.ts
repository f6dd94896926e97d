import { TEST_EVENT } from '#contract/automation/event-names.ts';
import {
  type createWebhook as createContract,
  FORMER_SECRET_HOURS,
  MAX_WEBHOOKS,
  type rollSecret as rollContract,
  type updateWebhook as updateContract,
  type Webhook,
  type WebhookState,
} from '#contract/automation/webhooks.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn, requireVersion } from '../../../errors.ts';
import { resealRows } from '../../../reseal.ts';
import { record, recorderOf } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import { addressProblem, callEndpoint } from './endpoint-call.ts';
import { openSecret, sealSecret } from './secret.ts';
import { makeSecret } from './sign.ts';
import { readForWebhooks } from './telling.ts';
import * as sql from './webhooks.sql.ts';

/** Endpoints that are told what happens in a workspace (docs/domain/automation.md, 'Webhooks'). */

export type Context = Pick<
  AppContext,
  'database' | 'live' | 'clock' | 'config' | 'secrets' | 'limits' | 'outgoing' | 'installation'
>;

type Body = Parsed<typeof createContract>['body'];

/** Addresses of strangers that a person makes this server call. */
const TRIES = { attempts: 60, seconds: 10 * 60 };
const FIELDS = ['name', 'url', 'events', 'folders', 'channels', 'state'] as const;

export const listWebhooks = (executor: Executor, { workspaceId }: Member): Promise<Webhook[]> =>
  sql.listWebhooks(executor, { workspaceId, limit: MAX_WEBHOOKS });

/** @throws AppError 404 */
export async function getWebhook(
  executor: Executor,
  { workspaceId }: Member,
  id: number,
): Promise<Webhook> {
  const [webhook] = await sql.findWebhook(executor, { workspaceId, id });
  if (!webhook) throw notFound('webhook', id);
  return webhook;
}

/** @throws AppError 404 */
async function lock(tx: Executor, { workspaceId }: Member, id: number) {
  const [locked] = await sql.lockWebhook(tx, { workspaceId, id });
  if (!locked) throw notFound('webhook', id);
  return locked;
}

/** Sends a test. @throws AppError 400 for an address that cannot be called; 429; 503 at rest */
export async function tryAddress(context: Context, { userId }: Member, url: string) {
  context.installation.requireActive();
  requireAddress(context, url);
  await context.limits.count(`webhooks:account:${userId}`, TRIES);
  const timestamp = new Date(context.clock.now()).toISOString();
  const { isAccepted, status, error, ms } = await callEndpoint(context, url, {
    key: crypto.randomUUID(),
    body: JSON.stringify({ type: TEST_EVENT, timestamp, data: {} }),
    secrets: [makeSecret()],
  });
  const text = isAccepted
    ? `Answered a test with ${status} in ${ms} ms.`
    : status === null
      ? (error ?? '')
      : `Answered ${status}. It must answer with 2xx.`;
  return { accepted: isAccepted, status, text, ms };
}

/** @throws AppError 400 */
function requireAddress({ config }: Context, url: string): void {
  const wrong = addressProblem(url, config.allowPrivateNetworks);
  if (wrong !== undefined) throw invalid({ url: [wrong] });
}

type Places = Pick<Webhook, 'folders' | 'channels'>;

/**
 * @param before those that it has already: one that was deleted since then stays among them
 * @throws AppError 404 for a folder or an account of another workspace
 */
async function requireOwn(
  tx: Executor,
  { workspaceId }: Member,
  body: Body,
  before: Places = { folders: null, channels: null },
): Promise<void> {
  const added = (kind: keyof Places) =>
    (body[kind] ?? []).filter((id) => !before[kind]?.includes(id));
  const given = { folders: added('folders'), channels: added('channels') };
  const own = await sql.findOwn(tx, { workspaceId, ...given });
  for (const kind of ['folders', 'channels'] as const)
    for (const id of given[kind])
      if (!own.some((row) => row.kind === kind && row.id === id))
        throw notFoundIn(kind, kind === 'folders' ? 'folder' : 'account', id);
}

const rowOf = ({ name, url, events, folders, channels }: Body) => ({
  ...{ name, url },
  types: [...new Set(events)],
  folders: folders && [...new Set(folders)],
  channels: channels && [...new Set(channels)],
});

/** @throws AppError 400 for an address that cannot be called, or too many; 404 for what it names */
export async function createWebhook(context: Context, person: Member, body: Body) {
  const { workspaceId, userId } = person;
  requireAddress(context, body.url);
  // It is told from now on.
  await readForWebhooks(context);
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'webhooks', id: workspaceId });
    await requireStill(tx, person, 'manage');
    await requireOwn(tx, person, body);
    const row = { ...rowOf(body), workspaceId, userId, max: MAX_WEBHOOKS };
    const [made] = await sql.insertWebhook(tx, row);
    if (!made) throw invalid({ name: [`A workspace has at most ${MAX_WEBHOOKS} webhooks.`] });
    const secret = await giveSecret(context, tx, person, made.id, null);
    const webhook = await getWebhook(tx, person, made.id);
    await note(tx, person, 'create', made.id, {}, webhook);
    return { ...webhook, secret };
  });
}

/** @throws AppError as `createWebhook`; 409 with the `current` one where `version` is stale */
export async function updateWebhook(
  context: Context,
  person: Member,
  id: number,
  { version, ...body }: Parsed<typeof updateContract>['body'],
): Promise<Webhook> {
  requireAddress(context, body.url);
  // What has happened is told to it as it was.
  await readForWebhooks(context);
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'manage');
    await lock(tx, person, id);
    const before = await getWebhook(tx, person, id);
    requireVersion(version, before, 'webhook');
    await requireOwn(tx, person, body, before);
    const { workspaceId, userId } = person;
    await sql.updateWebhook(tx, { ...rowOf(body), workspaceId, userId, id });
    const after = await getWebhook(tx, person, id);
    await note(tx, person, 'update', id, before, after);
    return after;
  });
}

/** @throws AppError 404 */
export async function switchWebhook(
  context: Context,
  person: Member,
  id: number,
  state: WebhookState,
): Promise<Webhook> {
  await readForWebhooks(context);
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'manage');
    await lock(tx, person, id);
    const before = await getWebhook(tx, person, id);
    if (before.state === state) return before;
    await sql.setState(tx, { workspaceId: person.workspaceId, userId: person.userId, id, state });
    const after = await getWebhook(tx, person, id);
    await note(tx, person, 'update', id, before, after);
    return after;
  });
}

/**
 * Gives an endpoint another secret. One from before the present one ends, if its caller knows: of two
 * that do this at once, the second would end what the receiver has.
 * @throws AppError 404; 409
 */
export function rollSecret(
  context: Context,
  person: Member,
  id: number,
  { end_former: endsFormer }: Parsed<typeof rollContract>['body'],
) {
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'manage');
    await lock(tx, person, id);
    const { former_secret_until: former } = await getWebhook(tx, person, id);
    if (former !== null && !endsFormer)
      throw new AppError(
        'stale',
        409,
        'The secret was replaced already, and the one from before still signs. Replaced again, that one ends at once.',
      );
    const secret = await giveSecret(context, tx, person, id, FORMER_SECRET_HOURS);
    const webhook = await getWebhook(tx, person, id);
    const until = webhook.former_secret_until;
    const changes = { secret: { before: null, after: `the former one signs until ${until}` } };
    await record(tx, person, { action: 'update', objectType: 'webhook', objectId: id, changes });
    announceWebhooks(tx, person);
    return { ...webhook, secret };
  });
}

async function giveSecret(
  { secrets }: Context,
  tx: Transaction,
  { workspaceId, userId }: Member,
  id: number,
  formerHours: number | null,
): Promise<string> {
  const secret = makeSecret();
  const sealed = sealSecret(secrets, id, secret);
  await sql.setSecret(tx, { workspaceId, userId, id, secret: sealed, formerHours });
  return secret;
}

/** @throws AppError 404 */
export function deleteWebhook(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [gone] = await sql.deleteWebhook(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('webhook', id);
    await note(tx, person, 'delete', id, gone, {});
  });
}

const note = recorderOf<Webhook>({ objectType: 'webhook', topic: 'webhooks', fields: FIELDS });

export const announceWebhooks = (tx: Transaction, { workspaceId, tab }: Member) =>
  tx.announce({ workspaceId, topic: 'webhooks', tab });

/** Seals all secrets with the present SECRET. */
export const resealWebhooks = ({ database, secrets }: Pick<AppContext, 'database' | 'secrets'>) =>
  resealRows({
    list: (after) => sql.listSealed(database, { after, limit: 100 }),
    idOf: ({ id }) => id,
    isStale: ({ secret }) => secrets.isStale('credentials', secret),
    reseal: ({ id, secret: before, former }) => {
      const again = (sealed: string) => sealSecret(secrets, id, openSecret(secrets, id, sealed));
      return sql.reseal(database, {
        ...{ id, before, secret: again(before), former: former && again(former) },
      });
    },
  });

import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/people/apps.ts';
import { MAX_APPS, MAX_OWN_APPS } from '#contract/people/apps.ts';
import { effectiveScopes, scopesOff } from '#contract/scopes.ts';
import { type Member, may } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../access/access.service.ts';
import { requireFolders, tellOfKey } from '../keys/keys.service.ts';
import { lockMembers } from '../members/members.service.ts';
import * as sql from './apps.sql.ts';
import { keepClient } from './clients.ts';
import { allowDevice } from './devices.ts';
import { withAnswer } from './redirects.ts';
import { type Asked, openRequest, requestExpired } from './requests.ts';
import { CODE_SECONDS, makeCode } from './tokens.ts';

type Context = Pick<
  AppContext,
  'config' | 'database' | 'live' | 'clock' | 'secrets' | 'limits' | 'jobs' | 'outgoing'
>;

/** Each is a mail, as for keys. */
const ALLOWED = { attempts: 30, seconds: 60 * 60 };

/** The apps that a member sees: their own, and all where they manage the workspace. */
export async function listApps(
  executor: Executor,
  person: Member,
  id: number | null = null,
): Promise<contract.App[]> {
  const { workspaceId, userId } = person;
  const rows = await sql.listApps(executor, {
    ...{ workspaceId, id, me: userId },
    of: may(person, 'manage') ? null : userId,
  });
  return rows.map((app) => ({ ...app, scopes_off: scopesOff(app.scopes, app.owner.role) }));
}

/** @throws AppError 404, also for one that has ended, or of somebody else */
export async function getApp(
  executor: Executor,
  person: Member,
  id: number,
): Promise<contract.App> {
  const [app] = await listApps(executor, person, id);
  if (!app) throw notFound('app', id);
  return app;
}

/**
 * Lets an app into the workspace, as the caller. It gets what they chose of what it asked for.
 * @throws AppRefusal where the request is too old, was allowed, or is not theirs; AppError 400; 404; 429
 */
export async function allowApp(
  context: Context,
  person: Member,
  body: Parsed<typeof contract.allowApp>['body'],
): Promise<{ app: contract.App; redirect: string | null }> {
  const { workspaceId, userId } = person;
  const asked = openRequest(context, person, body.request);
  await context.limits.count(`apps:account:${userId}`, ALLOWED);
  await keepClient(context, asked.client.id);
  const made = await transaction(context, async (tx) => {
    const members = await lockMembers(tx, person);
    await requireStill(tx, person, 'read');
    const self = members.find(({ id }) => id === userId);
    requireAsked(asked, effectiveScopes(body.scopes, self?.role ?? null), body.scopes);
    const [known] = await sql.countApps(tx, { workspaceId, userId });
    if (known && known.count >= MAX_APPS)
      throw invalid({
        non_field_errors: [`A workspace has at most ${MAX_APPS} apps: disconnect some.`],
      });
    if (known && known.own >= MAX_OWN_APPS)
      throw invalid({
        non_field_errors: [
          `You have ${MAX_OWN_APPS} apps here, which is the most: disconnect some.`,
        ],
      });
    await requireFolders(tx, person, body.folders ?? []);
    const id = await insertApp(tx, person, asked, body);
    const app = await getApp(tx, person, id);
    await recordConnect(tx, person, app);
    await tellOfKey(context, tx, person, id);
    if ('device' in asked) {
      await allowDevice(tx, asked, id);
      return { app, code: null };
    }
    return { app, code: await makeCode(context, tx, id, asked) };
  });
  if (!('redirect' in asked)) return { app: made.app, redirect: null };
  const { code } = made;
  const answer = { code: code ?? undefined, state: asked.state ?? undefined };
  return {
    app: made.app,
    redirect: withAnswer(asked.redirect, { ...answer, iss: context.config.origin }),
  };
}

/** @throws AppError 400 where more is given than was asked for, or than the person can do */
function requireAsked(
  asked: Asked,
  possible: readonly string[],
  scopes: Parsed<typeof contract.allowApp>['body']['scopes'],
) {
  const more = scopes.filter((scope) => !asked.scopes.includes(scope));
  if (more.length) throw invalid({ scopes: [`The app didn’t ask for: ${more.join(', ')}.`] });
  const impossible = scopes.filter((scope) => !possible.includes(scope));
  if (impossible.length)
    throw invalid({ scopes: [`It asks for more than you can do: ${impossible.join(', ')}.`] });
}

/** It ends with the code or with the device, unless that is exchanged for tokens. */
async function insertApp(
  tx: Executor,
  { workspaceId, userId }: Member,
  asked: Asked,
  { scopes, drafts_only: draftsOnly, folders }: Parsed<typeof contract.allowApp>['body'],
): Promise<number> {
  const { client, resource } = asked;
  const isTerminal = 'device' in asked;
  const [key] = await sql.insertApp(tx, {
    ...{ workspaceId, userId, name: client.name, scopes, draftsOnly, folders: folders ?? null },
    ...{ seconds: CODE_SECONDS, until: isTerminal ? new Date(asked.until).toISOString() : null },
  });
  if (!key) throw new Error('the app was not let in');
  const [grant] = await sql.insertGrant(tx, {
    ...{ id: key.id, clientId: client.id, host: client.host, isConfirmed: client.isConfirmed },
    ...{ isTerminal, resource, request: Buffer.from(asked.id, 'hex') },
  });
  if (!grant) throw requestExpired();
  return key.id;
}

async function recordConnect(tx: Transaction, person: Member, app: contract.App) {
  const told = ['name', 'host', 'scopes', 'drafts_only', 'folders', 'resource'] as const;
  const changes = Object.fromEntries(
    told.map((field) => [field, { before: null, after: app[field] }]),
  );
  await record(tx, person, {
    ...{ action: 'connect', objectType: 'app', objectId: app.id, changes },
  });
  tx.announce({ workspaceId: person.workspaceId, topic: 'people', tab: person.tab });
}

/** @throws AppError 404, also where it has ended */
export function disconnectApp(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    await getApp(tx, person, id);
    const gone = await endApps(tx, person, { id, of: null });
    if (!gone) throw notFound('app', id);
  });
}

/** Ends all that the caller let in. */
export function disconnectApps(context: Context, person: Member): Promise<void> {
  return transaction(context, async (tx) => {
    await endApps(tx, person, { id: null, of: person.userId });
  });
}

async function endApps(
  tx: Transaction,
  person: Member,
  which: { id: number | null; of: number | null },
) {
  const { workspaceId, tab } = person;
  const gone = await sql.endApps(tx, { workspaceId, ...which });
  for (const { id } of gone)
    await record(tx, person, { action: 'disconnect', objectType: 'app', objectId: id });
  if (gone.length) tx.announce({ workspaceId, topic: 'people', tab });
  return gone.length;
}

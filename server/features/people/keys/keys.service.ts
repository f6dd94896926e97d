import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/people/keys.ts';
import { MAX_KEYS, OLD_KEY_HOURS } from '#contract/people/keys.ts';
import { lesserRole } from '#contract/roles.ts';
import { effectiveScopes, fitsDrafts, type Scope, scopesOff } from '#contract/scopes.ts';
import { type Member, may } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { type Transaction, transaction } from '../../../database/transaction.ts';
import { AppError, invalid, notFound, notFoundIn } from '../../../errors.ts';
import { newKey } from '../../../http/keys/key-text.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { requireStill } from '../access/access.service.ts';
import { lockMembers } from '../members/members.service.ts';
import { type KeyEvent, mailKey } from './keys.jobs.ts';
import * as sql from './keys.sql.ts';
import { rangesOf } from './ranges.ts';

type Context = Pick<AppContext, 'database' | 'live' | 'clock' | 'secrets' | 'limits' | 'jobs'>;

/** For each person, whatever their workspaces: each key is a mail. */
const NEW_KEYS = { attempts: 30, seconds: 60 * 60 };
const YEAR_MS = 365 * 24 * 60 * 60_000;

/** What an entry of the audit log says of a key. */
const RECORDED = [
  'name',
  'scopes',
  'drafts_only',
  'folders',
  'channels',
  'addresses',
  'expires_at',
] as const;

/** The keys that a member sees: their own, and all where they manage the workspace. */
export async function listKeys(
  executor: Executor,
  person: Member,
  id: number | null = null,
): Promise<contract.Key[]> {
  const { workspaceId, userId } = person;
  const manages = may(person, 'manage');
  const rows = await sql.listKeys(executor, {
    ...{ workspaceId, id, manages, me: userId },
    of: manages ? null : userId,
  });
  return rows.map((key) => ({
    ...key,
    scopes_off: scopesOff(key.scopes, lesserRole(key.owner.role, key.holder_role)),
  }));
}

/** @throws AppError 404, also for the key of somebody else */
export async function getKey(
  executor: Executor,
  person: Member,
  id: number,
): Promise<contract.Key> {
  const [key] = await listKeys(executor, person, id);
  if (!key) throw notFound('key', id);
  return key;
}

/**
 * Makes a key of the caller, or of a service account for who manages the workspace.
 * @throws AppError 403 for the key of another person; 404 for what it is limited to; 400; 429
 */
export async function createKey(
  context: Context,
  person: Member,
  body: Parsed<typeof contract.createKey>['body'],
): Promise<contract.KeyWithSecret> {
  const { workspaceId, userId } = person;
  const { acts_as: owner, ...given } = body;
  await context.limits.count(`keys:account:${userId}`, NEW_KEYS);
  return transaction(context, async (tx) => {
    const members = await lockMembers(tx, person);
    await requireStill(tx, person, 'read');
    if (owner != null && owner !== userId) {
      const account = members.find(({ id }) => id === owner);
      if (!account) throw notFoundIn('acts_as', 'member', owner);
      if (account.kind !== 'service')
        throw new AppError('forbidden', 403, 'Nobody makes a key that acts as another person.');
      requireManaging(person);
      await requireStill(tx, person, 'manage');
    }
    const [known] = await sql.countKeys(tx, { workspaceId });
    if (known && known.count >= MAX_KEYS)
      throw invalid({
        non_field_errors: [`A workspace has at most ${MAX_KEYS} keys: revoke some.`],
      });
    const year = new Date(context.clock.now() + YEAR_MS).toISOString();
    const text = await checked(context, tx, person, {
      name: given.name,
      scopes: given.scopes,
      drafts_only: given.drafts_only,
      folders: given.folders ?? null,
      channels: given.channels ?? null,
      addresses: given.addresses ?? null,
      expires_at: given.expires_at === undefined ? year : given.expires_at,
    });
    const made = newKey();
    const [row] = await sql.insertKey(tx, {
      ...{ workspaceId, owner: owner ?? userId, maker: userId, lookup: made.lookup },
      ...text,
      hash: context.secrets.macsOf('api key', made.text)[0],
    });
    if (!row) throw new Error('the key was not made');
    const key = await getKey(tx, person, row.id);
    await recordKey(tx, person, 'create', key.id, NONE, key);
    await tellOfKey(context, tx, person, key.id);
    return { ...key, secret: made.text };
  });
}

const NONE = Object.fromEntries(RECORDED.map((field) => [field, null])) as never;

type Given = Pick<contract.Key, (typeof RECORDED)[number]>;

/** @throws AppError 404 for what it is limited to; 400 */
async function checked(
  { clock }: Context,
  tx: Executor,
  { workspaceId }: Member,
  given: Given,
  /** What of it is new: what was there may be of folders that are gone. */
  asked: Partial<Given> = given,
): Promise<sql.KeyText> {
  const addresses = given.addresses && rangesOf(given.addresses);
  if (given.expires_at !== null && Date.parse(given.expires_at) <= clock.now())
    throw invalid({ expires_at: ['Expected a time in the future.'] });
  const excess = given.drafts_only ? given.scopes.filter((scope) => !fitsDrafts(scope)) : [];
  if (excess.length)
    throw invalid({
      scopes: [`A key that writes drafts only can't have: ${excess.join(', ')}.`],
    });
  await requireFolders(tx, { workspaceId }, asked.folders ?? []);
  const [channel] = await sql.missingChannels(tx, { workspaceId, ids: asked.channels ?? [] });
  if (channel) throw notFoundIn('channels', 'channel', channel.id);
  return {
    ...{ name: given.name, scopes: given.scopes, draftsOnly: given.drafts_only },
    ...{ folders: given.folders, channels: given.channels, addresses },
    expiresAt: given.expires_at,
  };
}

/** @throws AppError 404 where one of them is none of the workspace */
export async function requireFolders(
  tx: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  ids: readonly number[],
): Promise<void> {
  const [folder] = await sql.missingFolders(tx, { workspaceId, ids });
  if (folder) throw notFoundIn('folders', 'folder', folder.id);
}

/** Mails the owner of the workspace, and whom it acts as, what has become of a key or an app. */
export const tellOfKey = async (
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  { userId: by }: Pick<Member, 'userId'>,
  id: number,
  event: KeyEvent = 'made',
) => {
  for (const to of ['boss', 'self'] as const)
    await jobs.enqueue(tx, mailKey, { id, to, event, by });
};

/**
 * Changes the given fields.
 * @throws AppError 404; 403 for the key of another person; 409 where it has ended; as `createKey`
 */
export function updateKey(
  context: Context,
  person: Member,
  id: number,
  body: Parsed<typeof contract.updateKey>['body'],
): Promise<contract.Key> {
  return transaction(context, async (tx) => {
    const before = await lockChangeable(tx, person, id);
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    const after: Given = { ...before, ...Object.fromEntries(given) };
    const text = await checked(context, tx, person, after, body as Partial<Given>);
    await sql.updateKey(tx, { workspaceId: person.workspaceId, id, ...text });
    const key = await getKey(tx, person, id);
    const changes = await recordKey(tx, person, 'update', id, before, key);
    // A name gives nobody anything.
    if (changes.some((field) => field !== 'name'))
      await tellOfKey(context, tx, person, id, 'changed');
    return key;
  });
}

/**
 * Replaces the secret of a key. The one before is valid for the chosen time; one before that ends, if
 * its caller knows: of two that roll a key at once, the second would end what programs use.
 * @throws AppError 404; 403 for the key of another person; 409 where it has ended, or was rolled
 */
export async function rollKey(
  context: Context,
  person: Member,
  id: number,
  { keep, end_former: endsFormer }: Parsed<typeof contract.rollKey>['body'],
): Promise<contract.KeyWithSecret> {
  const { workspaceId, userId } = person;
  await context.limits.count(`keys:account:${userId}`, NEW_KEYS);
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'read');
    const before = await lockChangeable(tx, person, id);
    if (before.old_until !== null && keep !== 'none' && !endsFormer)
      throw new AppError(
        'stale',
        409,
        'This key was rolled already, and the one from before still works. Rolled again, that one ends at once.',
      );
    const made = newKey();
    const hours = OLD_KEY_HOURS[keep];
    await sql.rollKey(tx, {
      ...{ workspaceId, id, roller: userId, lookup: made.lookup },
      hash: context.secrets.macsOf('api key', made.text)[0],
      keepHours: hours || null,
    });
    const key = await getKey(tx, person, id);
    const changes = { old_until: { before: null, after: key.old_until } };
    await record(tx, person, { action: 'roll', objectType: 'api_key', objectId: id, changes });
    await tellOfKey(context, tx, person, id, 'rolled');
    tx.announce({ workspaceId, topic: 'people', tab: person.tab });
    return { ...key, secret: made.text };
  });
}

/** @throws AppError 404, also where it has been revoked */
export function revokeKey(context: Context, person: Member, id: number): Promise<void> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    await getKey(tx, person, id);
    const [gone] = await sql.revokeKey(tx, { workspaceId, id });
    if (!gone) throw notFound('key', id);
    await record(tx, person, { action: 'revoke', objectType: 'api_key', objectId: id });
    tx.announce({ workspaceId, topic: 'people', tab: person.tab });
  });
}

async function lockChangeable(tx: Executor, person: Member, id: number) {
  await sql.lockKey(tx, { workspaceId: person.workspaceId, id });
  const key = await getKey(tx, person, id);
  // Whoever knows the secret of a key acts as its owner: only they get one.
  if (!key.can_change)
    throw new AppError('forbidden', 403, 'Only its owner changes this key; you can revoke it.');
  if (key.state !== 'active') throw new AppError('stale', 409, `This key is ${key.state}.`);
  return key;
}

function requireManaging(person: Member) {
  if (may(person, 'manage')) return;
  const detail = 'Only who manages the workspace makes keys of service accounts.';
  throw new AppError('forbidden', 403, detail);
}

async function recordKey(
  tx: Transaction,
  person: Member,
  action: 'create' | 'update',
  id: number,
  before: Given,
  after: Given,
) {
  const changes = changesBetween(before, after, RECORDED);
  const fields = Object.keys(changes);
  if (!fields.length) return fields;
  await record(tx, person, { action, objectType: 'api_key', objectId: id, changes });
  tx.announce({ workspaceId: person.workspaceId, topic: 'people', tab: person.tab });
  return fields;
}

/** The scopes of the caller that have an effect now; a person who is signed in has those of their role. */
export const scopesOf = (person: Member, all: readonly Scope[]): Scope[] =>
  effectiveScopes(person.key?.scopes ?? all, person.role);

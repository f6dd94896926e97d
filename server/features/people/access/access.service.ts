import type { Topic } from '#contract/content/live.ts';
import {
  ACCESS_KIND_NAMES,
  type Access,
  type AccessChoice,
  type AccessKind,
  kindOf,
  type SettledAccess,
} from '#contract/people/access.ts';
import { type Capability, can, type Role } from '#contract/roles.ts';
import type { Actor, Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import * as sql from './access.sql.ts';

/** What acts for a person, and what becomes of it (docs/domain.md, 'What acts for a member'). */

/** Whose, and in which workspace; null: in all, and of the account itself. */
export type Whose = {
  person: number;
  /** With the service accounts for which they have a key: what such a key made is theirs, too. */
  people: readonly number[];
  workspace: number | null;
};

/** The workspace is null for what is of the account. */
export type AccessRow = { id: number; workspace: number | null; name: string };

/** One kind: each feature knows its own tables. */
export type AccessSource = {
  /** The tables that have it. */
  tables: readonly string[];
  /** Whom a change is announced to. */
  topic: Topic;
  list: (executor: Executor, whose: Whose) => Promise<AccessRow[]>;
  /** Of what `list` has returned for the same person. */
  end: (executor: Executor, which: Whose & { ids: readonly number[] }) => Promise<unknown>;
  /** Another person takes it over: what they leave with is theirs. */
  handOver?: (
    executor: Executor,
    which: Whose & { ids: readonly number[]; to: number },
  ) => Promise<unknown>;
};

export type AccessSources = Readonly<Record<AccessKind, AccessSource>>;
export type AccessContext = { access: AccessSources };

type Found = Access & { id: number };

/**
 * Asked by whoever makes what acts without a session, in the transaction that does: who loses their
 * role, their password or their key in the same moment makes nothing that outlives it.
 * @throws AppError 403
 */
export async function requireStill(
  tx: Executor,
  person: Member & { sessionId?: string },
  capability: Capability,
): Promise<void> {
  const { workspaceId: workspace, userId, key, sessionId } = person;
  const people = [...new Set([userId, key?.holder ?? userId])];
  const roles = await sql.lockRoles(tx, { workspace, people });
  const isMember =
    roles.length === people.length && roles.every(({ role }) => can(role, capability));
  const hasKey = !key || (await sql.lockKey(tx, { id: key.id })).length > 0;
  if (isMember && (!sessionId || (await isSignedIn(tx, sessionId))) && hasKey) return;
  throw new AppError('forbidden', 403, 'You may no longer do this: your access has just changed.');
}

/** Whether a session is valid, which it is then until the transaction ends. */
export const isSignedIn = async (tx: Executor, id: string) =>
  (await sql.lockSession(tx, { id })).length > 0;

/** What acts for a person, in the order of the kinds. */
export async function listAccess(
  { access }: AccessContext,
  executor: Executor,
  person: number,
  workspace: number | null,
  { role = null, kinds = ACCESS_KIND_NAMES }: { role?: Role | null; kinds?: AccessKind[] } = {},
): Promise<Found[]> {
  const whose = await whoseOf(executor, person, workspace);
  const found: Found[] = [];
  for (const kind of kinds) {
    const { needs, ofAccount, isQuiet } = kindOf(kind);
    if (workspace === null ? isQuiet : ofAccount) continue;
    if (role !== null && can(role, needs)) continue;
    for (const { id, workspace: place, name } of await access[kind].list(executor, whose))
      found.push({ ref: `${kind}:${id}`, kind, id, name, workspace: { id: place ?? 0, name: '' } });
  }
  const places = found.flatMap((row) => row.workspace?.id || []);
  const names = await sql.findNames(executor, { ids: [...new Set(places)] });
  return found.map((row) => ({
    ...row,
    workspace: names.find(({ id }) => id === row.workspace?.id) ?? null,
  }));
}

async function whoseOf(
  executor: Executor,
  person: number,
  workspace: number | null,
): Promise<Whose> {
  const services = await sql.servicesOf(executor, { person, workspace });
  return { person, people: [person, ...services.map(({ id }) => id)], workspace };
}

type Settling = {
  /** Who leaves, or is given another role. */
  person: number;
  /** Their role from now on; null: they are no member. */
  role: Role | null;
  /** Who takes over what is handed over; null: nobody is there, and it ends. */
  to: number | null;
  choice?: AccessChoice;
};

/**
 * Ends, pauses and hands over what acts for a member who leaves, or who may make no more of it.
 * Called within the transaction of that, while they are a member.
 * @throws AppError 400 for a choice about what does not act for them, or what nobody can keep
 */
export async function settleAccess(
  context: AccessContext,
  tx: Transaction,
  actor: Actor,
  { person, role, to, choice = {} }: Settling,
): Promise<SettledAccess[]> {
  const { workspaceId } = actor;
  await sql.lockMembership(tx, { workspace: workspaceId, person });
  const listed = await listAccess(context, tx, person, workspaceId, { role });
  requireKnown(listed, choice);
  // Where nobody is left, what is quiet ends with the workspace.
  const found = listed.filter(({ kind }) => to !== null || !kindOf(kind).isQuiet);
  const settled = found.map((row) => ({ ...row, outcome: outcomeOf(row, to, choice) }));
  const whose = await whoseOf(tx, person, workspaceId);
  for (const kind of ACCESS_KIND_NAMES) {
    const source = context.access[kind];
    const ofKind = settled.filter((row) => row.kind === kind);
    if (!ofKind.length) continue;
    const idsOf = (isOver: boolean) =>
      ofKind.filter(({ outcome }) => (outcome === 'handed_over') === isOver).map(({ id }) => id);
    const [ended, over] = [idsOf(false), idsOf(true)];
    if (ended.length) await source.end(tx, { ...whose, ids: ended });
    if (over.length && to !== null) await source.handOver?.(tx, { ...whose, ids: over, to });
    tx.announce({ workspaceId, topic: source.topic, tab: '' });
  }
  await recordSettled(tx, actor, person, settled);
  const isDecider = to === (actor.key?.holder ?? actor.userId);
  if (settled.length && to !== null && !isDecider)
    await notify(tx, actor, [{ user: to, kind: 'access_left' }]);
  return settled.map(({ id: _, ...row }) => row);
}

function requireKnown(found: readonly Found[], { keep = [], end = [] }: AccessChoice) {
  for (const [field, refs] of Object.entries({ keep, end }))
    for (const ref of refs) {
      const known = found.find((row) => row.ref === ref);
      if (!known)
        throw invalid({ [field]: [`${ref} does not act for this member, or would not end.`] });
      const { fate } = kindOf(known.kind);
      if (field === 'keep' && (fate === 'ends' || fate === 'pauses'))
        throw invalid({ keep: [`Nobody can keep ${ref}: it acts for this member alone.`] });
    }
}

function outcomeOf(
  { ref, kind }: Found,
  to: number | null,
  { keep = [], end = [] }: AccessChoice,
): SettledAccess['outcome'] {
  const { fate } = kindOf(kind);
  if (fate === 'pauses') return 'paused';
  const isKept =
    fate === 'handed_over' ? !end.includes(ref) : fate === 'ends_unless_kept' && keep.includes(ref);
  return isKept && to !== null ? 'handed_over' : 'ended';
}

async function recordSettled(
  tx: Executor,
  actor: Actor,
  person: number,
  settled: readonly SettledAccess[],
) {
  if (!settled.length) return;
  const changes = Object.fromEntries(
    (['ended', 'paused', 'handed_over'] as const).flatMap((outcome) => {
      const rows = settled.filter((row) => row.outcome === outcome).map(inWords);
      return rows.length ? [[outcome, { before: rows, after: null }]] : [];
    }),
  );
  await record(tx, actor, {
    ...{ action: 'end_access', objectType: 'member', objectId: person, changes },
  });
}

/** 'Webhook: Deploys'. */
const inWords = ({ kind, name }: Pick<Access, 'kind' | 'name'>): string =>
  `${kindOf(kind).label}: ${name}`;

/** What has ended and what goes on, in words for a mail. */
export const toldOf = ({ ended, left }: { ended: Access[]; left: Access[] }) => ({
  ended: ended.map(inWords),
  left: left.map(inWords),
});

/**
 * Ends what acts for an account, in all its workspaces: `own`, what is the person's alone, or `all`
 * of it. Returns what has ended, and what goes on.
 */
export async function endAccess(
  context: AccessContext,
  tx: Transaction,
  who: { person: number; ip: string | null },
  which: 'own' | 'all',
): Promise<{ ended: Access[]; left: Access[] }> {
  const { person, ip } = who;
  const [ended, left]: [Found[], Found[]] = [[], []];
  const whose = await whoseOf(tx, person, null);
  // Keys come first: what they make until they end is seen by the kinds after them.
  for (const kind of ACCESS_KIND_NAMES) {
    const found = await listAccess(context, tx, person, null, { kinds: [kind] });
    const isEnding = which === 'all' || kindOf(kind).fate === 'ends';
    (isEnding ? ended : left).push(...found);
    const ids = found.map(({ id }) => id);
    if (isEnding && ids.length) await context.access[kind].end(tx, { ...whose, ids });
  }
  await recordEnded(context, tx, { person, ip }, ended);
  const shown = (rows: Found[]) => rows.map(({ id: _, ...row }) => row);
  return { ended: shown(ended), left: shown(left) };
}

/** In the workspace of each: who manages it sees why a program has stopped. */
async function recordEnded(
  { access }: AccessContext,
  tx: Transaction,
  { person, ip }: { person: number; ip: string | null },
  ended: readonly Found[],
) {
  const places = new Set(ended.flatMap(({ workspace }) => workspace?.id ?? []));
  for (const workspaceId of places) {
    const here = ended.filter(({ workspace }) => workspace?.id === workspaceId);
    await recordSettled(
      tx,
      { workspaceId, userId: person, ip, role: null, by: 'request', tab: '' },
      person,
      here.map((row) => ({
        ...row,
        outcome: kindOf(row.kind).fate === 'pauses' ? 'paused' : 'ended',
      })),
    );
    for (const topic of new Set(here.map(({ kind }) => access[kind].topic)))
      tx.announce({ workspaceId, topic, tab: '' });
  }
}

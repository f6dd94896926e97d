import {
  ACCESS_KIND_NAMES,
  type Access,
  type AccessChoice,
  type AccessKind,
  kindOf,
  type MemberAccess,
  type SettledAccess,
} from '#contract/people/access.ts';
import type { Role } from '#contract/roles.ts';
import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { AppError, invalid } from '../../../errors.ts';
import { record } from '../../core/audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import * as sql from './access.sql.ts';
import { type AccessContext, listAccess, type Whose, whoseOf } from './sources.ts';

/** What becomes of what acts for a member who leaves or is given another role. */

/** `whose`: whom it is asked of, and settled for. */
type Decidable = MemberAccess & { id: number; source: AccessKind; whose: Whose };

/**
 * What acts for a member and would not with this role (null: none), and what ends with the service
 * accounts that they made: keys of others, and what was made by these.
 */
async function listDecidable(
  context: Pick<AccessContext, 'access'>,
  executor: Executor,
  person: number,
  workspace: number,
  role: Role | null,
): Promise<Decidable[]> {
  const whose = await whoseOf(executor, person, workspace);
  const own = await listAccess(context, executor, person, workspace, { role });
  const known = new Set(own.map(({ ref }) => ref));
  const accounts = own.filter(({ kind }) => kind === 'service_account');
  const endsWith = (account: number | undefined) =>
    accounts.find(({ id }) => id === account)?.ref ?? null;
  const rows: Decidable[] = own.map(({ account, ...row }) => ({
    ...{ ...row, source: row.kind, whose, ends_with: endsWith(account), is_others: false },
  }));
  for (const { id: account, ref: ends_with } of accounts) {
    const ofAccount = { person: account, people: [account], workspace };
    for (const found of await listAccess(context, executor, account, workspace)) {
      // Its keys are of a service account for who decides.
      const kind = found.kind === 'key' ? 'service_key' : found.kind;
      const { account: _, ...row } = { ...found, kind, ref: `${kind}:${found.id}` };
      if (known.has(row.ref)) continue;
      rows.push({ ...row, source: found.kind, whose: ofAccount, ends_with, is_others: true });
    }
  }
  return rows;
}

const presented = <Row extends Decidable>({ id: _, source: __, whose: ___, ...row }: Row) => row;

/** What acts for a member, for who decides about it. */
export const listForDecision = async (...asked: Parameters<typeof listDecidable>) =>
  (await listDecidable(...asked)).map(presented);

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
 * Ends, pauses, hands over and replaces what acts for a member who leaves, or who may make no more of
 * it. Called within the transaction of that, while they are a member.
 * @throws AppError 400 for a choice about what does not act for them, or what nobody can keep; 403 for
 * a key that would replace a secret
 */
export async function settleAccess(
  context: AccessContext,
  tx: Transaction,
  actor: Actor,
  { person, role, to, choice = {} }: Settling,
): Promise<SettledAccess[]> {
  const { workspaceId } = actor;
  if (actor.key && choice.replace?.length)
    throw new AppError('key_refused', 403, 'No key can do this: it would be shown a new secret.');
  await sql.lockMembership(tx, { workspace: workspaceId, person });
  const listed = await listDecidable(context, tx, person, workspaceId, role);
  requireKnown(listed, choice);
  // Where nobody is left, what is quiet ends with the workspace.
  const found = listed.filter(({ kind }) => to !== null || !kindOf(kind).isQuiet);
  const ending = new Set(choice.end);
  const settled = found
    .filter(({ is_others: isOthers, ends_with: account }) => !isOthers || ending.has(account ?? ''))
    .map((row) => ({ ...row, outcome: outcomeOf(row, to, choice) }));
  const secrets = await carryOut(context, tx, settled, { workspaceId, to });
  await recordSettled(tx, actor, person, settled);
  const isDecider = to === (actor.key?.holder ?? actor.userId);
  if (settled.length && to !== null && !isDecider)
    await notify(tx, actor, [{ user: to, kind: 'access_left' }]);
  return settled.map((row) => ({
    ...presented(row),
    is_known: row.outcome === 'handed_over' && kindOf(row.kind).fate === 'ends_unless_kept',
    secret: secrets.get(row.ref) ?? null,
  }));
}

type Settled = Decidable & Pick<SettledAccess, 'outcome'>;

/** Returns the secrets that were made, by what they are of. */
async function carryOut(
  context: AccessContext,
  tx: Transaction,
  settled: readonly Settled[],
  { workspaceId, to }: { workspaceId: number; to: number | null },
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const kind of ACCESS_KIND_NAMES) {
    const source = context.access[kind];
    const ofKind = settled.filter((row) => row.source === kind);
    for (const [whose, rows] of Map.groupBy(ofKind, (row) => row.whose)) {
      const idsOf = (...outcomes: SettledAccess['outcome'][]) =>
        rows.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
      const [ended, over] = [idsOf('ended', 'paused'), idsOf('handed_over', 'replaced')];
      if (ended.length) await source.end(tx, { ...whose, ids: ended });
      if (to === null) continue;
      for (const id of idsOf('replaced')) {
        const secret = await source.replace?.(context, tx, {
          ...{ ...whose, id, workspace: workspaceId, to },
        });
        if (secret !== undefined) secrets.set(`${kind}:${id}`, secret);
      }
      if (over.length) await source.handOver?.(tx, { ...whose, ids: over, to });
    }
    if (ofKind.length) tx.announce({ workspaceId, topic: source.topic, tab: '' });
  }
  return secrets;
}

function requireKnown(found: readonly Decidable[], choice: AccessChoice) {
  const { keep = [], replace = [], end = [] } = choice;
  for (const [field, refs] of Object.entries({ keep, replace, end }))
    for (const ref of refs) {
      const refuse = (why: string) => invalid({ [field]: [why] });
      const known = found.find((row) => row.ref === ref);
      if (!known) throw refuse(`${ref} does not act for this member, or would not end.`);
      const { fate, isReplaceable } = kindOf(known.kind);
      const isEnding = known.ends_with !== null && end.includes(known.ends_with);
      if (known.is_others && !isEnding)
        throw refuse(`${ref} goes on: end ${known.ends_with} to decide about it.`);
      if (field === 'end') continue;
      if (fate === 'ends' || fate === 'pauses')
        throw refuse(`Nobody can keep ${ref}: it acts for this member alone.`);
      if (known.kind === 'service_key' && isEnding)
        throw refuse(`${ref} ends with ${known.ends_with}.`);
      if (field === 'replace' && !isReplaceable)
        throw refuse(`${ref} has no secret that could be replaced.`);
    }
  const twice = [...keep, ...replace, ...end].find((ref, at, all) => all.indexOf(ref) !== at);
  if (twice !== undefined)
    throw invalid({ keep: [`Choose one for ${twice}: keep, replace, end.`] });
}

function outcomeOf(
  { ref, kind }: Decidable,
  to: number | null,
  { keep = [], replace = [], end = [] }: AccessChoice,
): SettledAccess['outcome'] {
  const { fate } = kindOf(kind);
  if (fate === 'pauses') return 'paused';
  if (to === null) return 'ended';
  if (replace.includes(ref)) return 'replaced';
  const isKept =
    fate === 'handed_over' ? !end.includes(ref) : fate === 'ends_unless_kept' && keep.includes(ref);
  return isKept ? 'handed_over' : 'ended';
}

export async function recordSettled(
  tx: Executor,
  actor: Actor,
  person: number,
  settled: readonly Pick<SettledAccess, 'kind' | 'name' | 'outcome'>[],
) {
  if (!settled.length) return;
  const changes = Object.fromEntries(
    (['ended', 'paused', 'handed_over', 'replaced'] as const).flatMap((outcome) => {
      const rows = settled.filter((row) => row.outcome === outcome).map(inWords);
      return rows.length ? [[outcome, { before: rows, after: null }]] : [];
    }),
  );
  await record(tx, actor, {
    ...{ action: 'end_access', objectType: 'member', objectId: person, changes },
  });
}

/** 'Webhook: Deploys'. */
export const inWords = ({ kind, name }: Pick<Access, 'kind' | 'name'>): string =>
  `${kindOf(kind).label}: ${name}`;

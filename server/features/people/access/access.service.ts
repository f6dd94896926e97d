import { ACCESS_KIND_NAMES, type Access, kindOf } from '#contract/people/access.ts';
import { type Capability, can } from '#contract/roles.ts';
import { type Actor, isOfRequest, type Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import * as sql from './access.sql.ts';
import { inWords, recordSettled } from './settle.ts';
import { type AccessContext, type Found, listAccess, whoseOf } from './sources.ts';

export { listForDecision, settleAccess } from './settle.ts';
export {
  type AccessContext,
  type AccessRow,
  type AccessSource,
  type AccessSources,
  listAccess,
  type Whose,
} from './sources.ts';

/**
 * What acts for a person, and what becomes of it (docs/domain/people.md, 'What acts for a member').
 */

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

/**
 * Asked before content is locked, so that it holds for all by which something leaves: who decides by
 * a request does so with the role of now, which they have until the transaction ends. The role of a
 * request may be that of a moment ago. Jobs read it themselves.
 * @throws AppError 403
 */
export async function requireStillDeciding(
  tx: Executor,
  actor: Pick<Actor, 'workspaceId'> & Partial<Actor>,
): Promise<void> {
  if (isOfRequest(actor) && can(actor.role, 'decide')) await requireStill(tx, actor, 'decide');
}

/** Nobody gives this member another role, or removes them, until the transaction ends. */
export const lockMembership = (tx: Executor, who: { workspace: number; person: number }) =>
  sql.lockMembership(tx, who);

/** Whether a session is valid, which it is then until the transaction ends. */
export const isSignedIn = async (tx: Executor, id: string) =>
  (await sql.lockSession(tx, { id })).length > 0;

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
  const shown = (rows: Found[]) => rows.map(({ id: _, account: __, ...row }) => row);
  return { ended: shown(ended), left: shown(left) };
}

/**
 * Ends the open invitations to the verified address of an account, in all its workspaces. Called
 * before that address changes: whoever has its mailbox would come back by them.
 */
export async function endInvitationsToAddress(
  context: AccessContext,
  tx: Transaction,
  { person, ip }: { person: number; ip: string | null },
): Promise<void> {
  // Of nobody: what the person made stays.
  const whose = { person, people: [], workspace: null };
  const found = await listAccess(context, tx, person, null, {
    ...{ kinds: ['invitation'], people: whose.people },
  });
  if (!found.length) return;
  await context.access.invitation.end(tx, { ...whose, ids: found.map(({ id }) => id) });
  await recordEnded(context, tx, { person, ip }, found);
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

import { MAX_OWN_ACTIONS } from '#contract/assistant/limits.ts';
import type { OwnAction, OwnActionFields } from '#contract/assistant/voices.ts';
import type { Member } from '../../actor.ts';
import { type Clock, dayOf } from '../../clock.ts';
import { lockNumber } from '../../database/lock-number.sql.ts';
import type { Executor } from '../../database/pool.ts';
import { type Transaction, type Transactional, transaction } from '../../database/transaction.ts';
import { invalid, notFound } from '../../errors.ts';
import { record } from '../core/audit/audit.service.ts';
import * as sql from './own-actions.sql.ts';
import { explainName } from './taken-name.ts';

/** Own actions: instructions that a workspace has saved under a name. */

type Context = Transactional & { clock: Clock };

/** Of UTC: a month of uses is a hint, and no limit. */
const monthOf = ({ clock }: { clock: Clock }) => `${dayOf(clock.now()).slice(0, 7)}-01`;

export const listOwnActions = (
  context: { clock: Clock; database: Executor },
  { workspaceId }: Member,
) => sql.listOwnActions(context.database, { workspaceId, month: monthOf(context) });

/** @throws AppError 404 */
export async function getOwnAction(
  context: { clock: Clock; database: Executor },
  { workspaceId }: Member,
  id: number,
): Promise<OwnAction> {
  const [action] = await sql.findOwnAction(context.database, {
    workspaceId,
    id,
    month: monthOf(context),
  });
  if (!action) throw notFound('action', id);
  return action;
}

export const countUse = (
  context: { clock: Clock; database: Executor },
  { workspaceId }: Member,
  id: number,
) => sql.countUse(context.database, { workspaceId, id, month: monthOf(context) });

/** @throws AppError 400 for a name that is taken, or too many */
export function createOwnAction(
  context: Context,
  person: Member,
  fields: OwnActionFields,
): Promise<OwnAction> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'assistant actions', id: workspaceId });
    const [action] = await sql
      .insertOwnAction(tx, { workspaceId, userId, ...fields, max: MAX_OWN_ACTIONS })
      .catch(explainName);
    if (!action)
      throw invalid({ name: [`A workspace has at most ${MAX_OWN_ACTIONS} actions of its own.`] });
    await recordAction(tx, person, null, fields.name);
    return getOwnAction({ ...context, database: tx }, person, action.id);
  });
}

/** @throws AppError 404; 400 for a name that is taken */
export function updateOwnAction(
  context: Context,
  person: Member,
  id: number,
  fields: OwnActionFields,
): Promise<OwnAction> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const before = await getOwnAction({ ...context, database: tx }, person, id);
    await sql.updateOwnAction(tx, { workspaceId, id, ...fields }).catch(explainName);
    await recordAction(tx, person, before.name, fields.name);
    return getOwnAction({ ...context, database: tx }, person, id);
  });
}

/** @throws AppError 404 */
export function deleteOwnAction(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [action] = await sql.deleteOwnAction(tx, { workspaceId: person.workspaceId, id });
    if (!action) throw notFound('action', id);
    await recordAction(tx, person, action.name, null);
  });
}

const recordAction = (
  tx: Transaction,
  person: Member,
  before: string | null,
  after: string | null,
) =>
  record(tx, person, {
    action: 'update',
    objectType: 'workspace',
    objectId: person.workspaceId,
    changes: { assistant_action: { before, after } },
  });
